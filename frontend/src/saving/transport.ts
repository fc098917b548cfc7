/* Sends one save, for the person it belongs to, and says in the saver's words what came of it. */
import { saveAnnotation } from "../api/endpoints";
import { ApiProblem, NetworkFailure } from "../api/problem";
import type { AnnotationState, Content } from "../api/types";
import type { DraftKey } from "./draftStore";
import type { SaveBody, SendResult } from "./saveProtocol";

/** Browsers let so much outlive its page, in UTF-8; of this length nothing can be longer than that. */
const OUTLIVES = 20_000;
const LONGEST_WAIT_MS = 120_000;

export function sender({ person, slug, item }: DraftKey) {
  return async (body: SaveBody<Content>): Promise<SendResult<AnnotationState>> => {
    const hidden = document.visibilityState === "hidden";
    // 401 must not take the page away: what is marked on it has not been sent yet.
    const options = { keepPage: true, speaker: person };
    const keepalive = hidden && JSON.stringify(body).length < OUTLIVES;
    try {
      const { annotation } = await saveAnnotation(slug, item, body, { ...options, keepalive });
      // An answer of something between the browser and the server acknowledges nothing.
      if (annotation.revision !== body.base_revision + 1) return { kind: "unreachable", because: "server" };
      return { kind: "saved", annotation };
    } catch (error) {
      return failed(error);
    }
  };
}

/** Anything that leaves open whether the save arrived counts as unreachable and is tried again. */
function failed(error: unknown): SendResult<AnnotationState> {
  if (error instanceof NetworkFailure) return { kind: "unreachable", because: "network" };
  // Half an answer, or one of no known form.
  if (!(error instanceof ApiProblem)) return { kind: "unreachable", because: "server" };
  const { status, document, described, code } = error;
  if (status === 401) return { kind: "signed-out" };
  if (status === 409 && document.current) return { kind: "stale", current: document.current };
  // The token was of another log-in: the next one is read anew from the cookie.
  const retried = status === 409 || status === 429 || code === "csrf";
  if (described && status >= 400 && status < 500 && !retried) {
    return { kind: "refused", refusal: { code, detail: error.message, errors: document.errors } };
  }
  const wait = Math.min(error.retryAfter * 1_000, LONGEST_WAIT_MS);
  return { kind: "unreachable", because: "server", wait };
}
