/* What this browser keeps of a person's work, looked at as a whole: to be listed, exported as a file, or thrown away. */
import { saveFile } from "../../api/gold";
import { keyOf, type Place } from "../keep";
import { outbox, type Living } from "../outbox.svelte";
import { placeOf, readRecord } from "../records";
import { browserShelf } from "../shelf";
import { PAGE } from "../tabs";

export interface Unreadable {
  place: Place;
  question: string;
  since: string | null;
  remove: () => Promise<void>;
}

export async function findUnreadable(person: string): Promise<Unreadable[]> {
  const found = await browserShelf.all([person]).catch(() => []);
  return found
    .filter(([, record]) => readRecord(record) === null)
    .map(([key]) => ({
      place: placeOf(key),
      question: "",
      since: null,
      remove: () => browserShelf.remove(key),
    }));
}

/** Everything, be it in the browser's store or, where that keeps nothing, on this page only. */
export async function exportAll(person: string): Promise<void> {
  const stored = await browserShelf.all([person]).catch(() => []);
  const onPage = outbox.living.filter(({ place }) => place.person === person);
  const exported = {
    person,
    exported_at: new Date().toISOString(),
    in_browser: stored.map(([key, record]) => ({ project: key[1], item: Number(key[2]), record })),
    on_page: onPage.flatMap((one) => {
      const unsent = one.unsent();
      const { slug, item } = one.place;
      return unsent ? [{ project: slug, item, question: one.question, state: one.saveState, unsent }] : [];
    }),
  };
  const blob = new Blob([JSON.stringify(exported, null, 2)], { type: "application/json" });
  saveFile({ blob, filename: `morel-unsent-${person}.json` });
}

export function discard(one: Living) {
  one.end();
  void browserShelf.remove(keyOf(one.place, PAGE)).catch(() => undefined);
}
