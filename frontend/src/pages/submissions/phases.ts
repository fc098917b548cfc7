/* Which phase a submission goes to. */

import type { TaskPhase } from "../../api/taskDetails";

export interface Late<Phase = TaskPhase> {
  missed: Phase;
  /** The open phase in which submissions for the missed one count now. */
  post: Phase;
}

type Known = Pick<TaskPhase, "id" | "kind" | "split" | "state" | "starts_at">;

/** The phases that a submission can be made to now, the most recently started first. */
export function openPhases<Phase extends Known>(phases: readonly Phase[]): Phase[] {
  return phases
    .filter(({ state }) => state === "open")
    .sort((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at));
}

/** The phase that the page is about: open, paused, next or last. */
export function currentPhase<Phase extends Known>(phases: readonly Phase[]): Phase | null {
  const inOrder = [...phases].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at));
  return (
    openPhases(phases)[0] ??
    inOrder.find(({ state }) => state === "paused") ??
    inOrder.find(({ state }) => state === "upcoming") ??
    inOrder.at(-1) ??
    null
  );
}

/** The test phase that has ended most recently, if its late submissions go to an open post-competition phase. */
export function lateFor<Phase extends Known>(phases: readonly Phase[]): Late<Phase> | null {
  const [post] = openPhases(phases).filter(({ kind }) => kind === "post");
  const missed = [...phases]
    .sort((a, b) => Date.parse(b.starts_at) - Date.parse(a.starts_at))
    .find(({ kind, split, state }) => kind === "test" && split === post?.split && state === "ended");
  return post && missed ? { missed, post } : null;
}
