/* Sends one save and says in the saver's words what came of it. */
import { saveAnnotation } from "../api/endpoints";
import { ApiProblem } from "../api/problem";
import type { AnnotationState, Content } from "../api/types";
import type { SaveBody, SendResult } from "./save";

/** 401 must not take the page away: what is marked on it has not been sent yet. */
const options = { keepPage: true };

export function sender(slug: string, item: number) {
  return async (body: SaveBody<Content>): Promise<SendResult<AnnotationState>> => {
    try {
      const { annotation } = await saveAnnotation(slug, item, body, options);
      return { kind: "saved", annotation };
    } catch (error) {
      return failed(error);
    }
  };
}

/** Anything that leaves open whether the save arrived counts as unreachable and is tried again. */
function failed(error: unknown): SendResult<AnnotationState> {
  if (!(error instanceof ApiProblem)) return { kind: "unreachable", because: "network" };
  const { status, document, described } = error;
  if (status === 401) return { kind: "signed-out" };
  if (status === 409 && document.current) return { kind: "stale", current: document.current };
  if (status >= 500 || status === 429 || !described) return { kind: "unreachable", because: "server" };
  return { kind: "refused", refusal: { detail: error.message, errors: document.errors } };
}
