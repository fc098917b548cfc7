/* The keys in force, as the key sheet lists them. */
import type { Scheme } from "../api/types";
import { t } from "./messages";

export interface KeyLine {
  /** One entry for each way to do it; the keys of one way are separated by blanks. */
  keys: readonly string[];
  text: string;
}

export interface KeyGroup {
  title: string;
  lines: readonly KeyLine[];
}

export function keysInForce(scheme: Scheme, hasGuidelines: boolean): KeyGroup[] {
  const groups = [
    { title: t("keys.marks"), lines: scheme.uses_spans ? markLines(scheme) : [] },
    { title: t("keys.text"), lines: scheme.uses_spans ? textLines() : [] },
    { title: t("keys.labels"), lines: labelLines(scheme) },
    { title: t("keys.item"), lines: itemLines(hasGuidelines) },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

function markLines(scheme: Scheme): KeyLine[] {
  const labels = scheme.span_labels.filter(({ key }) => key);
  return [
    ...labels.map(({ key, text }) => ({ keys: [shown(key)], text })),
    { keys: ["Alt"], text: t("keys.snap") },
    { keys: ["Alt ."], text: t("keys.next") },
    { keys: ["Backspace"], text: t("keys.remove") },
    { keys: ["Esc"], text: t("keys.deselect") },
    { keys: ["Ctrl Z"], text: t("answer.undo") },
    { keys: ["Shift Ctrl Z"], text: t("answer.redo") },
  ];
}

function textLines(): KeyLine[] {
  return [
    { keys: ["←", "→", "↑", "↓"], text: t("keys.caret") },
    { keys: ["Ctrl ←", "Ctrl →"], text: t("keys.word") },
    { keys: ["Shift"], text: t("keys.select") },
    { keys: ["Enter"], text: t("keys.mark") },
  ];
}

function labelLines(scheme: Scheme): KeyLine[] {
  const choices = scheme.item_labels.flatMap((label) =>
    label.choices.map(({ key, text }) => ({
      key,
      text: t("keys.choice", { label: label.text, choice: text }),
    })),
  );
  return [
    ...choices.filter(({ key }) => key).map(({ key, text }) => ({ keys: [shown(key)], text })),
    ...(scheme.uses_spans ? [{ keys: ["N"], text: t("flags.nothing") }] : []),
    { keys: ["U"], text: t("flags.unsure") },
  ];
}

function itemLines(hasGuidelines: boolean): KeyLine[] {
  return [
    { keys: ["Ctrl Enter"], text: t("act.submit") },
    { keys: ["S"], text: t("keys.skip") },
    { keys: ["Alt ↑", "Alt ↓"], text: t("keys.step") },
    ...(hasGuidelines ? [{ keys: ["H"], text: t("guidelines.name") }] : []),
    { keys: ["?"], text: t("keys.this") },
  ];
}

const shown = (key: string) => key.toUpperCase();
