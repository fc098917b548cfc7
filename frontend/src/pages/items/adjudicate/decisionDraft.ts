/* A curator's unsaved decision, stored in this browser. It survives navigation, a closed tab and a
   crash. */

import type { Span } from "../../../text/edits";
import { session } from "../../../shared/session.svelte";

/** The displayed state: the last decision (0: none) and the counted revisions by annotator. */
export interface Before {
  revision: number;
  seen: Record<string, number>;
}

/** `begun`: the name of what it starts from. */
export interface Undecided extends Before {
  begun: string;
  spans: Span[];
  labels: Record<string, string>;
  note: string;
  /** The stretches that were decided on. */
  settled: string[];
}

export class Draft {
  readonly #key: string;

  constructor(slug: string, item: number) {
    this.#key = `morel decision ${session.user?.username ?? ""} ${slug} ${item}`;
  }

  read(): Undecided | null {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.#key) ?? "null");
      return isUndecided(found) ? { ...found, settled: textsOf(found.settled) } : null;
    } catch {
      return null;
    }
  }

  /** False if the browser forbids storage or it is full. */
  keep(undecided: Undecided): boolean {
    try {
      localStorage.setItem(this.#key, JSON.stringify(undecided));
      return true;
    } catch {
      return false;
    }
  }

  forget(): void {
    try {
      localStorage.removeItem(this.#key);
    } catch {
      // Nothing was stored.
    }
  }
}

function isUndecided(found: unknown): found is Undecided {
  if (!isRecord(found)) return false;
  const { begun, spans, labels, note, revision, seen } = found;
  return (
    typeof begun === "string" &&
    typeof note === "string" &&
    typeof revision === "number" &&
    isRecord(seen) &&
    Object.values(seen).every((number) => typeof number === "number") &&
    Array.isArray(spans) &&
    spans.every(isSpan) &&
    isRecord(labels) &&
    Object.values(labels).every((choice) => typeof choice === "string")
  );
}

function isSpan(found: unknown): found is Span {
  if (!isRecord(found)) return false;
  const { id, label, start, end } = found;
  return (
    typeof id === "string" &&
    typeof label === "string" &&
    typeof start === "number" &&
    typeof end === "number"
  );
}

/** Drafts of earlier versions have none. */
function textsOf(found: unknown): string[] {
  return Array.isArray(found) ? found.filter((each) => typeof each === "string") : [];
}

function isRecord(found: unknown): found is Record<string, unknown> {
  return typeof found === "object" && found !== null && !Array.isArray(found);
}
