/* The number of unread notifications, which all bars show. */

import { getUnread } from "../../api/notifications";
import { afterPaint } from "../afterPaint";
import { pollWhileVisible } from "../visiblePolling";

const POLL_SECONDS = 60;

class Unread {
  count = $state(0);

  /** A failure is not shown: the number stays. */
  async read(): Promise<void> {
    try {
      this.count = await getUnread();
    } catch {
      // The next poll reads it.
    }
  }

  /** Reads the number after the next paint and then every minute. Returns a function that stops it. */
  follow(): () => void {
    let stop = () => {};
    const cancel = afterPaint(() => (stop = pollWhileVisible(() => void this.read(), POLL_SECONDS)));
    return () => {
      cancel();
      stop();
    };
  }
}

export const unread = new Unread();
