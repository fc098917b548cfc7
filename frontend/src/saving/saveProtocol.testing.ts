/* A saver with a server that answers as a test orders. */
import { vi } from "vitest";
import { createSaver, type Draft, type Revision, type SaveBody, type SendResult } from "./saveProtocol";

export interface Stored extends Revision {
  content: string;
}
export type Result = SendResult<Stored>;
export const revisionOf = (revision: number, content: string, submitted = false): Stored => ({
  revision,
  submitted_revision: submitted ? revision : null,
  saved_at: `at ${revision}`,
  content,
});
export const saved = (revision: number): Result => ({
  kind: "saved",
  annotation: revisionOf(revision, "stored"),
});
export const stale = (revision: number, content = "theirs", submitted = false): Result => ({
  kind: "stale",
  current: revisionOf(revision, content, submitted),
});
export const refused: Result = { kind: "refused", refusal: { code: "invalid", detail: "no", errors: [] } };
export const lost: Result = { kind: "unreachable", because: "network" };

/** A page whose content is a string, and a server whose answers the test gives one by one. */
export function workspace(revision = 0, kept: Draft<string> | null = null) {
  const page = { content: kept?.content ?? kept?.steps.at(-1)?.content ?? "" };
  const box: { kept: Draft<string> | null } = { kept };
  const sent: SaveBody<string>[] = [];
  const answers: ((result: Result) => void)[] = [];
  const states: string[] = [];
  const stored: [number, boolean][] = [];
  let ids = 0;
  const saver = createSaver<string, Stored>({
    initial: revisionOf(revision, "as it was opened"),
    keeper: { keep: (latest) => (box.kept = latest), clear: () => (box.kept = null) },
    kept,
    answer_sha256: "sha",
    content: () => page.content,
    same: (content, annotation) => content === annotation.content,
    send: (body) => {
      sent.push(body);
      return new Promise((resolve) => answers.push(resolve));
    },
    newId: () => `save-${(ids += 1)}`,
    onState: (state) => states.push(state.kind),
    onSaved: (annotation, upToDate) => stored.push([annotation.revision, upToDate]),
    onAdopt: ({ content }) => (page.content = content),
  });
  const edit = (content: string) => {
    page.content = content;
    saver.changed();
  };
  const answer = async (result: Result) => {
    answers.shift()?.(result);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { saver, sent, states, stored, page, box, edit, answer };
}
