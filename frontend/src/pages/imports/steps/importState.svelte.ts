/* The import on the page, from the choice of its file to its end. */
import { deleteImport, getImport, startImport } from "../../../api/imports";
import { ApiProblem, isAbort } from "../../../api/problem";
import type { Import, ImportKind } from "../../../api/types";
import { uploadImport, uploadImportImages, type UploadOptions } from "../../../api/upload";
import { isOpen, type Mapping } from "./stages";

export class ImportState {
  kind = $state<ImportKind>("items");
  sending = $state.raw<{ name: string; share: number } | null>(null);
  /** The state on the server; null until a file is uploaded. */
  now = $state.raw<Import | null>(null);
  mapping = $state.raw<Mapping>({});
  /** The kind of records that state none. */
  itemKind = $state<Import["item_kind"]>("work");
  /** The language of records that state none. */
  language = $state("");
  /** Whether spans of annotations mark the claims that they cover, instead of being refused. */
  projectSpans = $state(false);
  /** The language of the project, where it has one only: offered for records that state none. */
  only = "";
  failure = $state.raw<unknown>(null);
  busy = $state(false);
  /** Kept to upload it again. */
  #file: File | null = null;
  #sending: AbortController | null = null;

  readonly #slug: string;
  readonly #onchange: () => void;

  constructor(slug: string, onchange: () => void) {
    this.#slug = slug;
    this.#onchange = onchange;
  }

  get canResend(): boolean {
    return this.#file !== null;
  }

  show(row: Import): void {
    if (row.id !== this.now?.id) this.#file = null;
    this.now = row;
    this.mapping = row.mapping;
    this.itemKind = row.item_kind;
    this.language = row.language || this.only;
    this.projectSpans = false;
    this.failure = null;
  }

  /** `format`: in place of the detected one. */
  async send(file: File, format: Import["format"] | "auto" = "auto"): Promise<void> {
    this.failure = null;
    try {
      await this.#upload(file, async (options) => {
        this.show(await uploadImport(this.#slug, file, this.kind, format, options));
        this.#file = file;
        this.#onchange();
      });
    } catch (error) {
      this.failure = error;
    }
  }

  /** Uploads the zip file with the images of the import. */
  async sendImages(file: File): Promise<void> {
    const { now } = this;
    if (!now) return;
    await this.#attempt(() =>
      this.#upload(file, async (options) => {
        this.now = await uploadImportImages(this.#slug, now.id, file, options);
      }),
    );
  }

  stop(): void {
    this.#sending?.abort();
  }

  /** Uploads the same file again as the other kind, or in another format. */
  async resend(kind: ImportKind, format?: Import["format"]): Promise<void> {
    const file = this.#file;
    if (!file || !(await this.clear())) return;
    this.kind = kind;
    await this.send(file, format);
  }

  async start(): Promise<void> {
    await this.#attempt(async () => {
      if (this.now)
        this.now = await started(
          this.#slug,
          this.now.id,
          this.mapping,
          this.itemKind,
          this.language.trim(),
          this.projectSpans,
        );
    });
  }

  /** Resets the page for another file. An upload that was never imported is discarded. */
  async clear(): Promise<boolean> {
    const { now } = this;
    if (now?.state === "uploaded" || now?.state === "refused") {
      if (!(await this.#attempt(() => discarded(this.#slug, now.id)))) return false;
    }
    this.now = null;
    // Candidates come in several files.
    if (this.kind !== "candidates") this.kind = "items";
    this.#file = null;
    this.failure = null;
    return true;
  }

  /** Shows the progress of what `send` uploads. The person may stop it. */
  async #upload(file: File, send: (options: UploadOptions) => Promise<void>): Promise<void> {
    const controller = (this.#sending = new AbortController());
    this.sending = { name: file.name, share: 0 };
    try {
      await send({
        signal: controller.signal,
        onProgress: (share) => (this.sending = { name: file.name, share }),
      });
    } catch (error) {
      if (!isAbort(error)) throw error;
    } finally {
      this.sending = null;
    }
  }

  async #attempt(action: () => Promise<void>): Promise<boolean> {
    this.busy = true;
    this.failure = null;
    try {
      await action();
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    } finally {
      this.busy = false;
      this.#onchange();
    }
  }
}

/** The import may have been started in another window: then returns its state. */
async function started(
  slug: string,
  id: number,
  mapping: Mapping,
  itemKind: Import["item_kind"],
  language: string,
  projectSpans: boolean,
): Promise<Import> {
  try {
    return await startImport(slug, id, mapping, itemKind, language, projectSpans);
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 409)) throw error;
    const now = await getImport(slug, id);
    if (isOpen(now)) throw error;
    return now;
  }
}

/** Another user may have discarded it before. */
async function discarded(slug: string, id: number): Promise<void> {
  try {
    await deleteImport(slug, id);
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error;
  }
}
