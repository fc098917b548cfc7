/* The first words of a description in Markdown, as plain text. */

/** Returns the first line that is no heading, without marks of emphasis, code and links; "" if there is none. */
export function firstLine(markdown: string): string {
  const line = markdown.split("\n").find((each) => each.trim() && !each.trimStart().startsWith("#")) ?? "";
  return line
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]|(?<!\w)_|_(?!\w)/g, "")
    .trim();
}
