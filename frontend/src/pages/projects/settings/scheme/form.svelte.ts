/* A scheme while it is edited: rows that can be moved, and whether it differs from the stored scheme. */

import type { Choice, ItemLabel, Scheme, SpanLabel, WriteScheme } from "../../../../api/types";
import { asciiSlug } from "../../../../shared/format/slug";

/** A span label or a choice. `given`: its machine-readable name was typed. Until then it is derived from the text. */
export interface Row {
  id: number;
  text: string;
  name: string;
  given: boolean;
  key: string;
  color: number;
}

export interface Question {
  id: number;
  text: string;
  name: string;
  given: boolean;
  required: boolean;
  choices: Row[];
}

let ids = 0;
const next = () => (ids += 1);

export class Form {
  usesSpans = $state(true);
  spans: Row[] = $state([]);
  questions: Question[] = $state([]);

  constructor(scheme: Scheme) {
    this.fill(scheme);
  }

  fill(scheme: Scheme): void {
    this.usesSpans = scheme.uses_spans;
    this.spans = scheme.span_labels.map((label) => ({ ...rowOf(label), color: label.color }));
    this.questions = scheme.item_labels.map(({ choices, ...label }) => ({
      ...label,
      id: next(),
      given: true,
      choices: choices.map(rowOf),
    }));
  }

  addQuestion(): void {
    const empty = { id: next(), text: "", name: "", given: false, required: true };
    this.questions.push({ ...empty, choices: [newRow([]), newRow([])] });
  }

  /** As it is sent. */
  written(version: number): WriteScheme {
    return {
      version,
      span_labels: this.usesSpans ? this.spans.map(spanOf) : [],
      item_labels: this.questions.map(labelOf),
    };
  }
}

/** With the first colour that no other has. */
export function newRow(others: readonly Row[]): Row {
  const used = others.map(({ color }) => color);
  const color = [1, 2, 3, 4, 5, 6].find((each) => !used.includes(each)) ?? 1;
  return { id: next(), text: "", name: "", given: false, key: "", color };
}

/** Moves a row by one step, unless it is at the end. */
export function move<T>(list: T[], from: number, step: 1 | -1): boolean {
  const to = from + step;
  if (to < 0 || to >= list.length) return false;
  list.splice(to, 0, ...list.splice(from, 1));
  return true;
}

export function nameOf(text: string): string {
  return asciiSlug(text, 64);
}

/** The number key of every label and choice: its own, or the next that is free, as the server gives them. */
export function keyed({ version, span_labels, item_labels }: WriteScheme): Scheme {
  const rows = [...span_labels, ...item_labels.flatMap(({ choices }) => choices)];
  const own = rows.map(({ key }) => key);
  const free = [..."123456789"].filter((key) => !own.includes(key));
  const key = <R extends { key: string }>(row: R): R => ({ ...row, key: row.key || (free.shift() ?? "") });
  return {
    version,
    uses_spans: span_labels.length > 0,
    evidence: "off",
    span_labels: span_labels.map(key),
    item_labels: item_labels.map((label) => ({ ...label, choices: label.choices.map(key) })),
  };
}

function rowOf({ name, text, key }: Choice): Row {
  return { id: next(), text, name, given: true, key, color: 1 };
}

function spanOf({ text, name, given, key, color }: Row): SpanLabel {
  return { text, name: given ? name : nameOf(text), key, color };
}

function choiceOf({ text, name, given, key }: Row): Choice {
  return { text, name: given ? name : nameOf(text), key };
}

function labelOf({ text, name, given, required, choices }: Question): ItemLabel {
  return { text, name: given ? name : nameOf(text), required, choices: choices.map(choiceOf) };
}
