/*
 * Reads the drafts of earlier pages, which an older or a newer version of Morel may have written. An unreadable draft is
 * never deleted: it can be exported.
 */
import type { Content } from "../api/types";
import { FORM, type DraftKey, type StoredDraft } from "./draftStore";
import type { Step } from "./saveProtocol";
import type { Key } from "./indexedDb";
import { NOTHING_SAID } from "./contentVersions";

/** Returns the person, project and item of a stored draft. */
export function draftKeyOf([person = "", slug = "", item = ""]: Key): DraftKey {
  return { person, slug, item: Number(item) };
}

/** Returns the page that stored a draft. In format 1 the record names it, in later formats the key. */
export function pageOf(key: Key, record: unknown): string {
  return key[3] ?? (isObject(record) && typeof record["tab"] === "string" ? record["tab"] : "");
}

/** Returns a stored draft, or null if its format is unknown. */
export function readRecord(record: unknown): StoredDraft<Content> | null {
  if (!isObject(record)) return null;
  if (record["form"] === 1) return readForm1(record);
  if (record["form"] !== FORM) return null;
  const { base_revision, steps, changes } = record;
  if (!isCount(base_revision) || !Array.isArray(steps) || !isCount(changes)) return null;
  const read = steps.map(readStep);
  const content = record["content"] === null ? null : readContent(record["content"]);
  if (!read.every((step) => step !== null) || (record["content"] !== null && !content)) return null;
  if (read.length === 0 && !content) return null;
  return { form: FORM, base_revision, steps: read, content, changes, ...readAbout(record) };
}

function readForm1(record: Record<string, unknown>): StoredDraft<Content> | null {
  const { base_revision, pending } = record;
  const content = record["content"] === null ? null : readContent(record["content"]);
  const step = pending === null ? null : readStep(isObject(pending) ? { ...pending, changes: 1 } : null);
  if (!isCount(base_revision) || (pending !== null && !step) || (!step && !content)) return null;
  const steps = step ? [step] : [];
  return { form: FORM, base_revision, steps, content, changes: content ? 1 : 0, ...readAbout(record) };
}

function readAbout({ answer_sha256, question, since }: Record<string, unknown>) {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { answer_sha256: text(answer_sha256), question: text(question), since: text(since) };
}

function readStep(step: unknown): Step<Content> | null {
  if (!isObject(step)) return null;
  const { save_id, submit, changes } = step;
  const content = readContent(step["content"]);
  if (typeof save_id !== "string" || typeof submit !== "boolean" || !isCount(changes) || !content)
    return null;
  return { save_id, submit, changes, content };
}

/**
 * Returns the content unchanged: a step that may have arrived must be sent again with the same body. Fields that newer
 * versions of Morel add to content are therefore not required.
 */
function readContent(content: unknown): Content | null {
  return isObject(content) && isContent(content) ? content : null;
}

function isContent(content: Record<string, unknown>): content is Content {
  const { spans, links, labels } = content;
  return (
    Object.entries(NOTHING_SAID).every(([name, nothing]) => typeof content[name] === typeof nothing) &&
    isListOf(spans, { id: "string", start: "number", end: "number", label: "string" }) &&
    isListOf(links, { url: "string", language: "string", title: "string" }) &&
    isObject(labels) &&
    Object.values(labels).every((choice) => typeof choice === "string")
  );
}

function isListOf(list: unknown, fields: Readonly<Record<string, string>>): boolean {
  return (
    Array.isArray(list) &&
    list.every(
      (each) => isObject(each) && Object.entries(fields).every(([name, type]) => typeof each[name] === type),
    )
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
