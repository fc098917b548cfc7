/* Lists, exports and deletes the stored drafts of a person. */
import { saveFile } from "../../../api/gold";
import { keyOf, type DraftKey } from "../../../saving/draftStore";
import { saveQueue, type ActiveSave } from "../../../saving/saveQueue.svelte";
import { draftKeyOf, readRecord } from "../../../saving/storedDraft";
import { browserStore, type Key } from "../../../saving/indexedDb";
import { PAGE } from "../../../saving/tabChannel";

const PATIENCE_MS = 1_000;

export interface Unreadable {
  draftKey: DraftKey;
  question: string;
  since: string | null;
  remove: () => Promise<void>;
}

/** If the browser's store does not answer, the work of this page can still be exported. */
function findStored(person: string): Promise<[Key, unknown][]> {
  const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), PATIENCE_MS));
  return Promise.race([browserStore.all([person]).catch(() => []), late]);
}

export async function findUnreadable(person: string): Promise<Unreadable[]> {
  const found = await findStored(person);
  return found
    .filter(([, record]) => readRecord(record) === null)
    .map(([key]) => ({
      draftKey: draftKeyOf(key),
      question: "",
      since: null,
      remove: () => browserStore.remove(key),
    }));
}

/** Everything, be it in the browser's store or, where that keeps nothing, on this page only. */
export async function exportAll(person: string): Promise<void> {
  const stored = await findStored(person);
  const onPage = saveQueue.active.filter(({ draftKey }) => draftKey.person === person);
  const exported = {
    person,
    exported_at: new Date().toISOString(),
    in_browser: stored.map(([key, record]) => ({ project: key[1], item: Number(key[2]), record })),
    on_page: onPage.flatMap((one) => {
      const unsent = one.unsent();
      const { slug, item } = one.draftKey;
      return unsent ? [{ project: slug, item, question: one.question, state: one.saveState, unsent }] : [];
    }),
  };
  const blob = new Blob([JSON.stringify(exported, null, 2)], { type: "application/json" });
  saveFile({ blob, filename: `morel-unsent-${person}.json` });
}

export function discard(one: ActiveSave) {
  one.end();
  void browserStore.remove(keyOf(one.draftKey, PAGE)).catch(() => undefined);
}
