/* Who is logged in. Any 401 empties it, and App then shows the log-in page with the way back. */

import { onLoggedOut, speakFor } from "../api/client";
import { getSession, logIn, logOut } from "../api/endpoints";
import type { User } from "../api/types";

class SessionStore {
  user = $state.raw<User | null>(null);
  /** Has the server been asked yet? */
  known = $state(false);

  async load(): Promise<void> {
    this.is((await getSession()).user);
    this.known = true;
  }

  async logIn(username: string, password: string): Promise<void> {
    this.is((await logIn(username, password)).user);
  }

  private is(user: User | null) {
    this.user = user;
    if (user) speakFor(user.username);
  }

  async logOut(): Promise<void> {
    await logOut();
    this.user = null;
  }
}

export const session = new SessionStore();

onLoggedOut(() => {
  session.user = null;
});
