/* The files that a person has chosen for the next submission. Each is checked at once, one after another. They stay in memory when
   the network drops or another page is opened. */

import type { CheckedFile, CheckReport } from "../../../api/types";
import type { UploadOptions } from "../../../api/upload";
import { isAbort } from "../../../api/problem";

type Check = (file: File, options: UploadOptions) => Promise<CheckReport>;
export type CheckState = "waiting" | "sending" | "checking" | "checked" | "failed";

let made = 0;

export class ChosenFile {
  readonly key = (made += 1);
  readonly file: File;
  state = $state<CheckState>("waiting");
  /** The share that is sent, 0 to 1. */
  share = $state(0);
  /** Slug of the phase that the file was checked for. */
  phase = $state("");
  /** Several for an archive. */
  reports = $state.raw<readonly CheckedFile[]>([]);
  failure = $state.raw<unknown>(null);
  readonly controller = new AbortController();

  constructor(file: File) {
    this.file = file;
  }
}

export class ChosenFiles {
  files = $state.raw<readonly ChosenFile[]>([]);
  readonly #check: Check;
  #busy = false;

  constructor(check: Check) {
    this.#check = check;
  }

  add(files: readonly File[]): void {
    this.files = [...this.files, ...files.map((file) => new ChosenFile(file))];
    void this.#work();
  }

  remove(key: number): void {
    this.files.find((each) => each.key === key)?.controller.abort();
    this.files = this.files.filter((each) => each.key !== key);
  }

  /** Puts another file in the place of one. */
  replace(key: number, file: File): void {
    this.files.find((each) => each.key === key)?.controller.abort();
    this.files = this.files.map((each) => (each.key === key ? new ChosenFile(file) : each));
    void this.#work();
  }

  /** Checks a file again whose check has failed. */
  again(chosen: ChosenFile): void {
    chosen.state = "waiting";
    chosen.failure = null;
    void this.#work();
  }

  /** Checks all files again, for another phase. */
  recheck(): void {
    for (const { controller } of this.files) controller.abort();
    this.files = this.files.map(({ file }) => new ChosenFile(file));
    void this.#work();
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    for (;;) {
      const next = this.files.find(({ state }) => state === "waiting");
      if (!next) break;
      await this.#checkOne(next);
    }
    this.#busy = false;
  }

  async #checkOne(chosen: ChosenFile): Promise<void> {
    chosen.state = "sending";
    chosen.share = 0;
    try {
      const onProgress = (share: number) => {
        chosen.share = share;
        if (share === 1) chosen.state = "checking";
      };
      const report = await this.#check(chosen.file, { onProgress, signal: chosen.controller.signal });
      chosen.phase = report.phase;
      chosen.reports = report.files;
      chosen.state = "checked";
    } catch (error) {
      chosen.failure = isAbort(error) ? null : error;
      chosen.state = "failed";
    }
  }
}
