/* Requests of leaderboards, systems and comparisons. */

import type {
  Analysis,
  Board,
  ComparedItemData,
  Comparison,
  PastBoard,
  PastBoardSummary,
  System,
  SystemItem,
  Wins,
} from "./boardTypes";
import { body, client, type CallOptions, withOptions } from "./client";
import type { Listing } from "./types";

/** Which board: a track of a phase. */
export interface BoardPlace {
  task: string;
  phase: string;
  track: string;
}

/** What ranks, and of which items. */
export interface BoardQuery {
  metric?: string;
  by?: string;
  slice?: string;
}

export function getBoard(path: BoardPlace, query: BoardQuery = {}): Promise<Board> {
  return body(client.GET("/api/v1/tasks/{task}/boards/{phase}/{track}/", { params: { path, query } }));
}

/** The address of a file of a board, such as `board.csv`. */
export function boardFile({ task, phase, track }: BoardPlace, name: string, query: BoardQuery = {}): string {
  return file(`${task}/boards/${phase}/${track}/files/${name}`, query);
}

export function getWins(path: BoardPlace, metric: string): Promise<Wins> {
  return body(
    client.GET("/api/v1/tasks/{task}/boards/{phase}/{track}/wins/", {
      params: { path, ...(metric && { query: { metric } }) },
    }),
  );
}

export function getSystem(task: string, submission: number): Promise<System> {
  return body(
    client.GET("/api/v1/tasks/{task}/systems/{submission}/", { params: { path: { task, submission } } }),
  );
}

export type ItemsOrder = "best" | "worst";

export function getSystemItems(
  task: string,
  submission: number,
  query: { order: ItemsOrder; cursor?: string },
  options?: CallOptions,
): Promise<Listing<SystemItem>> {
  return body(
    client.GET("/api/v1/tasks/{task}/systems/{submission}/items/", {
      params: { path: { task, submission }, query },
      ...withOptions(options),
    }),
  );
}

/** Which systems are compared: submissions. */
export interface ComparedSystems {
  a: number;
  b: number;
  metric?: string;
}

export function getComparison(task: string, query: ComparedSystems): Promise<Comparison> {
  return body(client.GET("/api/v1/tasks/{task}/compare/", { params: { path: { task }, query } }));
}

export function getComparedItem(
  task: string,
  item: string,
  query: ComparedSystems,
): Promise<ComparedItemData> {
  return body(
    client.GET("/api/v1/tasks/{task}/compare/items/{item}/", { params: { path: { task, item }, query } }),
  );
}

/** The address of a file of a comparison, such as `items.csv`. */
export function comparisonFile(task: string, name: string, systems: ComparedSystems): string {
  return file(`${task}/compare/files/${name}`, systems);
}

export async function getPastBoards(task: string): Promise<readonly PastBoardSummary[]> {
  return (await body(client.GET("/api/v1/tasks/{task}/past-boards/", { params: { path: { task } } })))
    .results;
}

export function getPastBoard(task: string, number: number): Promise<PastBoard> {
  return body(
    client.GET("/api/v1/tasks/{task}/past-boards/{number}/", { params: { path: { task, number } } }),
  );
}

export function getAnalysis(path: BoardPlace): Promise<Analysis> {
  return body(client.GET("/api/v1/tasks/{task}/analysis/{phase}/{track}/", { params: { path } }));
}

/** The address of a file of an analysis, such as `effects.csv`. */
export function analysisFile({ task, phase, track }: BoardPlace, name: string): string {
  return file(`${task}/analysis/${phase}/${track}/files/${name}`);
}

function file(path: string, query: BoardQuery | ComparedSystems = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  const text = new URLSearchParams(given).toString();
  return `/api/v1/tasks/${path}${text && `?${text}`}`;
}
