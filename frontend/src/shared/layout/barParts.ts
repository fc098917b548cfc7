/* How the entries of a project's navigation are arranged in its bar. */

import { entries } from "../../app/paths";

export type ProjectEntry = (typeof entries)[number];
type Menu = Extract<ProjectEntry, { menu: string }>["menu"];
/** A part of the bar: one entry without a menu, or a menu and its entries. */
export type BarPart = { menu: Menu | null; entries: readonly ProjectEntry[] };

/** The parts, in the order of the page table. The workspace is none of them: it has a button. */
export const barParts: readonly BarPart[] = arranged();

function arranged(): BarPart[] {
  const parts: { menu: Menu | null; entries: ProjectEntry[] }[] = [];
  for (const entry of entries) {
    if (entry.name === "annotate") continue;
    const menu = "menu" in entry ? entry.menu : null;
    const last = parts.at(-1);
    if (menu && last?.menu === menu) last.entries.push(entry);
    else parts.push({ menu, entries: [entry] });
  }
  return parts;
}
