/* The pages and their addresses. Each page is a chunk of its own, so that the workspace loads no dashboard. */

import type { Component } from "svelte";
import { withTexts } from "./i18n";

export type PageName =
  | "login"
  | "join"
  | "signup"
  | "enter"
  | "complete"
  | "account"
  | "reset"
  | "projects"
  | "new"
  | "annotate"
  | "mine"
  | "overview"
  | "agreement"
  | "items"
  | "tables"
  | "gold"
  | "item"
  | "review"
  | "curation"
  | "exclusions"
  | "questions"
  | "people"
  | "settings"
  | "import"
  | "releases";

/** What every page is given; a page whose address has no slug, item or code gets "", null and "". Of agreement, the code is a
    language. */
export type PageProps = { slug: string; item: number | null; code: string };
export type Match = PageProps & { name: PageName };

const SLUG = "/p/(?<slug>[-\\w]+)";

const routes: readonly (readonly [PageName, RegExp])[] = [
  ["login", exactly("/login")],
  ["join", exactly("/join/(?<code>[-\\w]+)")],
  ["enter", exactly("/enter/(?<code>[-\\w]+)")],
  ["complete", exactly(`${SLUG}/complete`)],
  ["signup", exactly("/sign-up")],
  ["account", exactly("/account")],
  ["reset", exactly("/reset(?:/(?<code>[-\\w]+/[-\\w]+))?")],
  ["projects", exactly("")],
  ["new", exactly("/new")],
  ["annotate", exactly(`${SLUG}/annotate(?:/(?<item>\\d+))?`)],
  ["mine", exactly(`${SLUG}/mine`)],
  ["overview", exactly(SLUG)],
  ["agreement", exactly(`${SLUG}/agreement(?:/(?<code>[-\\w]+))?`)],
  ["items", exactly(`${SLUG}/items`)],
  ["tables", exactly(`${SLUG}/tables`)],
  ["gold", exactly(`${SLUG}/gold`)],
  ["item", exactly(`${SLUG}/items/(?<item>\\d+)`)],
  ["review", exactly(`${SLUG}/review`)],
  ["curation", exactly(`${SLUG}/curation`)],
  ["exclusions", exactly(`${SLUG}/exclusions`)],
  ["questions", exactly(`${SLUG}/questions`)],
  ["people", exactly(`${SLUG}/people`)],
  ["settings", exactly(`${SLUG}/settings`)],
  ["import", exactly(`${SLUG}/import`)],
  ["releases", exactly(`${SLUG}/releases`)],
];

function exactly(path: string): RegExp {
  return new RegExp(`^${path}/?$`);
}

/** The page at a path, or null. */
export function matchPath(pathname: string): Match | null {
  for (const [name, pattern] of routes) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const { slug = "", item, code = "" } = found.groups ?? {};
    return { name, slug, item: item === undefined ? null : Number(item), code };
  }
  return null;
}

/** What makes a page another one; an item does not. */
export function pageKey({ name, slug, code }: Match): string {
  return `${name} ${slug} ${code}`;
}

/** Annotators' own page is known from the start, and knows nothing of the others. */
export async function loadPage(name: PageName): Promise<Component<PageProps>> {
  const loading: Promise<{ default: Component<PageProps> }> =
    name === "annotate"
      ? import("./annotate/Workspace.svelte")
      : import("./pages").then(({ loadOther }) => loadOther(name));
  return (await withTexts(loading)).default;
}

/** Addresses to link to. */
export const to = {
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : "/login"),
  projects: () => "/",
  newProject: () => "/new",
  annotate: (slug: string, item?: number) => `/p/${slug}/annotate${item === undefined ? "" : `/${item}`}`,
  mine: (slug: string, status?: string) => `/p/${slug}/mine${status ? `?status=${status}` : ""}`,
  overview: (slug: string) => `/p/${slug}`,
  agreement: (slug: string, language?: string) => `/p/${slug}/agreement${language ? `/${language}` : ""}`,
  items: (slug: string) => `/p/${slug}/items`,
  tables: (slug: string) => `/p/${slug}/tables`,
  gold: (slug: string) => `/p/${slug}/gold`,
  item: (slug: string, item: number) => `/p/${slug}/items/${item}`,
  review: (slug: string) => `/p/${slug}/review`,
  curation: (slug: string) => `/p/${slug}/curation`,
  exclusions: (slug: string) => `/p/${slug}/exclusions`,
  questions: (slug: string) => `/p/${slug}/questions`,
  people: (slug: string) => `/p/${slug}/people`,
  settings: (slug: string) => `/p/${slug}/settings`,
  signUp: () => "/sign-up",
  enter: (code: string) => `/enter/${code}`,
  complete: (slug: string) => `/p/${slug}/complete`,
  account: () => "/account",
  reset: () => "/reset",
  join: (code: string) => `/join/${code}`,
  import: (slug: string) => `/p/${slug}/import`,
  releases: (slug: string) => `/p/${slug}/releases`,
};
