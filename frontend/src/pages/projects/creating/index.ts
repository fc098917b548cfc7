/* Converts the fields of the form of a new project to the request. */

import { asciiSlug } from "../../../shared/format/slug";

/** A name for addresses, from a name for people. */
export function slugOf(name: string): string {
  return asciiSlug(name, 50);
}

/** Language tags with commas or spaces between them, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;،]+/u).filter(Boolean))];
}
