/* What waits for the leads of a project, by page. */

import { getToday } from "../../api/ownWork";
import { t } from "../../i18n/navigation";
import type { ProjectEntry } from "./barParts";

export class Waiting {
  private counts = $state.raw<Readonly<Partial<Record<ProjectEntry["name"], number>>>>({});

  constructor(private readonly slug: string) {}

  /** A failure is not shown: the numbers are absent. */
  async read(): Promise<void> {
    try {
      const { unread } = await getToday(this.slug, { keepPage: true });
      this.counts = { questions: unread };
    } catch {
      this.counts = {};
    }
  }

  /** Returns what waits on a page in words, or "" where nothing waits. */
  textOf(page: ProjectEntry["name"]): string {
    const n = this.counts[page] ?? 0;
    return n > 0 ? t("nav.questions.open", { n }) : "";
  }

  sumOf(entries: readonly ProjectEntry[]): number {
    return entries.reduce((sum, { name }) => sum + (this.counts[name] ?? 0), 0);
  }
}
