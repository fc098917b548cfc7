/*
 * Consistency rules of a scheme: content that contradicts a choice. The server computes the same for what is submitted.
 */
import type { Marking } from "./edits";

/** `condition`: "any mark", "no mark", a span label, or "label:choice" of an item label. `choice`: "label:choice". */
export interface ConsistencyRule {
  condition: string;
  choice: string;
}

export const ANY_MARK = "any mark";
export const NO_MARK = "no mark";

/** Returns what identifies a rule in filters and annotations. */
export function ruleCode({ condition, choice }: ConsistencyRule): string {
  return `${condition} & ${choice}`;
}

/** Returns the rules that a marking breaks, in their order. */
export function brokenRules<R extends ConsistencyRule>(
  rules: readonly R[],
  { spans, labels }: Pick<Marking, "spans" | "labels">,
): R[] {
  const content = new Set([
    spans.length > 0 ? ANY_MARK : NO_MARK,
    ...spans.map(({ label }) => label),
    ...Object.entries(labels).map(([label, choice]) => `${label}:${choice}`),
  ]);
  return rules.filter(({ condition, choice }) => content.has(condition) && content.has(choice));
}
