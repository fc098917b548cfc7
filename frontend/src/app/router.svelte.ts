/* The router: links and navigate() change the address and the page without a reload, if every guard allows it.

   A page stays mounted while only its item or query changes. For another project or code it is mounted again. On a new page the focus
   moves to the main heading, where the keyboard starts and which screen readers announce. */

import { tick, type Component } from "svelte";
import { followedLink } from "./followedLink";
import type { PageName } from "./pageTable";
import { matchPath, pageKey, type Match, type PageProps } from "./paths";

/** Returns whether the person may leave for `url`. A guard may be slow, for instance to send unsaved work. */
export type Guard = (url: URL, match: Match | null) => boolean | Promise<boolean>;

type LoadPage = (name: PageName) => Promise<Component<PageProps> | null>;
type Entry = { index: number; scroll: number };

/** The time within which a page must have its height again to restore the scroll position. */
const SCROLL_PATIENCE_MS = 2_000;

class Router {
  /** The address that is shown. */
  url = $state.raw(new URL(location.href));
  match = $state.raw<Match | null>(null);
  /** Null if the address has no page; undefined until the first address is matched. */
  page = $state.raw<Component<PageProps> | null>();
  /** Why the page's code could not be loaded. */
  failure = $state.raw<unknown>(null);
  readonly query = $derived(this.url.searchParams);

  readonly #guards = new Set<Guard>();
  #loadPage: LoadPage = () => Promise.resolve(null);
  #index = entry().index;

  /** Shows the page at the current address and listens for others. Returns a function that stops it. */
  start(loadPage: LoadPage): () => void {
    this.#loadPage = loadPage;
    const controller = new AbortController();
    const { signal } = controller;
    history.scrollRestoration = "manual";
    history.replaceState({ ...entry(), index: this.#index }, "");
    addEventListener("popstate", () => void this.#pop(), { signal });
    addEventListener("beforeunload", rememberScroll, { signal });
    document.addEventListener("click", (event) => this.#click(event), { signal });
    void this.#show(new URL(location.href), entry().scroll);
    return () => {
      controller.abort();
    };
  }

  /** Navigates to an address of this application. Returns false if a guard refused. */
  async navigate(address: string, { replace = false } = {}): Promise<boolean> {
    const url = new URL(address, location.href);
    if (!(await this.mayLeave(url))) return false;
    if (replace) {
      history.replaceState(entry(), "", url);
    } else {
      rememberScroll();
      this.#index += 1;
      history.pushState({ index: this.#index, scroll: 0 }, "", url);
    }
    await this.#show(url, 0);
    return true;
  }

  /** Adds a guard. Returns a function that removes it; call it when the page is destroyed. */
  beforeLeave(guard: Guard): () => void {
    this.#guards.add(guard);
    return () => this.#guards.delete(guard);
  }

  async mayLeave(url: URL): Promise<boolean> {
    const match = matchPath(url.pathname);
    for (const guard of this.#guards) {
      if (!(await guard(url, match))) return false;
    }
    return true;
  }

  /** Handles back and forward. The browser has already changed the address, so a refusal must restore it. */
  async #pop(): Promise<void> {
    const { index, scroll } = entry();
    const url = new URL(location.href);
    if (await this.mayLeave(url)) {
      this.#index = index;
      await this.#show(url, scroll);
    } else if (index !== this.#index) {
      addEventListener("popstate", (event) => event.stopImmediatePropagation(), {
        once: true,
        capture: true,
      });
      history.go(this.#index - index);
    }
  }

  #click(event: MouseEvent): void {
    const url = followedLink(event);
    if (!url || !matchPath(url.pathname)) return;
    event.preventDefault();
    void this.navigate(url.href, { replace: url.href === location.href });
  }

  async #show(url: URL, scroll: number): Promise<void> {
    const match = matchPath(url.pathname);
    const same = match !== null && this.match !== null && pageKey(match) === pageKey(this.match);
    let page = this.page ?? null;
    let failure: unknown = null;
    if (!same) {
      try {
        page = match && (await this.#loadPage(match.name));
      } catch (error) {
        page = null;
        failure = error;
      }
      // The person has navigated again while the code was loading.
      if (url.href !== location.href) return;
    }
    const first = this.page === undefined;
    this.url = url;
    this.match = match;
    this.page = page;
    this.failure = failure;
    if (same) return;
    await tick();
    scrollTo(0, 0);
    if (scroll > 0) scrollWhenGrown(scroll);
    if (!first) focusHeading();
  }
}

export const router = new Router();

export function navigate(address: string, options?: { replace?: boolean }): Promise<boolean> {
  return router.navigate(address, options);
}

export function beforeLeave(guard: Guard): () => void {
  return router.beforeLeave(guard);
}

function entry(): Entry {
  const state: Partial<Entry> | null = history.state;
  return { index: state?.index ?? 0, scroll: state?.scroll ?? 0 };
}

function rememberScroll(): void {
  history.replaceState({ ...entry(), scroll: Math.round(scrollY) }, "");
}

/** Focuses the main heading, unless the page has set the focus itself. */
function focusHeading(): void {
  const main = document.querySelector("main");
  if (!main || main.contains(document.activeElement)) return;
  const target = main.querySelector<HTMLElement>("h1, h2") ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function scrollWhenGrown(scroll: number): void {
  const observer = new ResizeObserver(() => {
    if (document.documentElement.scrollHeight < scroll + innerHeight) return;
    observer.disconnect();
    scrollTo(0, scroll);
  });
  observer.observe(document.body);
  const giveUp = () => {
    observer.disconnect();
  };
  addEventListener("wheel", giveUp, { once: true, passive: true });
  setTimeout(giveUp, SCROLL_PATIENCE_MS);
}
