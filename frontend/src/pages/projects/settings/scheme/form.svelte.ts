/* A scheme while it is edited: rows that can be moved, and whether it differs from the stored scheme. */

import type {
  Choice,
  ConsistencyRule,
  ItemLabel,
  Scheme,
  SpanLabel,
  WriteScheme,
} from "../../../../api/types";
import { isLocale, localeNames } from "../../../../i18n/locales";
import { ANY_MARK, NO_MARK } from "../../../../text/consistency";
import { asciiSlug } from "../../../../shared/format/slug";

/** The languages that texts can be translated to: those of the interface. */
export const LOCALES = Object.keys(localeNames).filter(isLocale);

/** What has a text, and the text by language. */
export interface Translated {
  text: string;
  texts: Record<string, string>;
}

/** A span label or a choice. `given`: its machine-readable name was typed. Until then it is derived from the text. */
export interface Row extends Translated {
  id: number;
  name: string;
  given: boolean;
  key: string;
  color: number;
}

export interface Question extends Translated {
  id: number;
  name: string;
  given: boolean;
  required: boolean;
  choices: Row[];
}

/**
 * A consistency rule. `condition` is "any mark", "no mark" or the id of a span label or choice, `choice` the id of a choice: so a
 * rule keeps its labels while they are renamed.
 */
export interface Rule {
  id: number;
  condition: string;
  choice: string;
}

let ids = 0;
const next = () => (ids += 1);

export class Form {
  usesSpans = $state(true);
  spans: Row[] = $state([]);
  questions: Question[] = $state([]);
  rules: Rule[] = $state([]);

  constructor(scheme: Scheme) {
    this.fill(scheme);
  }

  fill(scheme: Scheme): void {
    this.usesSpans = scheme.uses_spans;
    this.spans = scheme.span_labels.map((label) => ({ ...rowOf(label), color: label.color }));
    this.questions = scheme.item_labels.map(({ choices, ...label }) => ({
      ...label,
      texts: { ...label.texts },
      id: next(),
      given: true,
      choices: choices.map(rowOf),
    }));
    const names = this.#names();
    const idOf = (wanted: string) => names.find(({ name }) => name === wanted)?.id ?? wanted;
    this.rules = scheme.consistency_rules.map(({ condition, choice }) => ({
      id: next(),
      condition: idOf(condition),
      choice: idOf(choice),
    }));
  }

  /** The name of every condition and choice in rules, by its id. */
  #names(): { id: string; name: string }[] {
    const words = [ANY_MARK, NO_MARK].map((word) => ({ id: word, name: word }));
    const marks = this.spans.map((row) => ({ id: String(row.id), name: spanOf(row).name }));
    const choices = this.questions.flatMap((question) =>
      question.choices.map((row) => ({
        id: String(row.id),
        name: `${labelOf(question).name}:${choiceOf(row).name}`,
      })),
    );
    return [...(this.usesSpans ? [...words, ...marks] : []), ...choices];
  }

  /** The question of a choice. */
  questionOf(choice: string): Question | undefined {
    return this.questions.find(({ choices }) => choices.some(({ id }) => String(id) === choice));
  }

  /** The choices that a condition can contradict: not those of its own question. */
  choicesFor(condition: string): { question: Question; choices: Row[] }[] {
    const own = this.questionOf(condition);
    const others = this.questions.filter((question) => question !== own);
    return others.map((question) => ({ question, choices: question.choices }));
  }

  /** The conditions that have a choice to contradict. */
  get conditions(): string[] {
    return this.#names().flatMap(({ id }) => (this.choicesFor(id).length > 0 ? [id] : []));
  }

  addRule(): void {
    const [condition] = this.conditions;
    if (condition !== undefined) this.rules.push({ id: next(), ...this.#fitting({ condition, choice: "" }) });
  }

  setCondition(rule: Rule, condition: string): void {
    Object.assign(rule, this.#fitting({ condition, choice: rule.choice }));
  }

  #fitting({ condition, choice }: Omit<Rule, "id">): Omit<Rule, "id"> {
    const fitting = this.choicesFor(condition).flatMap(({ choices }) => choices.map(({ id }) => String(id)));
    return { condition, choice: fitting.includes(choice) ? choice : (fitting[0] ?? "") };
  }

  /** A rule as it is sent. Null: one of its labels has been removed, and so is the rule. */
  ruleOf({ condition, choice }: Rule): ConsistencyRule | null {
    const names = this.#names();
    const [of, chosen] = [condition, choice].map((wanted) => names.find(({ id }) => id === wanted)?.name);
    return of !== undefined && chosen !== undefined ? { condition: of, choice: chosen } : null;
  }

  addQuestion(): void {
    const empty = { id: next(), text: "", texts: {}, name: "", given: false, required: true };
    this.questions.push({ ...empty, choices: [newRow([]), newRow([])] });
  }

  /** As it is sent. */
  written(version: number): WriteScheme {
    return {
      version,
      span_labels: this.usesSpans ? this.spans.map(spanOf) : [],
      item_labels: this.questions.map(labelOf),
      consistency_rules: this.rules.flatMap((rule) => this.ruleOf(rule) ?? []),
    };
  }
}

/** With the first colour that no other has. */
export function newRow(others: readonly Row[]): Row {
  const used = others.map(({ color }) => color);
  const color = [1, 2, 3, 4, 5, 6].find((each) => !used.includes(each)) ?? 1;
  return { id: next(), text: "", texts: {}, name: "", given: false, key: "", color };
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

/** The number key of every label and choice, as the server gives them: its own, or the next that is free. A single span
    label needs none. */
export function keyed(scheme: WriteScheme): Scheme {
  const { version, span_labels, item_labels, consistency_rules = [], unit = "characters" } = scheme;
  const rows = [...span_labels, ...item_labels.flatMap(({ choices }) => choices)];
  const own = rows.map(({ key }) => key);
  const free = [..."123456789"].filter((key) => !own.includes(key));
  const key = <R extends { key: string }>(row: R): R => ({ ...row, key: row.key || (free.shift() ?? "") });
  return {
    version,
    uses_spans: span_labels.length > 0,
    evidence: "off",
    consistency_rules,
    unit,
    span_labels: span_labels.length > 1 ? span_labels.map(key) : span_labels,
    item_labels: item_labels.map((label) => ({ ...label, choices: label.choices.map(key) })),
  };
}

function rowOf({ name, text, texts, key }: Choice): Row {
  return { id: next(), text, texts: { ...texts }, name, given: true, key, color: 1 };
}

/** Without empty translations, in the order of the languages, so that equal texts are equal JSON. */
function written({ texts }: Translated): Record<string, string> {
  const given = LOCALES.map((locale) => [locale, texts[locale]?.trim() ?? ""] as const);
  return Object.fromEntries(given.filter(([, text]) => text));
}

function spanOf({ text, texts, name, given, key, color }: Row): SpanLabel {
  return { text, texts: written({ text, texts }), name: given ? name : nameOf(text), key, color };
}

function choiceOf({ text, texts, name, given, key }: Row): Choice {
  return { text, texts: written({ text, texts }), name: given ? name : nameOf(text), key };
}

function labelOf({ text, texts, name, given, required, choices }: Question): ItemLabel {
  const names = { text, texts: written({ text, texts }), name: given ? name : nameOf(text) };
  return { ...names, required, choices: choices.map(choiceOf) };
}
