/* The state of a thread. A message is stored in this browser until the server has it, and is sent with the same id until it is
   changed, so that a lost response creates no second message. */

import { getMessages, sendMessage, type ThreadPlace } from "../../api/messages";
import type { Message } from "../../api/types";
import { newUuid } from "../../saving/ids";

interface Draft {
  id: string;
  text: string;
}

export class ThreadState {
  messages: readonly Message[] | null = $state.raw(null);
  /** Why the thread could not be read. */
  failure: unknown = $state.raw(null);
  sending = $state(false);
  /** Why the message could not be sent. */
  problem: unknown = $state.raw(null);

  #draft: Draft = $state.raw({ id: newUuid(), text: "" });
  readonly #key: string;

  constructor(
    readonly place: ThreadPlace,
    person: string,
  ) {
    this.#key = ["morel.message", person, place.slug, place.item, place.annotator ?? ""].join(" ");
    this.#draft = kept(this.#key) ?? this.#draft;
  }

  get text(): string {
    return this.#draft.text;
  }

  set text(text: string) {
    this.#write({ id: newUuid(), text });
  }

  async read(): Promise<void> {
    try {
      const found: Message[] = [];
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await getMessages(this.place, cursor === undefined ? {} : { cursor });
        found.push(...page.results);
        cursor = page.next;
      }
      this.messages = found;
      this.failure = null;
    } catch (error) {
      // The loaded messages stay; a failure of polling is not shown.
      if (this.messages === null) this.failure = error;
    }
  }

  /** True when the server has it. */
  async send(): Promise<boolean> {
    const { id, text } = this.#draft;
    if (this.sending || text.trim() === "") return false;
    this.sending = true;
    this.problem = null;
    try {
      const sent = await sendMessage(this.place, { message_id: id, text });
      this.messages = [...(this.messages ?? []).filter((each) => each.id !== sent.id), sent];
      if (this.#draft.id === id) this.text = "";
      return true;
    } catch (error) {
      this.problem = error;
      return false;
    } finally {
      this.sending = false;
    }
  }

  #write(draft: Draft): void {
    this.#draft = draft;
    try {
      if (draft.text) localStorage.setItem(this.#key, JSON.stringify(draft));
      else localStorage.removeItem(this.#key);
    } catch {
      // Storage is refused: it is kept as long as the panel is open.
    }
  }
}

function kept(key: string): Draft | null {
  try {
    const { id, text }: { id: unknown; text: unknown } = JSON.parse(localStorage.getItem(key) ?? "");
    return typeof id === "string" && typeof text === "string" ? { id, text } : null;
  } catch {
    return null;
  }
}
