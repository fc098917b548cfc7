/*
 * Undo and redo over immutable states. States share what did not change, so that storing whole states is cheap.
 */

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** Steps of one non-empty group in a row, such as the letters of a comment, are undone together. */
  readonly group: string;
}

/** Limits the memory of a long session on one item. */
const MOST_STEPS = 500;

export function begin<T>(present: T): History<T> {
  return { past: [], present, future: [], group: "" };
}

export function record<T>(history: History<T>, next: T, group = ""): History<T> {
  if (next === history.present) return history;
  const continues = group !== "" && group === history.group;
  const past = continues ? history.past : [...history.past, history.present].slice(-MOST_STEPS);
  return { past, present: next, future: [], group };
}

/** Changes the present without an undo step: for what the server adds, such as the title of a link. */
export function amend<T>(history: History<T>, present: T): History<T> {
  return { ...history, present };
}

export function undo<T>(history: History<T>): History<T> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    group: "",
  };
}

export function redo<T>(history: History<T>): History<T> {
  const next = history.future[0];
  if (next === undefined) return history;
  return {
    past: [...history.past, history.present],
    present: next,
    future: history.future.slice(1),
    group: "",
  };
}
