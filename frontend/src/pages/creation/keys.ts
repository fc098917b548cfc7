/* The keys for verdicts: physical keys, the same on every layout. A person who has turned off letters as keys uses the buttons. */

import type { VerdictKind } from "../../api/types";
import { capsOf } from "../../shared/keys/caps.svelte";
import { hasLetters, type OwnKeys, strokeOf } from "../../shared/keys/commands";
import { type Keystroke, strokesOf } from "../../shared/keys/strokes";

const strokes: Readonly<Record<VerdictKind, string>> = { accept: "KeyA", reject: "KeyR", unusable: "KeyN" };
const kinds: readonly VerdictKind[] = ["accept", "reject", "unusable"];

export function verdictOf(event: Keystroke, own: OwnKeys): VerdictKind | "undo" | null {
  const pressed = strokesOf(event);
  if (pressed.includes(strokeOf("undo", own))) return "undo";
  if (!hasLetters(own)) return null;
  return kinds.find((kind) => pressed.includes(strokes[kind])) ?? null;
}

/** Returns "A", or "" if letters are no keys. */
export function capOfVerdict(kind: VerdictKind, own: OwnKeys): string {
  return hasLetters(own) ? capsOf(strokes[kind]) : "";
}
