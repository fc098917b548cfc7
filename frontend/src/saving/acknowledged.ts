/*
 * The revisions that the server has acknowledged in this tab. A page or an item that was requested before a save was
 * acknowledged shows an older one: the browser has no draft of it any more, and the next change would meet a conflict.
 */
import type { DraftKey } from "./draftStore";

const KEY = "morel-acknowledged";
/** Only saves that were sent shortly before are answered after a request. */
const MOST = 20;

type Revisions = readonly (readonly [item: string, revision: number])[];

const nameOf = ({ person, slug, item }: DraftKey) => `${person}/${slug}/${item}`;

/** Returns them, of the page before too. Where the browser forbids storage there are none. */
function revisions(): Revisions {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter(isRevision) : [];
  } catch {
    return [];
  }
}

function isRevision(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}

export function noteAcknowledged(draftKey: DraftKey, revision: number) {
  const name = nameOf(draftKey);
  const others = revisions().filter(([item]) => item !== name);
  const latest = [...others, [name, revision]].slice(-MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(latest));
  } catch {
    // Full or forbidden: the conflict dialog then settles it.
  }
}

/** Returns whether the server has acknowledged a later revision of the item. */
export function isOutdated(draftKey: DraftKey, revision: number): boolean {
  const name = nameOf(draftKey);
  return revisions().some(([item, latest]) => item === name && latest > revision);
}
