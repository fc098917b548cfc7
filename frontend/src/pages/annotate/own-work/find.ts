/* The lists of the user's items and the search in them. */
import type { MyAnnotation } from "../../../api/types";

export const queues = ["todo", "draft", "submitted", "skipped"] as const;
export type QueueName = (typeof queues)[number];

export function isQueue(name: string | null): name is QueueName {
  return queues.some((queue) => queue === name);
}

/** The queue in which an item is. */
export function queueOf(status: MyAnnotation["status"], skipped: boolean): QueueName {
  if (status === "submitted" || status === "edited") return "submitted";
  if (skipped) return "skipped";
  return status === "new" ? "todo" : "draft";
}

/** The rows that hold all of the words, in whatever case and however they are composed, in their question or id. */
export function holding(words: string, rows: readonly MyAnnotation[]): readonly MyAnnotation[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return rows;
  return rows.filter(({ question, external_id }) => {
    const text = plain(`${question} ${external_id}`);
    return wanted.every((word) => text.includes(word));
  });
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
