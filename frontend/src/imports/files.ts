/* What can be told from a file before it is sent: how large it is, and whether it holds annotations. */

import type { ImportKind } from "../api/types";
import { t } from "./messages";

/** Enough for the first record of any file that people annotate. */
const HEAD_BYTES = 256 * 1024;

const ANNOTATIONS = "annotations";

export async function guessKind(file: Blob, hasItems: boolean): Promise<ImportKind> {
  if (!hasItems) return "items";
  const head = await file.slice(0, HEAD_BYTES).text();
  return columnsOf(head).includes(ANNOTATIONS) ? "annotations" : "items";
}

/** The columns in the first line, as far as they can be told without knowing the format; the server looks closely. */
export function columnsOf(head: string): string[] {
  const line =
    head
      .replace(/^\uFEFF/, "")
      .trimStart()
      .split(/\r\n|\r|\n/, 1)[0] ?? "";
  return line.startsWith("{")
    ? keysOf(line)
    : line.split(/[,;\t|]/).map((name) => name.replace(/^"|"$/g, "").trim());
}

/** The keys of a JSON object. A line that was cut short by the end of the head is searched for the one that matters. */
function keysOf(line: string): string[] {
  try {
    const record: unknown = JSON.parse(line);
    return record !== null && typeof record === "object" ? Object.keys(record) : [];
  } catch {
    return line.includes(`"${ANNOTATIONS}":`) ? [ANNOTATIONS] : [];
  }
}

/** "640 bytes", "12.5 kB", "1.2 MB" */
export function fileSize(bytes: number): string {
  const places = (value: number) => Number(value.toPrecision(3));
  if (bytes < 1e3) return t("size.bytes", { n: bytes });
  if (bytes < 1e6) return t("size.kilobytes", { n: places(bytes / 1e3) });
  if (bytes < 1e9) return t("size.megabytes", { n: places(bytes / 1e6) });
  return t("size.gigabytes", { n: places(bytes / 1e9) });
}

const DELIMITERS = { ",": "comma", ";": "semicolon", "\t": "tab", "|": "bar" } as const;

export function delimiterName(delimiter: string): string {
  const found = Object.entries(DELIMITERS).find(([sign]) => sign === delimiter);
  return found ? t(`delimiter.${found[1]}`) : t("delimiter.other", { delimiter });
}
