/*
 * What pages have kept in this browser that are gone by now is taken up by one that is there: it is moved under this page's
 * name, in one go, so that only one page sends it, and is sent without its item being opened.
 */
import type { AnnotationState, Content } from "../api/types";
import { newUuid } from "./ids";
import { BrowserKeeper, keyOf, type Keeps, type Place, type Stored } from "./draftStore";
import { outbox, type Living } from "./saveQueue.svelte";
import { pageOf, placeOf, readRecord } from "./storedDraft";
import { createSaver, type Kept, type SaveState } from "./saveProtocol";
import { browserShelf, type Key } from "./indexedDb";
import { PAGE, say, stillOpen } from "./tabChannel";
import { sender } from "./transport";
import { NEVER_SAVED, sameContent } from "./contentVersions";

/** The longest wait for the browser's store. What it holds is recovered later all the same. */
const PATIENCE_MS = 1_000;

type Found = readonly [Key, unknown];

/** Returns what a page that is gone has kept of an item. */
export async function findKept(place: Place, answer_sha256: string): Promise<Kept<Content> | null> {
  let late = false;
  let clock = 0;
  const lateness = new Promise<null>((resolve) => {
    clock = window.setTimeout(() => {
      late = true;
      resolve(null);
    }, PATIENCE_MS);
  });
  // Once it moves under this page's name it is waited for: whoever began without it would write over it.
  const mayMove = () => {
    if (!late) clearTimeout(clock);
    return !late;
  };
  return Promise.race([find(place, answer_sha256, mayMove).catch(() => null), lateness]);
}

async function find(
  place: Place,
  answer_sha256: string,
  mayMove: () => boolean,
): Promise<Kept<Content> | null> {
  const found = await browserShelf.all([place.person, place.slug, `${place.item}`]);
  return found.length === 0 ? null : adopt(place, found, answer_sha256, mayMove);
}

/** Sends what earlier pages have queued, before an item is asked for: the server would give out the same items again. */
export async function sendLeftBehind(person: string): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([sendNow(person).catch(() => undefined), late]);
}

async function sendNow(person: string): Promise<void> {
  const found = await browserShelf.all([person]);
  if (found.length === 0) return;
  await takeUp(person);
  await Promise.all(outbox.living.map((each) => each.flush()));
}

/** For an item that is about to be shown: the first of what was kept of it that is of use, if it still `mayMove`. */
async function adopt(
  place: Place,
  found: readonly Found[],
  answer_sha256: string,
  mayMove: () => boolean,
): Promise<Kept<Content> | null> {
  for (const [key, record] of await leftBehind(found)) {
    if (readRecord(record)?.answer_sha256 !== answer_sha256) continue;
    if (!mayMove()) return null;
    const mine = readRecord(await browserShelf.move(key, keyOf(place, PAGE)));
    if (mine) return mine;
  }
  return null;
}

/** Somebody has logged in, perhaps once more. */
export async function begin(person: string): Promise<void> {
  const others = outbox.living.filter(({ place }) => place.person !== person);
  // Other people's work stays in the browser, not in this page: theirs will take it up.
  const mayGo = others.every(({ onScreen, keeps }) => !onScreen && keeps === "yes");
  if (others.length > 0 && mayGo) {
    for (const each of others) each.end();
    location.reload();
    return;
  }
  say({ kind: "logged-in" });
  outbox.resume();
  await takeUp(person);
}

/** Sends everything of a person's that was left behind, one record an item at a time. */
export async function takeUp(person: string): Promise<void> {
  const found = await leftBehind(await browserShelf.all([person]));
  outbox.unreadable = found.filter(([, record]) => !readRecord(record)).length;
  for (const [key, record] of found) {
    const place = placeOf(key);
    if (!readRecord(record) || outbox.at(place)) continue;
    const mine = readRecord(await browserShelf.move(key, keyOf(place, PAGE)));
    if (mine && !outbox.at(place)) new Parcel(place, mine);
  }
}

async function leftBehind(found: readonly Found[]): Promise<readonly Found[]> {
  if (found.length === 0) return found;
  const open = await stillOpen(found.map(([key, record]) => pageOf(key, record)));
  return found.filter(([key, record]) => {
    const page = pageOf(key, record);
    return page === PAGE || !open.has(page);
  });
}

/** The work on an item that is not opened. */
class Parcel implements Living {
  readonly onScreen = false;
  readonly changes: number;
  readonly since: string;
  readonly question: string;
  saveState: SaveState<AnnotationState> = $state.raw({ kind: "waiting" });
  keeps: Keeps = $state("yes");

  readonly #saver;
  readonly #leave: () => void;

  constructor(
    readonly place: Place,
    stored: Stored<Content>,
  ) {
    const { answer_sha256, question, since } = stored;
    const content = stored.content ?? stored.steps.at(-1)?.content ?? NEVER_SAVED.content;
    this.changes = stored.steps.reduce((sum, step) => sum + step.changes, stored.changes);
    this.since = since;
    this.question = question;
    this.#saver = createSaver<Content, AnnotationState>({
      // What the server holds is not known here.
      initial: { ...NEVER_SAVED, revision: -1 },
      keeper: new BrowserKeeper(
        browserShelf,
        keyOf(place, PAGE),
        { answer_sha256, question, since },
        (keeps) => (this.keeps = keeps),
      ),
      kept: stored,
      answer_sha256,
      content: () => content,
      same: (mine, annotation) => sameContent(mine, annotation.content),
      send: sender(place),
      newId: newUuid,
      onState: (state) => {
        this.saveState = state;
        if (!this.isUnsent()) this.end();
      },
      onSaved: (annotation) => say({ kind: "stored", place, annotation }),
      onAdopt: () => undefined,
    });
    this.#leave = outbox.add(this);
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

  /** Nobody counts time on it, and nothing shows it. */
  pause() {}
  refresh() {}

  end() {
    this.#saver.dispose();
    this.#leave();
  }
}
