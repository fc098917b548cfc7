/* The pages in the reference panel: the item's reference, consulted pages, and both in other languages. Snapshots never change, so each
   is requested once. Pages that are still being fetched are polled. Loaded pages can be read without a network. */

import { getWork } from "../../../api/endpoints";
import { ApiProblem } from "../../../api/problem";
import { getOtherLanguage, getReference, retryReference } from "../../../api/references";
import type { PageName, Reference } from "../../../api/types";
import type { Evidence, Link } from "../../../text/edits";
import type { TextRange } from "../../../text/offsets";
import type { Task } from "../task.svelte";
import type { Finder } from "./finder.svelte";
import { namedBy, nothing, ofReference, type Tab } from "./tab";

interface Other {
  of: number;
  name: PageName;
  found: Reference | null;
}

const OWN = "own";
const FIRST_MS = 700;
const LAST_MS = 15_000;
const SLOWER = 1.5;

export class Pages {
  #own: Reference | null = $state.raw(null);
  #snapshots: Readonly<Record<number, Reference>> = $state.raw({});
  /** Why a snapshot is not available. */
  #refused: Readonly<Record<number, string>> = $state.raw({});
  #others: readonly Other[] = $state.raw([]);
  #cited: readonly number[] = $state.raw([]);
  #wanted = $state(OWN);
  #asked: readonly number[] = [];
  #links: readonly Link[];
  /** A passage to be shown as soon as its page is open. */
  toReveal: { snapshot: number; range: TextRange } | null = $state.raw(null);
  /** The last request failed and is repeated. */
  cut = $state(false);
  /** Searches the open page. */
  finder: Finder | null = $state.raw(null);
  /** The selected range of the open page. */
  chosen: TextRange | null = $state.raw(null);

  readonly tabs: readonly Tab[] = $derived.by(() => this.#allTabs());
  readonly current: Tab | null = $derived(
    this.tabs.find(({ key }) => key === this.#wanted) ?? this.tabs[0] ?? null,
  );
  readonly waiting = $derived(this.tabs.some(({ state }) => state === "waiting" || state === "loading"));

  constructor(readonly task: Task) {
    this.#own = task.item.reference;
    this.#links = task.marking.links;
  }

  #allTabs(): Tab[] {
    const { item, marking } = this.task;
    const own =
      this.#own || item.reference_url
        ? [
            ofReference(
              OWN,
              "own",
              this.#own ?? { ...nothing, language: item.language, url: item.reference_url },
            ),
          ]
        : [];
    const links = marking.links.filter(({ kind }) => kind !== "other").map((link) => this.#ofLink(link));
    const others = this.#others.map(({ name, found }) =>
      ofReference(name.url, "language", found ?? { ...nothing, ...name, state: "waiting" }),
    );
    const known = [...own, ...links, ...others].map(({ reference }) => reference?.id);
    const cited = this.#cited
      .filter((id) => !known.includes(id))
      .map((id) => this.#ofSnapshot(`snapshot-${id}`, "cited", id, { ...nothing, title: "…" }));
    return [...own, ...links, ...others, ...cited];
  }

  #ofLink(link: Link): Tab {
    const named = namedBy(link);
    return link.reference == null
      ? ofReference(link.url, "link", named)
      : this.#ofSnapshot(link.url, "link", link.reference, named);
  }

  #ofSnapshot(key: string, kind: Tab["kind"], id: number, named: typeof nothing): Tab {
    const stored = this.#snapshots[id];
    if (stored) return ofReference(key, kind, stored);
    const refused = this.#refused[id];
    const tab = ofReference(key, kind, named);
    return { ...tab, state: refused === undefined ? "loading" : "failed", problem: refused ?? "" };
  }

  choose(key: string): void {
    this.#wanted = key;
  }

  openLink(url: string): void {
    if (this.tabs.some(({ key }) => key === url)) this.choose(url);
  }

  openLanguage(of: Reference, name: PageName): void {
    const open = this.tabs.find(({ language, title }) => language === name.language && title === name.title);
    if (!open && of.id !== null) {
      this.#others = [...this.#others, { of: of.id, name, found: null }];
      void this.look();
    }
    this.choose(open?.key ?? name.url);
  }

  close(tab: Tab): void {
    this.#others = this.#others.filter(({ name }) => name.url !== tab.key);
    this.#cited = this.#cited.filter((id) => `snapshot-${id}` !== tab.key);
  }

