/* Requests of leaderboards, systems and comparisons. */

import { checked, heard, type CallOptions } from "./client";
import type {
  AnalysisData,
  BoardData,
  ComparedItemData,
  Comparison,
  Listing,
  PastBoardData,
  PastBoardSummary,
  SystemData,
  SystemItem,
  WinsData,
} from "./boardTypes";

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

type Query = Readonly<Record<string, string | number | undefined>>;

async function get<T>(address: string, { signal }: CallOptions = {}): Promise<T> {
  const response = await checked(await heard(fetch(address, signal ? { signal } : {})));
  const data: T = await response.json();
  return data;
}

function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return `/api/v1/tasks/${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ""}`;
}

export function getBoard({ task, phase, track }: BoardPlace, query: BoardQuery): Promise<BoardData> {
  return get(address(`${task}/boards/${phase}/${track}/`, { ...query }));
}

/** The address of a file of a board, such as `board.csv`. */
export function boardFile({ task, phase, track }: BoardPlace, name: string, query: BoardQuery = {}): string {
  return address(`${task}/boards/${phase}/${track}/files/${name}`, { ...query });
}

export function getWins({ task, phase, track }: BoardPlace, metric?: string): Promise<WinsData> {
  return get(address(`${task}/boards/${phase}/${track}/wins/`, { metric }));
}

export function getSystem(task: string, submission: number): Promise<SystemData> {
  return get(address(`${task}/systems/${submission}/`));
}

export type ItemsOrder = "best" | "worst";

export function getSystemItems(
  task: string,
  submission: number,
  query: { order: ItemsOrder; metric?: string; cursor?: string },
  options?: CallOptions,
): Promise<Listing<SystemItem>> {
  return get(address(`${task}/systems/${submission}/items/`, query), options);
}

export function getComparison(
  task: string,
  query: { a: number; b: number; metric?: string },
): Promise<Comparison> {
  return get(address(`${task}/compare/`, query));
}

export function getComparedItem(
  task: string,
  item: string,
  query: { a: number; b: number; metric?: string },
): Promise<ComparedItemData> {
  return get(address(`${task}/compare/items/${encodeURIComponent(item)}/`, query));
}

export function getPastBoards(task: string): Promise<Listing<PastBoardSummary>> {
  return get(address(`${task}/past-boards/`));
}

export function getPastBoard(task: string, number: number): Promise<PastBoardData> {
  return get(address(`${task}/past-boards/${number}/`));
}

export function getAnalysis({ task, phase, track }: BoardPlace, metric?: string): Promise<AnalysisData> {
  return get(address(`${task}/analysis/${phase}/${track}/`, { metric }));
}

export function analysisFile({ task, phase, track }: BoardPlace, name: string, metric?: string): string {
  return address(`${task}/analysis/${phase}/${track}/files/${name}`, { metric });
}
