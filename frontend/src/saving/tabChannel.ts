/* What the open pages of one browser tell each other, and how one knows that another is still there. */
import type { AnnotationState } from "../api/types";
import { newUuid } from "./ids";
import type { DraftKey } from "./draftStore";

export type TabMessage =
  /** The server has acknowledged a save: whoever shows the item, and has nothing of their own, can show it. */
  | { kind: "stored"; draftKey: DraftKey; annotation: AnnotationState }
  /** Here somebody works, so nobody does elsewhere. */
  | { kind: "active" }
  /** All pages of a browser share one session. */
  | { kind: "logged-in" }
  | { kind: "who" }
  | { kind: "here"; page: string };

/** This page, from its loading to its end. */
export const PAGE = newUuid();

const lockOf = (page: string) => `morel page ${page}`;
const CALL_MS = 400;

let channel: BroadcastChannel | null = null;
const listeners = new Set<(message: TabMessage) => void>();

function opened(): BroadcastChannel {
  if (channel) return channel;
  channel = new BroadcastChannel("morel");
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === "who") postToTabs({ kind: "here", page: PAGE });
    for (const listener of listeners) listener(data);
  };
  return channel;
}

export function postToTabs(message: TabMessage) {
  opened().postMessage(message);
}

export function listenToTabs(listener: (message: TabMessage) => void): () => void {
  opened();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** From now on other pages know that this one is there. The browser forgets the lock with the page, however it ends. */
export function announceTab() {
  opened();
  if (!("locks" in navigator)) return;
  void navigator.locks.request(lockOf(PAGE), () => new Promise<void>(() => undefined));
}

/** Of these pages, those that are still open, with this one. Pages without TLS have no locks, and call out instead. */
export async function openTabs(pages: readonly string[]): Promise<Set<string>> {
  const open = "locks" in navigator ? await held(pages) : await answering();
  return open.add(PAGE);
}

async function held(pages: readonly string[]): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query();
  const names = new Set(held.map(({ name }) => name));
  return new Set(pages.filter((page) => names.has(lockOf(page))));
}

async function answering(): Promise<Set<string>> {
  const open = new Set<string>();
  const stop = listenToTabs((message) => message.kind === "here" && open.add(message.page));
  postToTabs({ kind: "who" });
  await new Promise((resolve) => setTimeout(resolve, CALL_MS));
  stop();
  return open;
}
