/* The pages and their addresses. Each page is a chunk of its own, so that the workspace loads no dashboard. */

import type { Component } from "svelte";
import { withTexts } from "./messages";

export type PageName =
  | "login"
  | "join"
  | "projects"
  | "annotate"
  | "mine"
  | "overview"
  | "items"
  | "item"
  | "questions"
  | "people"
  | "settings"
  | "import";

/** What every page is given; a page whose address has no slug, item or code gets "", null and "". */
export type PageProps = { slug: string; item: number | null; code: string };
export type Match = PageProps & { name: PageName };

type Route = { name: PageName; pattern: RegExp; file: string };

const SLUG = "/p/(?<slug>[-\\w]+)";

const routes: readonly Route[] = [
  { name: "login", pattern: exactly("/login"), file: "./session/Login.svelte" },
  { name: "join", pattern: exactly("/join/(?<code>[-\\w]+)"), file: "./joining/Join.svelte" },
  { name: "projects", pattern: exactly(""), file: "./projects/Projects.svelte" },
  {
    name: "annotate",
    pattern: exactly(`${SLUG}/annotate(?:/(?<item>\\d+))?`),
    file: "./annotate/Workspace.svelte",
  },
  { name: "mine", pattern: exactly(`${SLUG}/mine`), file: "./annotate/queues/Mine.svelte" },
  { name: "overview", pattern: exactly(SLUG), file: "./dashboard/Overview.svelte" },
  { name: "items", pattern: exactly(`${SLUG}/items`), file: "./review/Items.svelte" },
  { name: "item", pattern: exactly(`${SLUG}/items/(?<item>\\d+)`), file: "./review/Item.svelte" },
  { name: "questions", pattern: exactly(`${SLUG}/questions`), file: "./questions/Questions.svelte" },
  { name: "people", pattern: exactly(`${SLUG}/people`), file: "./people/People.svelte" },
  { name: "settings", pattern: exactly(`${SLUG}/settings`), file: "./settings/Settings.svelte" },
  { name: "import", pattern: exactly(`${SLUG}/import`), file: "./imports/Import.svelte" },
];

const pages = import.meta.glob<{ default: Component<PageProps> }>([
  "./{session,projects,annotate,annotate/queues,dashboard,review,questions,people,joining,settings,imports}/{Login,Join,Projects,Workspace,Mine,Overview,Items,Item,Questions,People,Settings,Import}.svelte",
]);

function exactly(path: string): RegExp {
  return new RegExp(`^${path}/?$`);
}

/** The page at a path, or null. */
export function matchPath(pathname: string): Match | null {
  for (const { name, pattern } of routes) {
    const found = pattern.exec(pathname);
    if (!found) continue;
    const { slug = "", item, code = "" } = found.groups ?? {};
    return { name, slug, item: item === undefined ? null : Number(item), code };
  }
  return null;
}

export async function loadPage(name: PageName): Promise<Component<PageProps> | null> {
  const load = pages[routes.find((route) => route.name === name)?.file ?? ""];
  return load ? (await withTexts(load())).default : null;
}

/** Addresses to link to. */
export const to = {
  login: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : "/login"),
  projects: () => "/",
  annotate: (slug: string, item?: number) => `/p/${slug}/annotate${item === undefined ? "" : `/${item}`}`,
  mine: (slug: string, status?: string) => `/p/${slug}/mine${status ? `?status=${status}` : ""}`,
  overview: (slug: string) => `/p/${slug}`,
  items: (slug: string) => `/p/${slug}/items`,
  item: (slug: string, item: number) => `/p/${slug}/items/${item}`,
  questions: (slug: string) => `/p/${slug}/questions`,
  people: (slug: string) => `/p/${slug}/people`,
  settings: (slug: string) => `/p/${slug}/settings`,
  join: (code: string) => `/join/${code}`,
  import: (slug: string) => `/p/${slug}/import`,
};
