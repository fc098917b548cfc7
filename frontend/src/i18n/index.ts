/* Interface texts. A folder names its tables once, in messages/index.ts, and gets a translator for them. Of these tables only
   the one of the chosen locale is loaded, with the page or the panel that needs it (withTexts).

   Texts follow a change of locale at once: whatever calls a translator in a template or in a $derived is rendered anew. */

import { Catalogue, locale } from "./catalogues.svelte";
import { interpolate } from "./interpolate";
import type { Begun } from "./locales";
import type { Arabic, French, Part, Spanish, Table, Translate } from "./types";
import type shared from "./en";

export { chooseLocale, hasTexts, locale, textsReady, withTexts } from "./catalogues.svelte";

type Texts<T> = () => Promise<{ default: T }>;

/** Where a folder's tables are. English gives the type; a translation that is not whole does not compile. */
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

/** A folder's translator: its own texts and the shared ones. */
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
