/* The shared task that the pages of the reader are of. Its details stay from one page to the next and are read again on each. */

import { type TaskDetails, getTask } from "../api/taskDetails";
import { session } from "./session.svelte";

export class OpenTask {
  details = $state.raw<TaskDetails | null>(null);
  failure = $state.raw<unknown>(null);

  constructor(
    readonly slug: string,
    /** The user name; empty without a session. */
    readonly reader: string,
  ) {}

  /** Reads the details again, for example after a change of them. */
  async read(): Promise<void> {
    try {
      this.details = await getTask(this.slug);
      this.failure = null;
    } catch (error) {
      this.failure = error;
    }
  }
}

let open: OpenTask | null = null;

/** Returns the task of a page and reads its details. A page calls it once. */
export function openTask(slug: string): OpenTask {
  const reader = session.user?.username ?? "";
  if (open?.slug !== slug || open.reader !== reader) open = new OpenTask(slug, reader);
  void open.read();
  return open;
}