  /** Opens the page of a passage, at the passage. */
  show({ snapshot, start, end }: Evidence): void {
    if (snapshot === null) return;
    this.toReveal = { snapshot, range: { start, end } };
    const open = this.tabs.find(({ reference }) => reference?.id === snapshot);
    if (!open) {
      if (!this.#cited.includes(snapshot)) this.#cited = [...this.#cited, snapshot];
      this.load();
    }
    this.choose(open?.key ?? `snapshot-${snapshot}`);
  }

  /** Requests a page that is missing or was never fetched. */
  async retry(tab: Tab): Promise<void> {
    const { slug, item } = this.task.draftKey;
    const found = await retryReference(slug, item, tab.kind === "own" ? undefined : tab.url, {
      keepPage: true,
    });
    if (tab.kind === "own") this.#own = found;
    else if (tab.kind === "language") this.#found(tab.key, found);
    else this.#hear(tab.url, found);
  }

  #hear(url: string, { id: reference, state, problem_code, problem }: Reference): void {
    const heard = { reference, state, problem_code, problem };
    const { links } = this.task.marking;
    this.task.hearOfLinks(links.map((link) => (link.url === url ? { ...link, ...heard } : link)));
  }

  /** Fetches the snapshots that are named and not here. */
  load(): void {
    const { links } = this.task.marking;
    this.#follow(links);
    const named = [...links.map(({ reference }) => reference ?? null), ...this.#cited];
    for (const id of named) {
      if (id !== null && !this.#asked.includes(id)) void this.#load(id);
    }
  }

  /** A redirected page is known by its own address once the server has sent it. Its tab stays open. */
  #follow(links: readonly Link[]): void {
    const draftKey = this.#links.findIndex(({ url }) => url === this.#wanted);
    const now = this.#links.length === links.length ? links[draftKey] : undefined;
    if (now) this.#wanted = now.url;
    this.#links = links;
  }

  async #load(id: number): Promise<void> {
    this.#asked = [...this.#asked, id];
    try {
      const own = this.#own?.id === id ? this.#own : null;
      const found = own ?? (await getReference(this.task.draftKey.slug, id, { keepPage: true }));
      this.#snapshots = { ...this.#snapshots, [id]: found };
      this.cut = false;
    } catch (error) {
      if (error instanceof ApiProblem && error.status < 500 && error.status !== 401) {
        this.#refused = { ...this.#refused, [id]: error.message };
      } else {
        this.#asked = this.#asked.filter((each) => each !== id);
        this.cut = true;
      }
    }
  }

  /** Polls the state of pending pages at growing intervals. Returns a function that stops it. */
  watch(): () => void {
    const controller = new AbortController();
    const { signal } = controller;
    let delay = FIRST_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      if (!signal.aborted) timer = setTimeout(() => void look(), delay);
      delay = Math.min(delay * SLOWER, LAST_MS);
    };
    const look = async () => {
      if (!document.hidden) await this.look();
      later();
    };
    addEventListener("online", () => void this.look(), { signal });
    later();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }

  /** Asks once. */
  async look(): Promise<void> {
    this.load();
    const asked = this.tabs.some(
      ({ kind, state }) => (kind === "own" || kind === "link") && state === "waiting",
    );
    try {
      if (asked) await this.#lookAtWork();
      for (const { of, name, found } of this.#others) {
        if (found && found.state !== "waiting") continue;
        const { slug } = this.task.draftKey;
        this.#found(name.url, await getOtherLanguage(slug, of, name.language, { keepPage: true }));
        this.cut = false;
      }
    } catch {
      this.cut = true;
    }
  }

  async #lookAtWork(): Promise<void> {
    const { task } = this;
    const { slug, item } = task.draftKey;
    const { reference, annotation } = await getWork(slug, item, { keepPage: true });
    this.cut = false;
    if (this.#own?.id == null) this.#own = reference;
    // Edits made during the request are sent with their own save.
    if (task.isUnsent() || annotation.revision !== task.annotation.revision) return;
    const open = this.#links.find(({ url }) => url === this.#wanted);
    task.hearOfLinks(annotation.content.links);
    this.load();
    // It led to a page that was consulted already.
    if (open && !this.tabs.some(({ key }) => key === this.#wanted)) {
      this.#wanted = this.tabs.findLast(({ language }) => language === open.language)?.key ?? OWN;
    }
  }

  #found(url: string, found: Reference): void {
    this.#others = this.#others.map((other) => (other.name.url === url ? { ...other, found } : other));
  }
}
