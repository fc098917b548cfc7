/* The images of a project's guidelines, and uploads of more. */

import { deleteImage, getImages, imageFile } from "../../../api/images";
import { uploadImage } from "../../../api/upload";
import type { GuidelinesImage } from "../../../api/types";
import { byName } from "../../../shared/format/sorting";

export class Images {
  all = $state.raw<readonly GuidelinesImage[]>([]);
  /** The upload in progress and its share, 0 to 1. */
  sending = $state.raw<{ name: string; share: number } | null>(null);
  /** What failed, with the name of the file if it was an upload. */
  failures = $state.raw<readonly { name: string; error: unknown }[]>([]);
  /** The image that was deleted last, for undo, or has been restored since. */
  removed = $state.raw<{ file: File; restored: boolean } | null>(null);
  readonly #slug: string;
  #last: Promise<void> = Promise.resolve();

  constructor(slug: string) {
    this.#slug = slug;
  }

  async load(): Promise<void> {
    try {
      this.all = await getImages(this.#slug);
    } catch (error) {
      this.#fail("", error);
    }
  }

  /** Uploads files one after another, and calls `done` with the image of each. */
  add(files: readonly File[], done: (image: GuidelinesImage) => void): void {
    this.failures = [];
    for (const file of files) this.#last = this.#last.then(() => this.#upload(file, done));
  }

  async remove(image: GuidelinesImage): Promise<void> {
    this.failures = [];
    this.removed = null;
    try {
      const file = await imageFile(this.#slug, image);
      await deleteImage(this.#slug, image.sha256);
      this.removed = { file, restored: false };
      this.all = this.all.filter(({ sha256 }) => sha256 !== image.sha256);
    } catch (error) {
      this.#fail("", error);
      await this.load();
    }
  }

  async restore(): Promise<void> {
    if (!this.removed) return;
    const { file } = this.removed;
    this.failures = [];
    await (this.#last = this.#last.then(() =>
      this.#upload(file, () => (this.removed = { file, restored: true })),
    ));
  }

  async #upload(file: File, done: (image: GuidelinesImage) => void): Promise<void> {
    const { name } = file;
    const onProgress = (share: number) => (this.sending = { name, share });
    onProgress(0);
    try {
      const image = await uploadImage(this.#slug, file, { onProgress });
      const others = this.all.filter(({ sha256 }) => sha256 !== image.sha256);
      this.all = [...others, image].toSorted((a, b) => byName(a.name, b.name));
      done(image);
    } catch (error) {
      this.#fail(name, error);
    } finally {
      this.sending = null;
    }
  }

  #fail(name: string, error: unknown) {
    this.failures = [...this.failures, { name, error }];
  }
}
