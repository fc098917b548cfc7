import { en } from "./en";
import { translator, type Table, type Translate } from "./translator";

/** The shared texts. */
export const t = translator(en);

/** A page's translator: its own texts and the shared ones. */
export function messages<const T extends Table>(own: T): Translate<typeof en & T> {
  return translator({ ...en, ...own });
}
