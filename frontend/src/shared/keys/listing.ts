/* The lines of the key sheet: commands with changeable keys, and fixed keys. */
import type { Scheme } from "../../api/types";
import { t as page } from "../../i18n/annotate";
import type { CommandName } from "./commands";
import { t as claims } from "../../i18n/claims";
import { t } from "../../i18n/keys";
import { claimKeys } from "../marking/claims/keys";

export type KeyLine = { text: string } & (
  | { command: CommandName }
  /** Strokes that cannot be changed: those of the scheme, of the caret and of the hand that drags. */
  | { strokes: readonly string[] }
);

export interface KeyGroup {
  title: string;
  lines: readonly KeyLine[];
}

export function keysInForce(scheme: Scheme, hasGuidelines: boolean): KeyGroup[] {
  const draws = scheme.uses_spans && scheme.unit !== "claims";
  const groups = [
    { title: claims("keys.claims"), lines: scheme.unit === "claims" ? claimLines(scheme) : [] },
    { title: t("keys.marks"), lines: draws ? markLines(scheme) : [] },
    { title: t("keys.text"), lines: draws ? textLines() : [] },
    { title: t("keys.labels"), lines: labelLines(scheme) },
    { title: t("keys.item"), lines: itemLines(scheme, hasGuidelines) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

const stepLines = (): KeyLine[] => [
  { command: "undo", text: page("answer.undo") },
  { command: "redo", text: page("answer.redo") },
];

/** The keys that judge claims, where the unit of the scheme is the claim. */
export function keysOfClaims(scheme: Scheme): { key: string; text: string }[] {
  if (scheme.unit !== "claims") return [];
  const { labels, correct, rest } = claimKeys(scheme);
  const one = labels.length === 1;
  return [
    ...scheme.span_labels.map(({ text }, position) => ({
      key: labels[position] ?? "",
      text: one ? claims("act.incorrect") : text,
    })),
    { key: correct, text: claims("act.correct") },
    { key: rest, text: claims("act.rest") },
  ];
}

function claimLines(scheme: Scheme): KeyLine[] {
  return [
    ...keyed(keysOfClaims(scheme), ({ text }) => text),
    { strokes: ["ArrowLeft", "ArrowRight"], text: claims("keys.move") },
    { strokes: ["Home", "End"], text: claims("keys.ends") },
    { strokes: ["Enter"], text: claims("keys.toggle") },
    ...stepLines(),
  ];
}

function markLines(scheme: Scheme): KeyLine[] {
  return [
    ...keyed(scheme.span_labels, ({ text }) => text),
    { strokes: ["Alt+"], text: t("keys.snap") },
    { command: "next-mark", text: t("keys.next") },
    { command: "remove", text: t("keys.remove") },
    { strokes: ["Escape"], text: t("keys.deselect") },
    ...stepLines(),
  ];
}

function textLines(): KeyLine[] {
  return [
    { strokes: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], text: t("keys.caret") },
    { strokes: ["Ctrl+ArrowLeft", "Ctrl+ArrowRight"], text: t("keys.word") },
    { strokes: ["Shift+"], text: t("keys.select") },
    { strokes: ["Enter"], text: t("keys.mark") },
    { command: "mark-exact", text: t("keys.exact") },
  ];
}

function labelLines(scheme: Scheme): KeyLine[] {
  const choices = scheme.item_labels.flatMap((label) =>
    keyed(label.choices, (choice) => t("keys.choice", { label: label.text, choice: choice.text })),
  );
  return [
    ...(scheme.uses_spans ? [] : stepLines()),
    ...choices,
    ...(scheme.uses_spans && scheme.unit !== "claims"
      ? [{ command: "nothing", text: page("flags.nothing") } as const]
      : []),
    { command: "unsure", text: page("flags.unsure") },
  ];
}

function itemLines(scheme: Scheme, hasGuidelines: boolean): KeyLine[] {
  return [
    { command: "submit", text: page("act.submit") },
    { command: "skip", text: t("keys.skip") },
    { command: "previous", text: t("keys.previous") },
    { command: "next", text: t("keys.following") },
    { command: "find", text: t("keys.find") },
    { command: "look-up", text: t(scheme.uses_spans ? "keys.lookup" : "keys.lookup.selection") },
    ...(scheme.uses_spans && scheme.evidence !== "off"
      ? [{ command: "attach", text: t("keys.attach") } as const]
      : []),
    ...(hasGuidelines ? [{ command: "guidelines", text: page("guidelines.name") } as const] : []),
    { command: "queues", text: t("keys.queues") },
    { command: "history", text: t("keys.history") },
    { command: "ask", text: t("keys.ask") },
    { command: "keys", text: t("keys.this") },
  ];
}

function keyed<Each extends { key: string }>(all: readonly Each[], name: (each: Each) => string): KeyLine[] {
  return all.filter(({ key }) => key).map((each) => ({ strokes: [placeOfKey(each.key)], text: name(each) }));
}

/** Returns the physical key of a scheme's key, which is named by what is printed on it. */
export function placeOfKey(key: string): string {
  return /\d/.test(key) ? `Digit${key}` : `Key${key.toUpperCase()}`;
}
