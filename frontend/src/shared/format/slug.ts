/* Names for machines, from names for people. */

/** Lower-case letters, digits and hyphens, at most so many; "" where a text has none of them. */
export function asciiSlug(text: string, length: number): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, length)
    .replace(/^-|-$/g, "");
}
