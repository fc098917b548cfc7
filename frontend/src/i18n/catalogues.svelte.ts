/* The tables that have been asked for so far, and the locale they are shown in. A change of locale loads all of them first and
   then turns them over at once, so that no page is ever half in one language. */

import { directionOf, isComplete, type Locale } from "./locales";
import type { Message, Plural, Table } from "./types";

export type Loader = () => Promise<{ default: Partial<Table> }>;

class Shown {
  /** Null until the first tables are there. */
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

/** Are there any texts to show yet? Reactive. */
export function hasTexts(): boolean {
  return shown.locale !== null;
}

/** Shows Morel in another language, as soon as its texts are there. */
export async function chooseLocale(choice: Locale): Promise<void> {
  wanted = choice;
  try {
    await textsReady();
  } catch (error) {
    if (wanted === choice) wanted = locale();
    throw error;
  }
}

/** A module, and with it the texts that it and its imports have registered. For everything that is loaded lazily. */
export async function withTexts<Module>(module: Promise<Module>): Promise<Module> {
  const loaded = await module;
  await textsReady();
  return loaded;
}

/** Everybody who waits turns the page over, so that nothing is rendered in a locale whose tables are still on their way. */
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

/** A table that has been begun, with English where it has nothing; while developing, one sees where. */
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
