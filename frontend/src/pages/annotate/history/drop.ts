/* Discards the changes since the submit: restores the submitted version and submits it again. */
import { getRevisions } from "../../../api/ownWork";
import type { Revision } from "../../../api/types";
import { toMarking } from "../../../shared/marking/editing.svelte";
import type { Task } from "../task.svelte";

/** One undo brings the changes back. Throws what the server's refusal throws. */
export async function dropChanges(slug: string, task: Task): Promise<void> {
  const submitted = await find(slug, task.item.id, task.annotation.submitted_revision);
  if (!submitted) return;
  task.select(null);
  task.apply(toMarking(submitted.content));
  await task.submit();
}

/** The latest are first, and the one that counts is seldom far. */
async function find(slug: string, item: number, number: number | null): Promise<Revision | null> {
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof getRevisions>> = await getRevisions(
      slug,
      item,
      cursor ? { cursor } : {},
    );
    const found = page.results.find((revision) => revision.number === number);
    if (found) return found;
    cursor = page.next;
  } while (cursor);
  return null;
}
