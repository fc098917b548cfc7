/* Who is logged in. Any 401 empties it, and App then shows the log-in page with the way back. */

import { onLoggedOut, speakFor } from "../api/client";
import { getSession, logIn, logOut } from "../api/endpoints";
import type { User } from "../api/types";
import { preferences } from "./preferences/preferences.svelte";

class SessionStore {
  user = $state.raw<User | null>(null);
  /** Has the server been asked yet? */
  known = $state(false);

  async load(): Promise<void> {
    await this.is((await getSession()).user);
    this.known = true;
  }

  async logIn(username: string, password: string): Promise<void> {
    await this.is((await logIn(username, password)).user);
  }

  /** Their page is not shown before it speaks their language. */
  private async is(user: User | null) {
    if (user) {
      speakFor(user.username);
      await preferences.belongTo(user.username, user.preferences);
    }
    this.user = user;
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
