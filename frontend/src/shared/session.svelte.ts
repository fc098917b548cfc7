/* The current session. Any 401 ends it, and App then shows the login page, which leads back. */

import { onLoggedOut, speakFor } from "../api/client";
import { getSession, logIn, logOut } from "../api/endpoints";
import type { User } from "../api/types";
import { preferences } from "./preferences/preferences.svelte";

class SessionStore {
  user = $state.raw<User | null>(null);
  /** Whether the server has answered. */
  known = $state(false);

  async load(): Promise<void> {
    await this.is((await getSession()).user);
    this.known = true;
  }

  async logIn(username: string, password: string, code: string): Promise<void> {
    await this.is((await logIn(username, password, code)).user);
  }

  /** Sets the user after the interface has their language. */
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
