/* Slugs from names. */

/** Returns the text in lower-case letters, digits and hyphens, at most `most` of them; "" if it has none. */
export function asciiSlug(text: string, length: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, length)
    .replace(/^-|-$/g, "");
}
