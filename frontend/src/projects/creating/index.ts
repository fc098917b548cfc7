/* What is typed, as the server takes it. */

/** A name for addresses, from a name for people. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replace(/^-|-$/g, "");
}

/** Language tags with commas or spaces between them, each once. */
export function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;،]+/u).filter(Boolean))];
}
