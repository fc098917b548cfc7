/* Polls for answers of leads while the page is visible. Failures are not shown. */
import { getToday } from "../../../api/ownWork";
import { pollWhileVisible } from "../../../shared/visiblePolling";

const SECONDS = 60;

export class News {
  /** Threads with something unread. */
  count = $state(0);
  readonly #slug: string;

  constructor(slug: string) {
    this.#slug = slug;
  }

  follow(): () => void {
    return pollWhileVisible(() => void this.look(), SECONDS);
  }

  async look(): Promise<void> {
    const today = await getToday(this.#slug, { keepPage: true }).catch(() => null);
    if (today) this.count = today.unread;
  }
}
