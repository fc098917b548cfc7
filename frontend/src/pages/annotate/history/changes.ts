/* Describes in a line what a revision changed. */
import type { Content, Scheme, Span } from "../../../api/types";

export type Change =
  | { kind: "added" | "removed" | "moved" | "relabelled"; n: number }
  /** `choice` is empty where a label was taken off. */
  | { kind: "label"; label: string; choice: string }
  | { kind: "nothing" | "unsure"; on: boolean }
  | { kind: "comment" | "links" | "evidence" };

/** In the order of the page. `before` is null for the first save. */
export function changesBetween(before: Content | null, after: Content, scheme: Scheme): Change[] {
  return [
    ...markChanges(before?.spans ?? [], after.spans),
    ...flagChange("nothing", before?.nothing_to_mark ?? false, after.nothing_to_mark),
    ...flagChange("unsure", before?.unsure ?? false, after.unsure),
    ...labelChanges(before?.labels ?? {}, after.labels, scheme),
    ...((before?.comment ?? "") === after.comment ? [] : [{ kind: "comment" as const }]),
    ...(addresses(before) === addresses(after) ? [] : [{ kind: "links" as const }]),
    ...(quotes(before) === quotes(after) ? [] : [{ kind: "evidence" as const }]),
  ];
}

/** A mark keeps its id while it is moved or gets another label. */
function markChanges(before: readonly Span[], after: readonly Span[]): Change[] {
  const old = new Map(before.map((span) => [span.id, span]));
  const kept = after.filter(({ id }) => old.has(id));
  const counts = {
    added: after.length - kept.length,
    removed: before.length - kept.length,
    moved: kept.filter(({ id, start, end }) => old.get(id)?.start !== start || old.get(id)?.end !== end)
      .length,
    relabelled: kept.filter(({ id, label }) => old.get(id)?.label !== label).length,
  };
  const kinds = ["added", "removed", "moved", "relabelled"] as const;
  return kinds.filter((kind) => counts[kind] > 0).map((kind) => ({ kind, n: counts[kind] }));
}

function flagChange(kind: "nothing" | "unsure", before: boolean, on: boolean): Change[] {
  return before === on ? [] : [{ kind, on }];
}

function labelChanges(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  scheme: Scheme,
): Change[] {
  return scheme.item_labels
    .filter(({ name }) => before[name] !== after[name])
    .map(({ name, text, choices }) => ({
      kind: "label",
      label: text,
      choice: choices.find((choice) => choice.name === after[name])?.text ?? "",
    }));
}

function addresses(content: Content | null): string {
  return (content?.links ?? []).map(({ url }) => url).join("\n");
}

function quotes(content: Content | null): string {
  const evidence = content?.evidence ?? [];
  return JSON.stringify(
    evidence.map(({ span, kind, snapshot, start, end }) => [span, kind, snapshot, start, end]),
  );
}
