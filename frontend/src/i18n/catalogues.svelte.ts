/* The message catalogues in use and the current locale. A change of locale loads all of them before it takes effect, so that no page
   is shown in two languages. */

import { directionOf, isComplete, type Locale } from "./locales";
import type { Message, Plural, Table } from "./types";

export type Loader = () => Promise<{ default: Partial<Table> }>;

class Shown {
  /** Null until the first catalogues are loaded. */
  locale = $state.raw<Locale | null>(null);
}
const shown = new Shown();

let wanted: Locale = "en";
const catalogues: Catalogue[] = [];

export class Catalogue {
  readonly #tables: { [L in Locale]?: Partial<Table> } = {};

  constructor(readonly loaders: Readonly<Record<Locale, Loader>>) {
    catalogues.push(this);
  }

  has(locale: Locale): boolean {
    return locale in this.#tables;
  }

  async load(locale: Locale): Promise<void> {
    const table = (await this.loaders[locale]()).default;
    this.#tables[locale] = isComplete(locale)
      ? table
      : completed((await this.loaders.en()).default, table, import.meta.env.DEV);
  }

  find(key: string, locale: Locale): Message | undefined {
    return this.#tables[locale]?.[key];
  }
}

/** The locale of the texts on the page. Reactive. */
export function locale(): Locale {
  return shown.locale ?? wanted;
}

/** Returns whether the first texts are loaded. Reactive. */
export function hasTexts(): boolean {
  return shown.locale !== null;
}

/** Changes the language of the interface, once its texts are loaded. */
export async function chooseLocale(choice: Locale): Promise<void> {
  wanted = choice;
  try {
    await textsReady();
  } catch (error) {
    if (wanted === choice) wanted = locale();
    throw error;
  }
}

/** Returns a lazily loaded module after the catalogues that it and its imports use. */
export async function withTexts<Module>(module: Promise<Module>): Promise<Module> {
  const loaded = await module;
  await textsReady();
  return loaded;
}

/** Waits for the catalogues of the wanted locale and makes it the current one. */
export async function textsReady(): Promise<void> {
  for (;;) {
    const choice = wanted;
    const lacking = catalogues.filter((catalogue) => !catalogue.has(choice));
    if (lacking.length === 0) return turnTo(choice);
    await Promise.all(lacking.map((catalogue) => catalogue.load(choice)));
  }
}

function turnTo(choice: Locale): void {
  shown.locale = choice;
  document.documentElement.lang = choice;
  document.documentElement.dir = directionOf(choice);
}

/** Returns an incomplete catalogue completed from English; during development the added texts are marked. */
export function completed(english: Partial<Table>, begun: Partial<Table>, marked: boolean): Partial<Table> {
  const missing = Object.entries(english).filter(([key]) => !(key in begun));
  return {
    ...begun,
    ...Object.fromEntries(missing.map(([key, text]) => [key, marked ? text && mark(text) : text])),
  };
}

function mark(message: Message): Message {
  const signed = (text: string) => `⟦${text}⟧`;
  if (typeof message === "string") return signed(message);
  const forms: Plural = message;
  return { ...forms, ...(forms.one && { one: signed(forms.one) }), other: signed(forms.other) };
}
