/* Text as a reader compares it: without regard to case, accents, the marks that Arabic and Hebrew may be written with or without, the
   nukta of Indian scripts, the width and shape of letters, digits of different scripts, kinds of blanks, dashes and quotation marks.

   Each character is folded by itself, so that a place in the folded text leads back to exactly one character of the text. */

import type { TextRange } from "../../text/offsets";

export interface Folded {
  /** The folded text. Places in it are units of its own and never leave this file's callers. */
  text: string;
  /** For each unit of the folded text the character of the text it came from, in code points; at the end the text's length. */
  origin: Uint32Array;
}

/** Combining signs that readers leave out when they type. Vowel signs of Indian scripts are not among them. */
const LEFT_OUT = new RegExp(
  [
    "[\\u0300-\\u036f\\u1ab0-\\u1ace\\u1dc0-\\u1dff\\u20d0-\\u20f0\\ufe20-\\ufe2f]", // accents
    "[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]", // Hebrew points
    "\\u0640|[\\u0610-\\u061a\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u08d3-\\u08ff]", // tatweel, tashkeel
    "[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u0cbc]", // nukta
    "\\p{Cf}|[\\ufe00-\\ufe0f]", // joiners, directions, soft hyphens; variants
  ].join("|"),
  "gu",
);

/** What Unicode does not take apart, and readers do not keep apart: a character, and what it is folded to. */
const ALIKE = new Map(
  [
    "ıi øo đd ðd łl ħh ŧt ςσ æae œoe þth",
    "ٱا ىي یي ېي ےي ةه ۃه ہه ھه ەه کك",
    "‘' ’' ‚' ‛' ʼ' ′' ‹' ›' “\" ”\" „\" «\" »\" ″\" 「\" 」\"",
    "‐- ‑- ‒- –- —- ―- −- ،, ؛; ؟? ٫. ٬,",
  ]
    .flatMap((row) => row.split(" "))
    .map(([character = "", ...rest]) => [character, rest.join("")]),
);

const known = new Map<string, string>();

/** The folded form of one character. */
export function foldCharacter(character: string): string {
  let folded = known.get(character);
  if (folded === undefined) known.set(character, (folded = folding(character)));
  return folded;
}

function folding(character: string): string {
  if (/\s/u.test(character)) return /[\n\r\u2028\u2029]/.test(character) ? "\n" : " ";
  // To capitals and back, for ß and its like.
  const plain = character.toUpperCase().toLowerCase().normalize("NFKD").replace(LEFT_OUT, "").toLowerCase();
  return Array.from(plain, (each) => digit(each) ?? ALIKE.get(each) ?? each).join("");
}

/** The digits of a script are consecutive code points, from zero to nine. */
function digit(character: string): string | null {
  if (!/\p{Nd}/u.test(character)) return null;
  const code = character.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** In time and room proportional to the text. Several blanks in a row fold as one. */
export function fold(text: string): Folded {
  const units: string[] = [];
  let origin = new Uint32Array(text.length + 64);
  let size = 0;
  let offset = 0;
  let blank = false;
  for (const character of text) {
    const folded = foldCharacter(character);
    const again = blank && folded === " ";
    if (folded !== "" && !again) {
      units.push(folded);
      if (size + folded.length >= origin.length) origin = larger(origin);
      for (let unit = 0; unit < folded.length; unit += 1) origin[size++] = offset;
    }
    if (folded !== "") blank = folded === " ";
    offset += 1;
  }
  origin[size] = offset;
  return { text: units.join(""), origin: origin.subarray(0, size + 1) };
}

function larger(origin: Uint32Array): Uint32Array<ArrayBuffer> {
  const next = new Uint32Array(origin.length * 2);
  next.set(origin);
  return next;
}

/** A query is one line, however it was chosen. */
export function foldQuery(query: string): string {
  return fold(query.replace(/\s+/gu, " ").trim()).text;
}

/**
 * Returns the hits of the folded query in the text, in order, in code points. A hit ends before the next character that
 * shows in the folded text, so that a letter never loses its accent; where it begins or ends inside a character (the first s of
 * ß), it is widened to all of it.
 */
export function findAll({ text, origin }: Folded, query: string): TextRange[] {
  const hits: TextRange[] = [];
  if (query === "") return hits;
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    const start = origin[at] ?? 0;
    const last = origin[at + query.length - 1] ?? start;
    let after = at + query.length;
    while (origin[after] === last) after += 1;
    const end = origin[after] ?? start;
    if (start >= (hits.at(-1)?.end ?? 0)) hits.push({ start, end });
  }
  return hits;
}
