/* What a person has typed for the next submission to a task, kept in the browser until it is sent. */

import { asAnswers } from "../side/questions";

export interface Draft {
  system: string;
  answers: Record<string, string | boolean>;
}

const EMPTY: Draft = { system: "", answers: {} };

function keyOf(person: string, task: string): string {
  return `morel.submission.${person}.${task}`;
}

/** The browser may refuse to store anything. */
function storage(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

export function readDraft(person: string, task: string): Draft {
  const stored = storage()?.getItem(keyOf(person, task));
  if (!stored) return EMPTY;
  try {
    const draft: Partial<Draft> | null = JSON.parse(stored);
    return {
      system: typeof draft?.system === "string" ? draft.system : "",
      answers: asAnswers(draft?.answers),
    };
  } catch {
    return EMPTY;
  }
}

export function storeDraft(person: string, task: string, draft: Draft): void {
  try {
    storage()?.setItem(keyOf(person, task), JSON.stringify(draft));
  } catch {
    // No room: the page still holds it.
  }
}
