/* The panel comes after the answer, and what searches it when the answer has long been there, or at the first wish for it. Without a
   network they come when it is back: one can mark meanwhile, and read. */

import { withTexts } from "../../messages";
import type Panel from "./Panel.svelte";
import type Tools from "./Tools.svelte";

const PATIENCE_MS = 1_000;
const AGAIN_MS = 10_000;

let panel: Promise<typeof Panel> | null = null;
let tools: Promise<typeof Tools> | null = null;
let hurry = () => {};

export function loadPanel(): Promise<typeof Panel> {
  return (panel ??= insisting(async () => (await withTexts(import("./Panel.svelte"))).default));
}

export function loadTools(): Promise<typeof Tools> {
  return (tools ??= quiet().then(() => insisting(async () => (await import("./Tools.svelte")).default)));
}

/** Somebody waits for them. */
export function callTools(): void {
  hurry();
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
