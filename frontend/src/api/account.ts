/* One's own account. A refused password is a 422 at its field, and no reason to leave the page. */

import { locale } from "../i18n";
import { body, client, type CallOptions, withOptions } from "./client";
import type { OwnAccount, Site } from "./types";

let site: Promise<Site> | null = null;

/** What the way in looks like here: asked once, as it stays so while the server runs. */
export function getSite(): Promise<Site> {
  site ??= body(client.GET("/api/v1/site/")).catch((error: unknown) => {
    site = null;
    throw error;
  });
  return site;
}

/** The address at which one logs in elsewhere and comes back: to `next`, or to the invitation with this `code`. */
export async function leaveToLogIn(provider: string, next: string, code: string): Promise<string> {
  const { url } = await body(client.POST("/api/v1/sign-on/", { body: { provider, next, code } }));
  return url;
}

/** The address at which one shows that an account elsewhere is one's own. */
export async function leaveToLink(provider: string, password: string): Promise<string> {
  const { url } = await body(client.POST("/api/v1/account/sign-ons/", { body: { provider, password } }));
  return url;
}

export function unlink(id: number): Promise<OwnAccount> {
  return body(client.DELETE("/api/v1/account/sign-ons/{sign_on}/", { params: { path: { sign_on: id } } }));
}

export function getAccount(options?: CallOptions): Promise<OwnAccount> {
  return body(client.GET("/api/v1/account/", withOptions(options)));
}

export function changeEmail(email: string, password: string): Promise<OwnAccount> {
  return body(client.PUT("/api/v1/account/email/", { body: { email, password } }));
}

export function changePassword(old: string, fresh: string): Promise<OwnAccount> {
  return body(client.PUT("/api/v1/account/password/", { body: { old, new: fresh } }));
}

export function endSession(session: string): Promise<OwnAccount> {
  return body(client.DELETE("/api/v1/account/sessions/{session}/", { params: { path: { session } } }));
}

export function endOtherSessions(): Promise<OwnAccount> {
  return body(client.DELETE("/api/v1/account/sessions/"));
}

/** The letter is in the language of the page. */
export async function askForReset(email: string): Promise<void> {
  await client.POST("/api/v1/reset/", { body: { email, locale: locale() } });
}

/** `code`: what stands in the link. */
export async function getReset(code: string): Promise<string> {
  const { username } = await body(
    client.GET("/api/v1/reset/{uid}/{token}/", { params: { path: parts(code) } }),
  );
  return username;
}

export async function setNewPassword(code: string, password: string): Promise<void> {
  await client.POST("/api/v1/reset/{uid}/{token}/", { params: { path: parts(code) }, body: { password } });
}

function parts(code: string): { uid: string; token: string } {
  const [uid = "", token = ""] = code.split("/");
  return { uid, token };
}
