/* From a path to its page and back, by the page table. */

import { type Page, type PageName, pageTable } from "./pageTable";

/** The props of every page. Parts that are not in the address are "", null and "". On the agreement page, `code` is a language. */
export type PageProps = { slug: string; item: number | null; code: string };
export type Match = PageProps & { name: PageName };

type Value<Name extends string> = Name extends "item" ? number : string;
type Values<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? [Value<Name>, ...Values<`/${Rest}`>]
  : Path extends `${string}/:${infer Name}?`
    ? [Value<Name>?]
    : Path extends `${string}/:${infer Name}`
      ? [Value<Name>]
      : [];
type PathOf<Name extends PageName> = Extract<Page, { name: Name }>["path"];

const CHARACTERS: Readonly<Record<string, string>> = { slug: "[-\\w]+", item: "\\d+", code: "[-\\w]+" };

const patterns = pageTable.map((row) => ({ name: row.name, pattern: patternOf(row) }));

/** The pattern of the paths of a page. */
export function patternOf(row: Page): RegExp {
  const characters = "code" in row ? { ...CHARACTERS, code: row.code } : CHARACTERS;
  const source = row.path.replace(/\/(?::(\w+)(\?)?)?/g, (slash, name?: string, optional?: string) => {
    if (!name) return slash;
    const part = `/(?<${name}>${characters[name]})`;
    return optional ? `(?:${part})?` : part;
  });
  return new RegExp(`^${source.replace(/\/$/, "")}/?$`);
}

export function rowOf(name: PageName): Page {
  const row = pageTable.find((each) => each.name === name);
  if (!row) throw new Error(`The page table has no row for “${name}”.`);
  return row;
}

/** False where the page table keeps a page for leads and the person is an annotator. */
export function mayOpen(name: PageName, role: "annotator" | "lead"): boolean {
  return role === "lead" || rowOf(name).roles !== "leads";
}

/** The page at a path, or null. */
export function matchPath(pathname: string): Match | null {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const { slug = "", item, code = "" } = found.groups ?? {};
    return { name, slug, item: item === undefined ? null : Number(item), code };
  }
  return null;
}

/** The rows that have an entry in the navigation of a project. */
export const entries = pageTable.filter((row) => "title" in row);

/** The page whose entry in the navigation is the current one on a page, if there is one. */
export function entryOf(name: PageName): PageName | null {
  const row = rowOf(name);
  return "within" in row ? row.within : "title" in row ? row.name : null;
}

/** A page is mounted again when its key changes. The item is not part of it. */
export function pageKey({ name, slug, code }: Match): string {
  return `${name} ${slug} ${code}`;
}

/** The address of a page. */
export function to<Name extends PageName>(name: Name, ...values: Values<PathOf<Name>>): string {
  const rest: (string | number | undefined)[] = [...values];
  return rowOf(name).path.replace(/\/:\w+\??/g, () => {
    const value = rest.shift();
    return value === undefined || value === "" ? "" : `/${value}`;
  });
}

/** The login page, which leads on to `next`. */
export function toLogin(next: string): string {
  return `${to("login")}?next=${encodeURIComponent(next)}`;
}
