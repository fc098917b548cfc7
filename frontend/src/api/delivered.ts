/* API responses that the server has put into the page, so that the page need not wait for them (api/config/front_end_page.py). Each
   answers one call: the first of its kind, soon after the page was loaded. */

import type { Session } from "./types";

/** After this time the server is asked. */
const FRESH_MS = 20_000;

interface Responses {
  "GET /api/v1/session/"?: Session;
  [call: string]: unknown;
}

let responses: Responses | null = null;

function inThePage(): Responses {
  if (performance.now() > FRESH_MS) responses = {};
  responses ??= JSON.parse(document.getElementById("first-responses")?.textContent ?? "{}");
  return responses ?? {};
}

/** Returns the response to a call, once, or undefined if the page has none. */
export function takeDelivered(method: string, pathAndBody: string): unknown {
  const call = `${method} ${pathAndBody}`;
  const { [call]: response, ...others } = inThePage();
  responses = others;
  return response;
}

/** Returns the session, which a call can still take. */
export function deliveredSession(): Session | null {
  return inThePage()["GET /api/v1/session/"] ?? null;
}

/** Returns whether the page has responses that no call has taken. */
export function hasDelivered(): boolean {
  return Object.keys(inThePage()).length > 0;
}

/** Makes all further calls ask the server. */
export function forgetDelivered(): void {
  responses = {};
}

/** Removes the text of the item that the server has put into the page: the page shows the item itself, or something else. */
export function removeFirstItem(): void {
  document.getElementById("first-item")?.remove();
}
