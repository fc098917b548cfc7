/* Messages between the open tabs of one browser, and which tabs are still open. */
import type { AnnotationState } from "../api/types";
import { newUuid } from "./ids";
import type { DraftKey } from "./draftStore";

export type TabMessage =
  /** The server has acknowledged a save. Tabs that show the item and have no unsent work show the new version. */
  | { kind: "stored"; draftKey: DraftKey; annotation: AnnotationState }
  /** The person works in this tab, so others stop counting time. */
  | { kind: "active" }
  /** All tabs share one session. */
  | { kind: "logged-in" }
  | { kind: "who" }
  | { kind: "here"; page: string };

/** The id of this page, from its loading to its end. */
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

/** Lets other tabs know that this page is open. The browser releases the lock when the page ends, even by a crash. */
export function announceTab() {
  opened();
  if (!("locks" in navigator)) return;
  void navigator.locks.request(lockOf(PAGE), () => new Promise<void>(() => undefined));
}

/** Returns which of these pages are open, and this one. Without TLS there are no locks, so pages are asked to answer. */
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
