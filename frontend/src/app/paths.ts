/* From a path to its page and back, by the page table. */

import { type Page, type PageName, pageTable } from "./pageTable.ts";

/** The props of every page. Texts that are not in the address are "", an item is null. `slug` is a project, `task` a shared task.
    `code` is a language on the agreement page, and a phase and a track on boards. */
export type PageProps = { slug: string; task: string; item: number | null; code: string };
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

const CHARACTERS: Readonly<Record<string, string>> = {
  slug: "[-\\w]+",
  task: "[-\\w]+",
  item: "\\d+",
  code: "[-\\w]+",
};

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

/** Returns whether the entry of a row is for readers of a role in a shared task. */
export function isForReader(
  { readers }: { name: string; readers?: readonly string[] },
  role?: string,
): boolean {
  return !readers || (role !== undefined && readers.includes(role));
}

/** The page at a path, or null. */
export function matchPath(pathname: string): Match | null {
  for (const { name, pattern } of patterns) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const { slug = "", task = "", item, code = "" } = found.groups ?? {};
    return { name, slug, task, item: item === undefined ? null : Number(item), code };
  }
  return null;
}

type Entry<Path extends string> = Extract<Page, { title: string; path: Path }>;

/** The rows that have an entry in the navigation of a project. */
export const entries = pageTable.filter(
  (row): row is Entry<`/p/:slug${string}`> => "title" in row && row.path.startsWith("/p/:slug"),
);

/** The rows that have an entry in the navigation of a shared task. */
export const taskEntries = pageTable.filter(
  (row): row is Entry<`/tasks/:task${string}`> => "title" in row && row.path.startsWith("/tasks/:task"),
);

/** The page whose entry in the navigation is the current one on a page, if there is one. */
export function entryOf(name: PageName): PageName | null {
  const row = rowOf(name);
  return "within" in row ? row.within : "title" in row ? row.name : null;
}

/** A page is mounted again when its key changes. The item is not part of it. */
export function pageKey({ name, slug, task, code }: Match): string {
  return `${name} ${slug} ${task} ${code}`;
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
