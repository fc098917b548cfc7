/* A person's preferences. A change takes effect at once, is stored in this browser (for the first paint and while the server is
   unreachable) and is sent a moment later. The last change wins, on whatever device it was made. */

import { setPreferences } from "../../api/endpoints";
import { ApiProblem } from "../../api/problem";
import type { Preferences } from "../../api/types";
import { chooseLocale } from "../../i18n";
import { bestLocale } from "../../i18n/locales";

export type Theme = Preferences["theme"];

/** Text sizes, as factors of the default, within the limits of the server. */
export const TEXT_SIZE = { min: 0.85, max: 1.6 };
export const LINE_HEIGHT = { min: 0.9, max: 1.5 };

/** The delay after the last change before it is sent. */
export const QUIET_MS = 600;

/** The storage key of the last preferences, which public/theme.js reads. With a user name appended: those of that user. */
const KEY = "morel.preferences";

const untouched: Preferences = {
  locale: "",
  theme: "system",
  text_size: 1,
  line_height: 1,
  snap: {},
  keys: {},
  time_zone: "",
};

type Kept = { values: Preferences; unsent: boolean };

export class PreferencesStore {
  #values = $state.raw(untouched);
  /** "" without a session. */
  #person = "";
  /** What the server is known to hold. */
  #sent = untouched;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  /** Changes that the server does not have yet, although it has been asked. */
  waiting = $state(false);
  /** Why the last change could not be made. */
  failure = $state.raw<unknown>(null);

  get locale() {
    return this.#values.locale;
  }
  get theme() {
    return this.#values.theme;
  }
  get text_size() {
    return this.#values.text_size;
  }
  get line_height() {
    return this.#values.line_height;
  }
  get snap() {
    return this.#values.snap;
  }
  get keys() {
    return this.#values.keys;
  }
  get time_zone() {
    return this.#values.time_zone;
  }

  /** Applies this browser's last preferences, unless those of the user are `known`, and follows changes of other tabs. Returns a
      function that stops it. */
  begin(known: Preferences | null = null): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    addEventListener("storage", ({ key }) => this.#follow(key), { signal });
    addEventListener("online", () => void this.#send(), { signal });
    void this.#hold(known ?? kept("")?.values ?? untouched);
    return () => {
      controller.abort();
      clearTimeout(this.#timer);
    };
  }

  /** Applies the preferences of a user who has logged in. Resolves when their texts are loaded. Changes made here while the
      server was unreachable are newer than the server's. */
  async belongTo(person: string, stored: Preferences): Promise<void> {
    const here = kept(person);
    this.#person = person;
    this.#sent = stored;
    this.waiting = false;
    this.failure = null;
    const shown = this.#hold(here?.unsent ? here.values : stored);
    // "Today" is the day where the person is.
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (timeZone && timeZone !== this.time_zone) this.change({ time_zone: timeZone });
    else void this.#send();
    await shown;
  }

  change(some: Partial<Preferences>): void {
    this.failure = null;
    void this.#hold({ ...this.#values, ...some });
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#send(), QUIET_MS);
  }

  /** The other tab has kept it, and sends it. */
  #follow(key: string | null): void {
    const theirs = key === keyOf(this.#person) ? kept(this.#person) : null;
    if (!theirs) return;
    this.#sent = theirs.values;
    void this.#show(theirs.values);
  }

  #hold(values: Preferences): Promise<void> {
    const shown = this.#show(values);
    this.#keep();
    return shown;
  }

  async #show(values: Preferences): Promise<void> {
    this.#values = values;
    const { documentElement: page } = document;
    if (values.theme === "system") delete page.dataset["theme"];
    else page.dataset["theme"] = values.theme;
    page.style.setProperty("--text-size", String(values.text_size));
    page.style.setProperty("--line-height", String(values.line_height));
    try {
      await chooseLocale(bestLocale([values.locale, ...navigator.languages]));
    } catch (error) {
      this.failure = error;
    }
  }

  #keep(): void {
    const text = JSON.stringify({ values: this.#values, unsent: this.#values !== this.#sent } satisfies Kept);
    try {
      localStorage.setItem(KEY, text);
      if (this.#person) localStorage.setItem(keyOf(this.#person), text);
    } catch {
      // Storage is refused: the choice holds in this tab, and on the server.
    }
  }

  async #send(): Promise<void> {
    if (this.#sending || !this.#person || this.#values === this.#sent) return;
    const person = this.#person;
    const values = this.#values;
    this.#sending = true;
    try {
      await setPreferences(values);
      if (person !== this.#person) return;
      this.#sent = values;
      this.waiting = false;
      this.#keep();
    } catch (error) {
      if (person === this.#person) this.#failed(error);
      return;
    } finally {
      this.#sending = false;
    }
    await this.#send();
  }

  /** What the server refuses will never be accepted; everything else waits for the network, the next change or the next visit. */
  #failed(error: unknown): void {
    this.waiting = !(error instanceof ApiProblem && error.status === 422);
    if (this.waiting) return;
    void this.#hold(this.#sent);
    this.failure = error;
  }
}

export const preferences = new PreferencesStore();

function keyOf(person: string): string {
  return person ? `${KEY}.${person}` : KEY;
}

/** Returns the stored preferences, or null if they are unreadable. */
function kept(person: string): Kept | null {
  try {
    const { values, unsent }: { values: Record<string, unknown>; unsent: unknown } = JSON.parse(
      localStorage.getItem(keyOf(person)) ?? "",
    );
    const sound = Object.entries(untouched).map(([name, own]) => [
      name,
      typeof values[name] === typeof own ? values[name] : own,
    ]);
    return { values: { ...untouched, ...Object.fromEntries(sound) }, unsent: unsent === true };
  } catch {
    return null;
  }
}
