/* The pages on the desk: the item's own, those consulted besides, other languages of either. Snapshots never change, so each is asked
   for once; what is still being fetched is asked about now and then. What is here can be read without a network. */

import { getWork } from "../../api/endpoints";
import { ApiProblem } from "../../api/problem";
import { getOtherLanguage, getReference, retryReference } from "../../api/references";
import type { PageName, Reference } from "../../api/types";
import type { Evidence, Link } from "../../text/edits";
import type { TextRange } from "../../text/offsets";
import { problemText } from "../../reference/problems";
import type { Task } from "../task.svelte";
import type { Finder } from "./finder.svelte";
import { nameOf } from "./names";

export interface Tab {
  key: string;
  /** The page the item refers to, one consulted, one of these in another language, one that only evidence has led to. */
  kind: "own" | "link" | "language" | "cited";
  title: string;
  language: string;
  url: string;
  /** "loading": it is stored, and on its way to this browser. */
  state: Reference["state"] | "loading";
  problem: string;
  /** Where it is stored and here. */
  reference: Reference | null;
}

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
  /** Why a snapshot is not to be had. */
  #refused: Readonly<Record<number, string>> = $state.raw({});
  #others: readonly Other[] = $state.raw([]);
  #cited: readonly number[] = $state.raw([]);
  #wanted = $state(OWN);
  #asked: readonly number[] = [];
  /** A passage to be shown as soon as its page is open. */
  toReveal: { snapshot: number; range: TextRange } | null = $state.raw(null);
  /** What searches the page that is open. */
  finder: Finder | null = $state.raw(null);
  /** What of the page that is open is selected. */
  chosen: TextRange | null = $state.raw(null);

  readonly tabs: readonly Tab[] = $derived.by(() => this.#allTabs());
  readonly current: Tab | null = $derived(
    this.tabs.find(({ key }) => key === this.#wanted) ?? this.tabs[0] ?? null,
  );
  readonly waiting = $derived(this.tabs.some(({ state }) => state === "waiting" || state === "loading"));

  constructor(readonly task: Task) {
    this.#own = task.item.reference;
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
    const named = { ...nothing, url: link.url, language: link.language, title: nameOf(link) };
    if (link.reference != null) return this.#ofSnapshot(link.url, "link", link.reference, named);
    // It has not been saved yet.
    const state = link.state ?? "waiting";
    return ofReference(link.url, "link", {
      ...named,
      state,
      problem: problemText(link.problem_code ?? "", link.problem ?? ""),
    });
  }

  #ofSnapshot(key: string, kind: Tab["kind"], id: number, named: Shown): Tab {
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
      void this.#look();
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

  async retry(tab: Tab): Promise<void> {
    const found = await retryReference(
      this.task.place.slug,
      this.task.item.id,
      tab.kind === "own" ? undefined : tab.url,
    );
    if (tab.kind === "own") this.#own = found;
    else if (tab.kind === "language") this.#found(tab.key, found);
    else await this.#look(true);
  }

  /** Fetches the snapshots that are named and not here. */
  load(): void {
    const named = [...this.task.marking.links.map(({ reference }) => reference ?? null), ...this.#cited];
    for (const id of named) {
      if (id !== null && !this.#asked.includes(id)) void this.#load(id);
    }
  }

  async #load(id: number): Promise<void> {
    this.#asked = [...this.#asked, id];
    try {
      const own = this.#own?.id === id ? this.#own : null;
      const found = own ?? (await getReference(this.task.place.slug, id, { keepPage: true }));
      this.#snapshots = { ...this.#snapshots, [id]: found };
    } catch (error) {
      if (error instanceof ApiProblem && error.status < 500 && error.status !== 401) {
        this.#refused = { ...this.#refused, [id]: error.message };
      } else {
        this.#asked = this.#asked.filter((each) => each !== id);
      }
    }
  }

  /** Asks again and again, ever more slowly, what has become of those that are waited for. Returns what ends it. */
  watch(): () => void {
    let delay = FIRST_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const later = () => {
      if (!over) timer = setTimeout(() => void look(), delay);
      delay = Math.min(delay * SLOWER, LAST_MS);
    };
    const look = async () => {
      if (!document.hidden) await this.#look();
      later();
    };
    later();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }

  async #look(always = false): Promise<void> {
    this.load();
    const asked = this.tabs.filter(
      ({ kind, state }) => (kind === "own" || kind === "link") && state === "waiting",
    );
    try {
      if (always || asked.length > 0) await this.#lookAtWork();
      for (const { of, name, found } of this.#others) {
        if (found && found.state !== "waiting") continue;
        this.#found(
          name.url,
          await getOtherLanguage(this.task.place.slug, of, name.language, { keepPage: true }),
        );
      }
    } catch {
      // It is asked again, and told as waiting until then.
    }
  }

  async #lookAtWork(): Promise<void> {
    const { task } = this;
    const { reference, annotation } = await getWork(this.task.place.slug, task.item.id, { keepPage: true });
    if (this.#own?.id == null) this.#own = reference;
    // What is edited meanwhile is told with its save.
    if (task.isUnsent() || annotation.revision !== task.annotation.revision) return;
    const before = task.marking.links;
    const { links } = annotation.content;
    const place = before.findIndex(({ url }) => url === this.#wanted);
    task.hearOfLinks(links);
    // A page that its address only leads to is known under its own address from now on.
    if (place >= 0 && before.length === links.length) this.#wanted = links[place]?.url ?? this.#wanted;
    this.load();
  }

  #found(url: string, found: Reference): void {
    this.#others = this.#others.map((other) => (other.name.url === url ? { ...other, found } : other));
  }
}

type Shown = Pick<
  Reference,
  "id" | "title" | "language" | "url" | "state" | "problem_code" | "problem" | "extract"
>;

const nothing: Shown = {
  id: null,
  title: "",
  language: "",
  url: "",
  state: "none",
  problem_code: "",
  problem: "",
  extract: "",
};

function ofReference(key: string, kind: Tab["kind"], shown: Shown | Reference): Tab {
  const { title, language, url } = shown;
  const problem = problemText(shown.problem_code, shown.problem);
  const whole = "doi" in shown && shown.id !== null && shown.extract.trim() !== "" ? shown : null;
  const state = shown.state === "stored" && !whole ? "none" : shown.state;
  return { key, kind, title, language, url, state, problem, reference: whole };
}
