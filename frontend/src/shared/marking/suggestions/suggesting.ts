/* What can be done with the suggestions of a source: each is accepted or dismissed by itself. */
import type { AnnotationState, WorkItem } from "../../../api/types";
import { newSpanId } from "../../../saving/ids";
import { judgeIncorrect, toClaims } from "../../../text/claims";
import { addSpan, type Decision, type Marking } from "../../../text/edits";

export type Shown = NonNullable<AnnotationState["suggestions"]>;
export type Suggestion = Shown["spans"][number];
export type State = Decision | "open";

/** Returns the state of a suggestion. An accepted one is open again once no mark of its label overlaps it. */
export function stateOf(marking: Marking, { id, start, end, label }: Suggestion): State {
  const decision = marking.suggestions?.[id];
  if (decision !== "accepted") return decision ?? "open";
  const kept = marking.spans.some((span) => span.label === label && span.start < end && start < span.end);
  return kept ? decision : "open";
}

/** Makes the suggestion a mark like any other, in one step for undo. */
export function accepted(
  { marking, item }: { marking: Marking; item: Pick<WorkItem, "claims"> },
  suggestion: Suggestion,
): Marking {
  const { id, start, end, label } = suggestion;
  const mark = { id: newSpanId(), label };
  const claims = item.claims && toClaims(item.claims);
  const next = claims
    ? judgeIncorrect(
        marking,
        claims,
        claims.findIndex((claim) => claim.start === start && claim.end === end),
        mark,
      )
    : addSpan(marking, { ...mark, start, end });
  return { ...next, suggestions: { ...next.suggestions, [id]: "accepted" } };
}

export function dismissed(marking: Marking, { id }: Suggestion): Marking {
  return { ...marking, suggestions: { ...marking.suggestions, [id]: "dismissed" } };
}

/** Takes a decision back. */
export function reopened(marking: Marking, { id }: Suggestion): Marking {
  const others = Object.entries(marking.suggestions ?? {}).filter(([other]) => other !== id);
  return { ...marking, suggestions: Object.fromEntries(others) };
}
