/* The panel comes after the answer, and what searches it when the answer has long been there, or at the first wish for it. Without a
   network they come when it is back: one can mark meanwhile, and read. */

import { withTexts } from "../../i18n";

const PATIENCE_MS = 1_000;
const AGAIN_MS = 10_000;

let hurry = () => {};

export const loadPanel = once(async () => (await withTexts(import("./Panel.svelte"))).default);
export const loadEvidence = once(async () => (await import("./EvidenceBar.svelte")).default);
export const loadLinks = once(async () => (await withTexts(import("./Links.svelte"))).default);
export const loadTools = once(() => quiet().then(async () => (await import("./Tools.svelte")).default));

/** Somebody waits for them. */
export function callTools(): void {
  hurry();
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => (loading ??= insisting(load));
}

async function insisting<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch {
      await online();
    }
  }
}

function quiet(): Promise<void> {
  return new Promise((resolve) => {
    hurry = resolve;
    setTimeout(resolve, PATIENCE_MS);
  });
}

function online(): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("online", () => resolve(), { once: true });
    setTimeout(resolve, AGAIN_MS);
  });
}
