/*
 * Stores in this browser which claims of an unsubmitted item a person has judged. The server stores the incorrect ones; of a
 * submitted item all are judged.
 */
export function readJudged(name: string): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(stored) ? stored.filter((each): each is number => Number.isInteger(each)) : [];
  } catch {
    return [];
  }
}

/** An empty list removes the entry. */
export function writeJudged(name: string, judged: readonly number[]) {
  try {
    if (judged.length > 0) localStorage.setItem(name, JSON.stringify(judged));
    else localStorage.removeItem(name);
  } catch {
    // The browser forbids storage: they are known until the page is closed.
  }
}
