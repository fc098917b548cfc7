/* What waits for the leads of a project, by page. It is read after the page, which does not wait for it. */

import type { Waiting as Counts } from "../../api/types";
import { getWaiting } from "../../api/waiting";
import { to } from "../../app/paths";
import { t } from "../../i18n/navigation";
import type { ProjectEntry } from "./barParts";

type Kind = Exclude<keyof Counts, "most">;
type Name = ProjectEntry["name"];

const KINDS: readonly Kind[] = ["review", "curation", "questions"];

/** The latest counts, shown on the next page of the project until its own arrive. */
let latest: { slug: string; counts: Counts } | undefined;

/** The counts that the bar of the page shows. */
let shown: Waiting | undefined;

/** Reads the counts of the bar now and after each `rereadWaiting`, until the returned function is called. */
export function followWaiting(waiting: Waiting): () => void {
  shown = waiting;
  void waiting.read();
  return () => {
    if (shown === waiting) shown = undefined;
  };
}

/** Reads the counts of the page again, after a write that may change them. Without a lead's bar, nothing happens. */
export function rereadWaiting(): void {
  void shown?.read();
}

export class Waiting {
  private counts = $state.raw<Counts | undefined>();
  private reads = 0;

  constructor(private readonly slug: string) {
    if (latest?.slug === slug) this.counts = latest.counts;
  }

  /** A failure is not shown: the numbers stay as they were. Of several reads, the last one counts. */
  async read(): Promise<void> {
    const mine = ++this.reads;
    try {
      const counts = await getWaiting(this.slug, { keepPage: true });
      if (mine !== this.reads) return;
      this.counts = counts;
      latest = { slug: this.slug, counts };
    } catch {
      // The page itself says that the server is out of reach.
    }
  }

  /** Returns what waits on a page in words, or "" where nothing waits. */
  textOf(page: Name): string {
    const kind = KINDS.find((each) => each === page);
    const n = kind ? this.numberOf(kind) : 0;
    if (!kind || !this.counts || n === 0) return "";
    const { most } = this.counts;
    return kind !== "questions" && n > most
      ? t("nav.waiting.over", { n: most })
      : t(`nav.waiting.${kind}`, { n });
  }

  /** Returns what waits on the pages together: the number, with a plus where more was not counted. */
  sumOf(entries: readonly ProjectEntry[]): { n: number; text: string } {
    const most = this.counts?.most ?? 0;
    const kinds = KINDS.filter((kind) => entries.some(({ name }) => name === kind));
    const numbers = kinds.map((kind) => [kind, this.numberOf(kind)] as const);
    const over = numbers.some(([kind, n]) => kind !== "questions" && n > most);
    const n = numbers.reduce(
      (sum, [kind, each]) => sum + (kind === "questions" ? each : Math.min(each, most)),
      0,
    );
    return { n, text: over ? `${n}+` : String(n) };
  }

  /** The address of a page. That of the review begins with what waits. */
  addressOf(page: Name): string {
    const address = to(page, this.slug);
    return page === "review" && this.numberOf("review") > 0 ? `${address}?kind=unsure` : address;
  }

  private numberOf(kind: Kind): number {
    return this.counts?.[kind] ?? 0;
  }
}
