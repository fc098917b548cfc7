/* Sends one save on behalf of its person and returns the result for the save protocol. */
import { saveAnnotation } from "../api/endpoints";
import { ApiProblem, NetworkFailure } from "../api/problem";
import type { AnnotationState, Content } from "../api/types";
import { noteAcknowledged } from "./acknowledged";
import type { DraftKey } from "./draftStore";
import type { SaveBody, SendResult } from "./saveProtocol";

/** Browsers limit `keepalive` requests to 64 KiB of UTF-8. A text of this length stays below that in any script. */
const OUTLIVES = 20_000;
const LONGEST_WAIT_MS = 120_000;

export function sender(draftKey: DraftKey) {
  const { person, slug, item } = draftKey;
  return async (body: SaveBody<Content>): Promise<SendResult<AnnotationState>> => {
    const hidden = document.visibilityState === "hidden";
    // A 401 must not replace the page: its work is not saved yet.
    const options = { keepPage: true, speaker: person };
    const keepalive = hidden && JSON.stringify(body).length < OUTLIVES;
    try {
      const { annotation } = await saveAnnotation(slug, item, body, { ...options, keepalive });
      // An answer of something between the browser and the server acknowledges nothing.
      if (annotation.revision !== body.base_revision + 1) return { kind: "unreachable", because: "server" };
      noteAcknowledged(draftKey, annotation.revision);
      return { kind: "saved", annotation };
    } catch (error) {
      return failed(error);
    }
  };
}

/** Returns `unreachable` wherever the save may have arrived, so that it is tried again. */
function failed(error: unknown): SendResult<AnnotationState> {
  if (error instanceof NetworkFailure) return { kind: "unreachable", because: "network" };
  // A truncated or malformed response.
  if (!(error instanceof ApiProblem)) return { kind: "unreachable", because: "server" };
  const { status, document, described, code } = error;
  if (status === 401) return { kind: "signed-out" };
  if (status === 409 && document.current) return { kind: "stale", current: document.current };
  // The CSRF token belonged to another session; the next request reads it from the cookie.
  const retried = status === 408 || status === 409 || status === 429 || code === "csrf";
  if (described && status >= 400 && status < 500 && !retried) {
    return { kind: "refused", refusal: { code, detail: error.message, errors: document.errors } };
  }
  const wait = Math.min(error.retryAfter * 1_000, LONGEST_WAIT_MS);
  return { kind: "unreachable", because: code === "disk_full" ? "disk" : "server", wait };
}
