/* Which board an address is of. */

import type { TaskDetails, TaskPhase, TaskTrack } from "../../../api/taskDetails";

/** Returns the phase that a reader most likely wants: the latest with a board, else the open one, else the first. */
export function usualPhase(phases: readonly TaskPhase[]): TaskPhase | undefined {
  const visible = phases.filter(({ board_visible }) => board_visible);
  const open = (each: readonly TaskPhase[]) =>
    each.find(({ state }) => state === "open" || state === "paused");
  return open(visible) ?? visible.at(-1) ?? open(phases) ?? phases[0];
}

/** Returns the phase and track of `phase/track`, with the usual ones for missing parts; null if a named one does not exist. */
export function placeOf(
  { phases, tracks }: Pick<TaskDetails, "phases" | "tracks">,
  code: string,
): { phase: TaskPhase; track: TaskTrack } | null {
  const [phaseSlug, trackSlug] = code.split("/");
  const phase = phaseSlug ? phases.find(({ slug }) => slug === phaseSlug) : usualPhase(phases);
  const track = trackSlug ? tracks.find(({ slug }) => slug === trackSlug) : tracks[0];
  return phase && track ? { phase, track } : null;
}

/** When the board opens for everybody; null if that is not fixed. */
export function opensAt(phase: TaskPhase): string | null {
  return phase.results_at ?? phase.ends_at;
}
