/* The keys that judge claims: those of the span labels, and the next digits that the scheme leaves free. */
import type { Scheme } from "../../../api/types";

export interface ClaimKeys {
  /** Of each span label. "" where the scheme has taken all digits, as below. */
  labels: readonly string[];
  correct: string;
  rest: string;
}

export function claimKeys({ span_labels, item_labels }: Scheme): ClaimKeys {
  const keyed = [...span_labels, ...item_labels.flatMap(({ choices }) => choices)];
  const free = [..."123456789"].filter((digit) => keyed.every(({ key }) => key !== digit));
  // A single label has no key of its own.
  const labels = span_labels.map(({ key }) => key || (free.shift() ?? ""));
  const [correct = "", rest = ""] = free;
  return { labels, correct, rest };
}
