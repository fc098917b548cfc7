/* Follows an import while the server works on it. */
import { getImport } from "../../../api/imports";
import { NetworkFailure } from "../../../api/problem";
import type { Import } from "../../../api/types";
import { isRunning } from "./stages";

const INTERVAL_MS = 500;

export type Watcher = {
  onchange: (now: Import) => void;
  /** Reports a lost (true) or restored connection. The import continues on the server, and polling continues. */
  onsilence: (silent: boolean) => void;
  onfailure: (error: unknown) => void;
};

/** Polls twice a second until the import has ended, one request at a time. Returns a function that stops it. */
export function watchImport(slug: string, id: number, watcher: Watcher): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask() {
    if ((await heard()) && !signal.aborted) timer = setTimeout(() => void ask(), INTERVAL_MS);
  }

  /** Whether the import is still changing. */
  async function heard(): Promise<boolean> {
    try {
      const now = await getImport(slug, id, { signal });
      if (signal.aborted) return false;
      watcher.onsilence(false);
      watcher.onchange(now);
      return isRunning(now);
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof NetworkFailure) watcher.onsilence(true);
      else watcher.onfailure(error);
      return error instanceof NetworkFailure;
    }
  }

  timer = setTimeout(() => void ask(), INTERVAL_MS);
  return () => {
    controller.abort();
    clearTimeout(timer);
  };
}
