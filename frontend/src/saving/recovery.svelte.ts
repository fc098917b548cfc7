/*
 * Recovers the drafts of closed pages. A draft moves to this page's key in one transaction, so that only one page sends it,
 * and is sent without opening its item.
 */
import type { AnnotationState, Content } from "../api/types";
import { newUuid } from "./ids";
import { BrowserDraftStore, keyOf, type StoreState, type DraftKey, type StoredDraft } from "./draftStore";
import { saveQueue, type ActiveSave } from "./saveQueue.svelte";
import { pageOf, draftKeyOf, readRecord } from "./storedDraft";
import { createSaver, type Draft, type Saver, type SaveState } from "./saveProtocol";
import { browserStore, type Key } from "./indexedDb";
import { PAGE, postToTabs, openTabs } from "./tabChannel";
import { sender } from "./transport";
import { NEVER_SAVED, sameContent } from "./contentVersions";

/** The longest wait for the browser's store. Its drafts are then recovered later. */
const PATIENCE_MS = 1_000;

type Found = readonly [Key, unknown];

/** Returns the draft that a closed page has left for an item, or null. */
export async function findDraft(draftKey: DraftKey, answer_sha256: string): Promise<Draft<Content> | null> {
  let late = false;
  let clock = 0;
  const lateness = new Promise<null>((resolve) => {
    clock = window.setTimeout(() => {
      late = true;
      resolve(null);
    }, PATIENCE_MS);
  });
  // After the move has begun it must be waited for: work that begins without the draft would overwrite it.
  const mayMove = () => {
    if (!late) clearTimeout(clock);
    return !late;
  };
  return Promise.race([find(draftKey, answer_sha256, mayMove).catch(() => null), lateness]);
}

async function find(
  draftKey: DraftKey,
  answer_sha256: string,
  mayMove: () => boolean,
): Promise<Draft<Content> | null> {
  const found = await browserStore.all([draftKey.person, draftKey.slug, `${draftKey.item}`]);
  return found.length === 0 ? null : adoptDraft(draftKey, found, answer_sha256, mayMove);
}

let atStart: { person: string; found: Promise<boolean> } | null = null;

/** Returns whether the browser had drafts of the person when this was first asked: the server may not have sent their content.
    True if that is not known in time. */
export function hasDrafts(person: string): Promise<boolean> {
  if (atStart?.person !== person) atStart = { person, found: findAny(person) };
  return atStart.found;
}

async function findAny(person: string): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(true), PATIENCE_MS));
  // A browser that forbids storage has none.
  const stored = browserStore.all([person]).then(
    (found) => found.length > 0,
    () => false,
  );
  return Promise.race([stored, late]);
}

/** Sends queued saves of closed pages. Call it before asking for an item: the server would return the same item again. */
export async function sendAbandonedDrafts(person: string): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([sendNow(person).catch(() => undefined), late]);
}

async function sendNow(person: string): Promise<void> {
  const found = await browserStore.all([person]);
  if (found.length === 0) return;
  await recoverDrafts(person);
  await Promise.all(saveQueue.active.map((each) => each.flush()));
}

/** Moves the first usable draft of an item to this page, if `mayMove` still allows it. */
async function adoptDraft(
  draftKey: DraftKey,
  found: readonly Found[],
  answer_sha256: string,
  mayMove: () => boolean,
): Promise<Draft<Content> | null> {
  for (const [key, record] of await abandonedDrafts(found)) {
    if (readRecord(record)?.answer_sha256 !== answer_sha256) continue;
    if (!mayMove()) return null;
    const mine = readRecord(await browserStore.move(key, keyOf(draftKey, PAGE)));
    if (mine) return mine;
  }
  return null;
}

/** Must be called after every login. */
export async function startRecovery(person: string): Promise<void> {
  const others = saveQueue.active.filter(({ draftKey }) => draftKey.person !== person);
  // Work of another person stays in the browser, and their next page recovers it.
  const mayGo = others.every(({ onScreen, keeps }) => !onScreen && keeps === "yes");
  if (others.length > 0 && mayGo) {
    for (const each of others) each.end();
    location.reload();
    return;
  }
  postToTabs({ kind: "logged-in" });
  saveQueue.resume();
  await recoverDrafts(person);
}

/** Sends a person's drafts of closed pages, one draft of each item at a time. */
export async function recoverDrafts(person: string): Promise<void> {
  const found = await abandonedDrafts(await browserStore.all([person]));
  saveQueue.unreadable = found.filter(([, record]) => !readRecord(record)).length;
  const since = ([, record]: Found) => readRecord(record)?.since ?? "";
  for (const [key, record] of [...found].sort((one, other) => (since(one) < since(other) ? -1 : 1))) {
    const draftKey = draftKeyOf(key);
    if (!readRecord(record) || saveQueue.at(draftKey)) continue;
    const mine = readRecord(await browserStore.move(key, keyOf(draftKey, PAGE)));
    if (!mine) continue;
    // The item was opened during the move, and its own draft uses this page's key.
    if (saveQueue.at(draftKey)) await browserStore.put(key, mine);
    else new BackgroundSave(draftKey, mine);
  }
}

async function abandonedDrafts(found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return found;
  const open = await openTabs(found.map(([key, record]) => pageOf(key, record)));
  return found.filter(([key, record]) => {
    const page = pageOf(key, record);
    return page === PAGE || !open.has(page);
  });
}

/** Saves an item that is not open. */
class BackgroundSave implements ActiveSave {
  readonly onScreen = false;
  readonly changes: number;
  readonly since: string;
  readonly question: string;
  saveState: SaveState<AnnotationState> = $state.raw({ kind: "waiting" });
  keeps: StoreState = $state("yes");

  readonly #saver: Saver<Content, AnnotationState>;
  readonly #leave: () => void;

  constructor(
    readonly draftKey: DraftKey,
    stored: StoredDraft<Content>,
  ) {
    const { answer_sha256, question, since } = stored;
    const content = stored.content ?? stored.steps.at(-1)?.content ?? NEVER_SAVED.content;
    this.changes = stored.steps.reduce((sum, step) => sum + step.changes, stored.changes);
    this.since = since;
    this.question = question;
    const send = sender(draftKey);
    this.#saver = createSaver<Content, AnnotationState>({
      // The revision on the server is unknown here.
      initial: { ...NEVER_SAVED, revision: -1 },
      keeper: new BrowserDraftStore(
        browserStore,
        keyOf(draftKey, PAGE),
        { answer_sha256, question, since },
        (keeps) => (this.keeps = keeps),
      ),
      kept: stored,
      answer_sha256,
      content: () => content,
      same: (mine, annotation) => sameContent(mine, annotation.content),
      send: (body) => saveQueue.send(this, () => send(body)),
      newId: newUuid,
      onState: (state) => {
        this.saveState = state;
        if (!this.isUnsent()) this.end();
      },
      onSaved: (annotation) => postToTabs({ kind: "stored", draftKey, annotation }),
      onAdopt: () => undefined,
    });
    this.#leave = saveQueue.add(this);
    saveQueue.lineUp(this);
    this.#saver.start();
  }

  isUnsent() {
    return this.#saver.isUnsent();
  }

  unsent() {
    return this.#saver.unsent();
  }

  flush() {
    return this.#saver.flush();
  }

  resume() {
    this.#saver.resume();
  }

  follow(annotation: AnnotationState) {
    this.#saver.follow(annotation);
  }

  /** It counts no time and is on no screen. */
  pause() {}
  refresh() {}

  end() {
    this.#saver.dispose();
    this.#leave();
  }
}
