/* Interface texts. A subject registers its catalogues in its index.ts and exports a translator `t`. Only the catalogue of the current
   locale is loaded, together with the page or the panel that uses it (withTexts).

   A translator is reactive: templates and $derived values that call it follow a change of the locale. */

import { Catalogue, locale } from "./catalogues.svelte";
import { interpolate } from "./interpolate";
import type { Begun } from "./locales";
import type { Arabic, French, Part, Spanish, Table, Translate } from "./types";
import type shared from "./en";

export { chooseLocale, hasTexts, locale, textsReady, withTexts } from "./catalogues.svelte";

type Texts<T> = () => Promise<{ default: T }>;

/** The catalogues of a subject. English gives the type; an incomplete translation does not compile. */
type Tables<T extends Table> = {
  en: Texts<T>;
  fr: Texts<NoInfer<French<T>>>;
  es: Texts<NoInfer<Spanish<T>>>;
  ar: Texts<NoInfer<Arabic<T>>>;
} & { [Each in Begun]: Texts<NoInfer<Part<T>>> };

const sharedTexts = new Catalogue({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});

/** Returns the translator of a subject, for its own and the shared texts. */
export function messages<T extends Table>(tables: Tables<T>): Translate<typeof shared & T> {
  return translator(new Catalogue(tables));
}

/** The shared texts. */
export const t: Translate<typeof shared> = translator();

function translator<T extends Table>(own?: Catalogue): Translate<T> {
  return (key, ...[values]) => {
    const name = String(key);
    const shown = locale();
    const message = own?.find(name, shown) ?? sharedTexts.find(name, shown);
    return message === undefined ? name : interpolate(message, values ?? {}, shown);
  };
}
