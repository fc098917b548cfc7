/* The next submission of a person to a task: chosen files, what was typed, and the upload. It outlives the page, so that nothing is
   lost when another one is opened. */

import { checkFile, type NewSubmission, uploadSubmission, type UploadOptions } from "../../../api/upload";
import { isAbort } from "../../../api/problem";
import type { SubmissionUpload } from "../../../api/types";
import { ChosenFiles } from "./chosenFiles.svelte";
import type { Answer, Answers } from "../side/questions";
import { newUuid } from "../../../saving/ids";
import { readDraft, storeDraft } from "./draft";

export class Sending {
  readonly chosen: ChosenFiles;
  /** Slug of the phase that the person has chosen; empty: it follows from the items. */
  #phase = $state("");
  /** The share that is uploaded, 0 to 1; null: nothing is being uploaded. */
  share = $state<number | null>(null);
  failure = $state.raw<unknown>(null);
  /** The receipt of the last upload. */
  received = $state.raw<SubmissionUpload | null>(null);

  readonly #person: string;
  readonly #task: string;
  #system = $state("");
  #answers = $state.raw<Record<string, Answer>>({});
  #upload: AbortController | null = null;
  /** Id of the last upload, and what that contained: sent again after a lost answer, it is counted once. */
  #last = { id: "", content: "" };

  constructor(person: string, task: string) {
    this.#person = person;
    this.#task = task;
    this.chosen = new ChosenFiles((file, options) => checkFile(task, file, this.#phase, options));
    const draft = readDraft(person, task);
    this.#system = draft.system;
    this.#answers = draft.answers;
  }

  get phase(): string {
    return this.#phase;
  }

  /** The files are checked again for it. */
  set phase(slug: string) {
    this.#phase = slug;
    this.chosen.recheck();
  }

  get system(): string {
    return this.#system;
  }

  set system(system: string) {
    this.#system = system;
    this.#store();
  }

  /** Answers of the fact sheet. */
  get answers(): Answers {
    return this.#answers;
  }

  set answers(answers: Record<string, Answer>) {
    this.#answers = answers;
    this.#store();
  }

  /** Uploads the files with these keys. Returns the receipt, or null if that failed; then the files stay. */
  async submit(keys: ReadonlySet<number>, phase: string, trial: boolean): Promise<SubmissionUpload | null> {
    const files = this.chosen.files.filter(({ key }) => keys.has(key));
    const wanted: NewSubmission = {
      system: this.system.trim(),
      phase,
      answers: this.answers,
      ...(trial && { kind: "trial" }),
    };
    this.#upload = new AbortController();
    const options: UploadOptions = {
      signal: this.#upload.signal,
      onProgress: (share) => (this.share = share),
    };
    this.share = 0;
    this.failure = null;
    this.received = null;
    try {
      this.received = await uploadSubmission(
        this.#task,
        files.map(({ file }) => file),
        { ...wanted, uploadId: this.#idOf(JSON.stringify([wanted, files.map(({ key }) => key)])) },
        options,
      );
      for (const { key } of files) this.chosen.remove(key);
    } catch (error) {
      if (!isAbort(error)) this.failure = error;
    }
    this.share = null;
    return this.received;
  }

  #idOf(content: string): string {
    if (this.#last.content !== content) this.#last = { id: newUuid(), content };
    return this.#last.id;
  }

  stop(): void {
    this.#upload?.abort();
  }

  #store() {
    storeDraft(this.#person, this.#task, { system: this.#system, answers: this.#answers });
  }
}
