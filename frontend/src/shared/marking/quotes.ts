/* Marked text in a line of the interface. */

const LONGEST = 60;

/**
 * Both ends of a text that is too long for a sentence: what matters about a mark is where it begins and where it ends. Line
 * breaks show as signs, or two lines would read as one.
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
