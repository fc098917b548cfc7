/* The formats in which a table or a figure can be downloaded. */

export const tableFormats = ["csv", "json", "tex"] as const;
export const figureFormats = [...tableFormats, "svg"] as const;

/** The name of a format and the address of a file in it. */
export type FormatLink = readonly [format: string, address: string];

/** Returns a link for each format. `addressOf`: the address of the file with that ending. */
export function formatLinks<Ending extends (typeof figureFormats)[number]>(
  endings: readonly Ending[],
  addressOf: (ending: Ending) => string,
): FormatLink[] {
  return endings.map((ending) => [ending === "tex" ? "LaTeX" : ending.toUpperCase(), addressOf(ending)]);
}
