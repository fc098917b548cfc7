/* What of the chosen files can be submitted. */

import type { CheckedFile } from "../../../api/types";
import type { CheckState } from "./chosenFiles.svelte";

export interface Checked {
  key: number;
  state: CheckState;
  phase: string;
  reports: readonly CheckedFile[];
}

export interface Readiness {
  /** Chosen files that would be submitted. */
  keys: ReadonlySet<number>;
  /** Files inside of them that would be scored. */
  ready: number;
  /** Their tracks, without repetition. */
  tracks: readonly string[];
  /** Tracks that several files of a phase are for. */
  repeated: ReadonlySet<string>;
  /** Slugs of the phases that they were checked for. An upload is for one. */
  phases: readonly string[];
  /** Whether a file is still being checked. */
  pending: boolean;
}

/** Whether a file has one of the endings that the server names. */
export function isReadable(name: string, endings: readonly string[]): boolean {
  const folded = name.toLowerCase();
  return endings.some((ending) => folded.endsWith(ending));
}

export function isReady({ track, problem_count }: CheckedFile): boolean {
  return track !== null && problem_count === 0;
}

/** A file is submitted if it, or one of the files in it, can be scored, and all belong to tracks of the phase. */
export function readiness(files: readonly Checked[]): Readiness {
  const checked = files.filter(({ state }) => state === "checked");
  const repeated = repeatedTracks(checked);
  const usable = checked.filter(
    ({ reports }) => reports.some(isReady) && reports.every(({ track }) => track !== null),
  );
  const reports = usable.flatMap((each) => each.reports).filter(isReady);
  return {
    keys: new Set(usable.map(({ key }) => key)),
    ready: reports.length,
    tracks: [...new Set(reports.flatMap(({ track }) => track ?? []))],
    phases: [...new Set(usable.map(({ phase }) => phase))],
    repeated,
    pending: files.some(({ state }) => ["waiting", "sending", "checking"].includes(state)),
  };
}

/** Tracks that several files of a phase are for. */
function repeatedTracks(files: readonly Checked[]): ReadonlySet<string> {
  const places = files.flatMap(({ phase, reports }) =>
    reports.flatMap(({ track }) => (track === null ? [] : [{ phase, track }])),
  );
  const isRepeated = ({ phase, track }: (typeof places)[number], at: number) =>
    places.findIndex((each) => each.phase === phase && each.track === track) !== at;
  return new Set(places.filter(isRepeated).map(({ track }) => track));
}
