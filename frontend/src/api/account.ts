/* The user's own account. A wrong password is a 422 at its field and does not end the session. */

import { locale } from "../i18n";
import { body, client, type CallOptions, withOptions } from "./client";
import type { NewRecoveryCodes, OwnAccount, SecondFactorSetup, Site } from "./types";

let site: Promise<Site> | null = null;

/** Returns the login options of this site. Asked once: they do not change while the server runs. */
/** Reads the site again when it is asked for the next time. */
export function forgetSite(): void {
  site = null;
}

export function getSite(): Promise<Site> {
  site ??= body(client.GET("/api/v1/site/")).catch((error: unknown) => {
    site = null;
    throw error;
  });
  return site;
}

/** Where single sign-on returns to: a page, or the invitation with this code to a project or to a shared task. */
export type SignOnOrigin = { next: string; code: string; taskCode: string };

/** Returns the address that starts single sign-on. */
export async function leaveToLogIn(
  provider: string,
  { next, code, taskCode }: SignOnOrigin,
): Promise<string> {
  const { url } = await body(
    client.POST("/api/v1/sign-on/", { body: { provider, next, code, task_code: taskCode } }),
  );
  return url;
}

/** Returns the address that links an account of a provider. */
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

/** Returns what an authenticator app needs. */
export function startSecondFactor(password: string): Promise<SecondFactorSetup> {
  return body(client.POST("/api/v1/account/second-factor/", { body: { password } }));
}

export function turnOnSecondFactor(code: string): Promise<NewRecoveryCodes> {
  return body(client.PUT("/api/v1/account/second-factor/", { body: { code } }));
}

export function renewRecoveryCodes(password: string, code: string): Promise<NewRecoveryCodes> {
  return body(client.POST("/api/v1/account/second-factor/recovery-codes/", { body: { password, code } }));
}

export function turnOffSecondFactor(password: string, code: string): Promise<OwnAccount> {
  return body(client.POST("/api/v1/account/second-factor/off/", { body: { password, code } }));
}

export function endSession(session: string): Promise<OwnAccount> {
  return body(client.DELETE("/api/v1/account/sessions/{session}/", { params: { path: { session } } }));
}

export function endOtherSessions(): Promise<OwnAccount> {
  return body(client.DELETE("/api/v1/account/sessions/"));
}

/** Sends an email in the language of the page. */
export async function askForReset(email: string): Promise<void> {
  await client.POST("/api/v1/reset/", { body: { email, locale: locale() } });
}

/** `code`: the code in the link of the email. */
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
