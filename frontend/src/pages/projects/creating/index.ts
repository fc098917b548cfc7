/* What is typed, as the server takes it. */

import { inAscii } from "../../../shared/format/slug";

/** A name for addresses, from a name for people. */
export function slugOf(name: string): string {
  return inAscii(name, 50);
}

/** Language tags with commas or spaces between them, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;،]+/u).filter(Boolean))];
}
