/* Dates and numbers, however they are written: "3 October 1887", "October 3rd, 1887", "3.10.1887" and "1887-10-03" are one day, and
   "12,500", "12 500" and "12.500" one number. Where a writing can be read in two ways, both count. */

import { fold } from "./folding";

export interface Quantity {
  /** Every way to read it; two are the same where they share one. */
  readings: readonly string[];
  /** Half-open, in units of the folded text it was read from. */
  start: number;
  end: number;
}

const NUMBER = /\d+(?:[.,' ]\d{3}(?!\d))*(?:[.,]\d+)?/g;
const ISO = /(\d{3,4})-(\d{1,2})-(\d{1,2})/g;
const NUMERIC = /(\d{1,2})[./-](\d{1,2})[./-](\d{4})/g;
const CHINESE = /(\d{3,4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?/g;

/** All dates and numbers of a folded text, in order. The digits of a date are no numbers besides. */
export function quantities(text: string, languages: readonly string[]): Quantity[] {
  const found: Quantity[] = [];
  const free = (start: number, end: number) => !found.some((each) => each.start < end && start < each.end);
  const add = (match: RegExpExecArray, readings: readonly string[]) => {
    const [start, end] = [match.index, match.index + match[0].length];
    if (readings.length > 0 && free(start, end)) found.push({ readings, start, end });
  };
  for (const [pattern, read] of datePatterns(languages)) {
    for (const match of text.matchAll(pattern)) add(match, read(match.slice(1)));
  }
  const dates = found.length;
  for (const match of text.matchAll(NUMBER)) {
    if (dates > 0 && !free(match.index, match.index + match[0].length)) continue;
    found.push({
      readings: numberReadings(match[0]),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

export function isSame(a: Quantity, b: Quantity): boolean {
  return a.readings.some((reading) => b.readings.includes(reading));
}

function numberReadings(text: string): string[] {
  const plain = text.replace(/[' ]/g, "");
  const parts = plain.split(/[.,]/);
  const whole = parts.join("");
  if (parts.length === 1) return [String(BigInt(whole))];
  const last = parts.at(-1) ?? "";
  const decimal = `${BigInt(parts.slice(0, -1).join("")).toString()}.${last}`.replace(/\.?0+$/, "");
  const groups = parts.slice(1).every((part) => part.length === 3);
  return groups ? [String(BigInt(whole)), ...(parts.length === 2 ? [decimal] : [])] : [decimal];
}

type Reading = (parts: readonly (string | undefined)[]) => string[];

function datePatterns(languages: readonly string[]): [RegExp, Reading][] {
  const months = monthsOf(languages);
  const names = [...months.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const name = `(?<![\\p{L}\\p{M}])(${names.join("|")})(?![\\p{L}\\p{M}])\\.?`;
  const of = "(?:de |del |d'|of )?";
  const day = "(?<!\\d)(\\d{1,2})(?:st|nd|rd|th|er|[.ºª])?";
  const year = "(\\d{3,4})(?!\\d)";
  const month = (text: string | undefined) => months.get(text ?? "");
  return [
    [ISO, ([y, m, d]) => dayReadings(y, m, d)],
    [NUMERIC, ([a, b, y]) => [...new Set([...dayReadings(y, b, a), ...dayReadings(y, a, b)])]],
    [
      CHINESE,
      ([y, m, d]) => (d ? dayReadings(y, m, d) : m ? [`${Number(y)}-${Number(m)}`] : [`${Number(y)}`]),
    ],
    [pattern(`${day} ?${of}${name},? ?${of}${year}`), ([d, m, y]) => dayReadings(y, month(m), d)],
    [pattern(`${name} ${day},? ${year}`), ([m, d, y]) => dayReadings(y, month(m), d)],
    [pattern(`${name},? ?${of}${year}`), ([m, y]) => [`${Number(y)}-${month(m) ?? ""}`]],
  ];
}

function dayReadings(
  year: string | undefined,
  month: string | number | undefined,
  day: string | undefined,
): string[] {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  return m >= 1 && m <= 12 && d >= 1 && d <= 31 ? [`${y}-${m}-${d}`] : [];
}

const pattern = (text: string) => new RegExp(text, "gu");
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Arabic has two families of month names, by country. */
const VARIANTS: Readonly<Record<string, readonly string[]>> = { ar: ["ar-EG", "ar-SY", "ar-MA"] };

/** The folded names of months, long and short, alone and as they stand beside a day. */
function monthsOf(languages: readonly string[]): Map<string, number> {
  const months = new Map<string, number>();
  for (const tag of languages.flatMap((language) => VARIANTS[language] ?? [language])) {
    for (const style of ["long", "short"] as const) {
      for (const shape of [{ month: style }, { month: style, day: "numeric" }] as const) {
        const format = dateFormat(tag, shape);
        for (let month = 1; month <= 12; month += 1) {
          const parts = format?.formatToParts(new Date(Date.UTC(2000, month - 1, 7))) ?? [];
          const name = fold(parts.find(({ type }) => type === "month")?.value ?? "").text.replace(/\.$/, "");
          if (/\p{L}/u.test(name) && !months.has(name)) months.set(name, month);
        }
      }
    }
  }
  return months;
}

function dateFormat(tag: string, shape: Intl.DateTimeFormatOptions): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(`${tag}-u-ca-gregory`, { ...shape, timeZone: "UTC" });
  } catch {
    return null;
  }
}
