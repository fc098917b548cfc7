/* What a person has prepared in this window: it is there again when the page is opened again. */

import { Sending } from "./sending.svelte";

const all = new Map<string, Sending>();

/** Returns what the person has prepared for the task in this window. */
export function sendingOf(person: string, task: string): Sending {
  const key = JSON.stringify([person, task]);
  const found = all.get(key) ?? new Sending(person, task);
  all.set(key, found);
  return found;
}
