/*
 * Stores the span label that a person used last in this browser, so that they choose it once for many marks. A scheme is
 * identified by the names of its labels.
 */
import type { SpanLabel } from "../../api/types";
import { session } from "../session.svelte";

export function lastLabel(labels: readonly SpanLabel[]): string {
  const last = read(labels);
  return (labels.find(({ name }) => name === last) ?? labels[0])?.name ?? "";
}

export function rememberLabel(labels: readonly SpanLabel[], name: string) {
  if (labels.length < 2) return;
  try {
    localStorage.setItem(keyOf(labels), name);
  } catch {
    // The browser forbids storage: the label is kept for this item only.
  }
}

function read(labels: readonly SpanLabel[]): string | null {
  try {
    return labels.length < 2 ? null : localStorage.getItem(keyOf(labels));
  } catch {
    return null;
  }
}

function keyOf(labels: readonly SpanLabel[]): string {
  return `morel.label.${session.user?.username ?? ""}.${labels.map(({ name }) => name).join(",")}`;
}
