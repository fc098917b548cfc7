/* The HTTP client. Types come from the OpenAPI schema. Every failure is thrown as ApiProblem or NetworkFailure, or as AbortError if
   the caller aborted. */

import { createClient } from "./calls";
import { takeDelivered } from "./delivered";
import { type ApiProblem, isAbort, isJson, NetworkFailure, problemOf } from "./problem";

/** The time without an answer after which a request has failed. */
const PATIENCE_MS = 30_000;

export type CallOptions = {
  signal?: AbortSignal;
  /** Let the request outlive the page (bodies up to 64 kB). */
  keepalive?: boolean;
  /** Only throw on a 401, and leave the session and the page as they are. */
  keepPage?: boolean;
  /** For whom it is, where that need not be the person who is logged in now. */
  speaker?: string;
};

const SPEAKER = "X-Morel-User";
const SESSION = "/api/v1/session/";

let loggedOut = (): void => {};

/** Registers what to do when the session has ended. */
export function onLoggedOut(handler: () => void): void {
  loggedOut = handler;
}

export const client = createClient((request) => send(request), takeDelivered);

/** The client's own options for a call. */
export function withOptions({ keepPage = false, speaker, ...init }: CallOptions = {}) {
  return {
    ...init,
    ...(keepPage && { fetch: sendKeepingPage }),
    ...(speaker && { headers: { [SPEAKER]: encodeURIComponent(speaker) } }),
  };
}

/** Returns the body of a successful response. */
export async function body<T>(call: Promise<{ data?: T; response: Response }>): Promise<T> {
  const { data, response } = await call;
  if (data === undefined) throw await problemOf(response);
  return data;
}

const send = sender(false);
const sendKeepingPage = sender(true);

function sender(keepPage: boolean): (request: Request) => Promise<Response> {
  return async (request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]);
    if (request.method !== "GET")
      request.headers.set("X-CSRFToken", csrfToken() || (await freshToken(signal)));
    const named = request.headers.has(SPEAKER) || request.url.endsWith(SESSION);
    if (speaker && !named) request.headers.set(SPEAKER, speaker);
    return checked(await heard(fetch(request, { signal })), keepPage);
  };
}

/** Returns the response to a request, or throws NetworkFailure. */
export async function heard(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new NetworkFailure("no answer", { cause: error });
  }
}

/** Returns the response if it is a readable success. */
export async function checked(response: Response, keepPage = false): Promise<Response> {
  if (response.ok && (response.status === 204 || isJson(response))) return response;
  throw await refusal(response, keepPage);
}

export function refusal(response: Response, keepPage = false): Promise<ApiProblem> {
  if (response.status === 401 && !keepPage) loggedOut();
  return problemOf(response);
}

let speaker = "";

/** Sets the user name that requests of this page are made for. If another tab logs in as somebody else, the server refuses them. */
export function speakFor(username: string): void {
  speaker = encodeURIComponent(username);
}

/** Returns the headers for requests outside of this client. */
export function speaking(): Record<string, string> {
  return speaker ? { "X-Morel-User": speaker } : {};
}

/** Requests a new CSRF token: cookies may have been cleared while the page was open. */
async function freshToken(signal: AbortSignal): Promise<string> {
  await heard(fetch(SESSION, { signal }));
  return csrfToken();
}

export function csrfToken(): string {
  return /(?:^|;\s*)csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}
