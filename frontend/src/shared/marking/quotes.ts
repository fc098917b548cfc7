/* Marked text within interface texts. */

const LONGEST = 60;

/**
 * Shortens a text to its beginning and its end. Line breaks become visible signs.
 */
export function shortened(text: string): string {
  const characters = [...text];
  const half = LONGEST / 2;
  const shown =
    characters.length > LONGEST
      ? [...characters.slice(0, half), "…", ...characters.slice(-half)]
      : characters;
  return shown.join("").replace(/\r\n|[\n\r\u2028\u2029]/g, "⏎");
}
