/* The text around a passage within its paragraph, limited to a number of characters. A word at the limit is left
   out. */

const KEPT = 32;

export function before(prefix: string): string {
  const line = prefix.slice(prefix.lastIndexOf("\n") + 1);
  return line === prefix && isCut(prefix) ? line.replace(/^\S*\s+/, "… ") : line;
}

export function after(suffix: string): string {
  const [line = ""] = suffix.split("\n");
  return line === suffix && isCut(suffix) ? line.replace(/\s+\S*$/, " …") : line;
}

function isCut(text: string): boolean {
  return [...text].length >= KEPT;
}
