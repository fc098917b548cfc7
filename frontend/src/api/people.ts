/* Members of a project and invitations. */

import { locale } from "../i18n";
import { body, client, type CallOptions, withOptions } from "./client";
import type {
  AnnotatorDetails,
  ChangePerson,
  ComparedPeople,
  Invitation,
  Invite,
  InviteByEmail,
  Listing,
  NewAccount,
  Offer,
  Person,
} from "./types";

export async function getPeople(slug: string, options?: CallOptions): Promise<Person[]> {
  const { results } = await body(
    client.GET("/api/v1/projects/{slug}/people/", { params: { path: { slug } }, ...withOptions(options) }),
  );
  return results;
}

export function getCompared(slug: string): Promise<ComparedPeople> {
  return body(client.GET("/api/v1/projects/{slug}/people/agreement/", { params: { path: { slug } } }));
}

/** Starts the comparison of annotators. Unless a person `asked`, only if it is out of date. */
export function comparePeople(slug: string, asked: boolean): Promise<ComparedPeople> {
  return body(
    client.POST("/api/v1/projects/{slug}/people/agreement/", {
      params: { path: { slug } },
      body: { asked },
    }),
  );
}

/** Returns the work of an annotator; without `by`, by day or week as suits its length. */
export function getAnnotator(slug: string, key: string, by?: "day" | "week"): Promise<AnnotatorDetails> {
  return body(
    client.GET("/api/v1/projects/{slug}/people/{key}/statistics/", {
      params: { path: { slug, key }, query: by ? { by } : {} },
    }),
  );
}

/** Returns the address of the table as a file. */
export function peopleTable(slug: string): string {
  return `/api/v1/projects/${slug}/people/table/`;
}

export function changePerson(slug: string, key: string, change: ChangePerson): Promise<Person> {
  return body(
    client.PATCH("/api/v1/projects/{slug}/people/{key}/", {
      params: { path: { slug, key } },
      body: change,
    }),
  );
}

/** `username`: the user name, typed again as a confirmation. */
export async function erasePerson(slug: string, key: string, username: string): Promise<void> {
  await client.POST("/api/v1/projects/{slug}/people/{key}/erase/", {
    params: { path: { slug, key } },
    body: { username },
  });
}

export function getInvitations(
  slug: string,
  query: { cursor?: string } = {},
  options?: CallOptions,
): Promise<Listing<Invitation>> {
  return body(
    client.GET("/api/v1/projects/{slug}/invitations/", {
      params: { path: { slug }, query },
      ...withOptions(options),
    }),
  );
}

export function makeInvitation(slug: string, invite: Invite): Promise<Invitation> {
  return body(
    client.POST("/api/v1/projects/{slug}/invitations/", { params: { path: { slug } }, body: invite }),
  );
}

/** Sends emails in the language of the page. */
export async function mailInvitations(slug: string, invite: InviteByEmail): Promise<Invitation[]> {
  const { results } = await body(
    client.POST("/api/v1/projects/{slug}/invitations/mail/", {
      params: { path: { slug } },
      body: { ...invite, locale: locale() },
    }),
  );
  return results;
}

export function revokeInvitation(slug: string, invitation: number): Promise<Invitation> {
  return body(
    client.DELETE("/api/v1/projects/{slug}/invitations/{invitation}/", {
      params: { path: { slug, invitation } },
    }),
  );
}

export function getOffer(code: string): Promise<Offer> {
  return body(client.GET("/api/v1/join/{code}/", { params: { path: { code } } }));
}

/** Creates an account without an invitation, where the site allows it. */
export async function signUp(account: NewAccount): Promise<void> {
  await body(client.POST("/api/v1/sign-up/", { body: account }));
}

/** Throws unless the set-up link can be used: no account exists, and it has not expired. */
export async function checkSetupLink(token: string): Promise<void> {
  await client.GET("/api/v1/set-up/{token}/", { params: { path: { token } } });
}

/** Creates the account of the administrator by the set-up link, and logs in. */
export async function setUp(token: string, account: NewAccount): Promise<void> {
  await body(client.POST("/api/v1/set-up/{token}/", { params: { path: { token } }, body: account }));
}

/** Joins with the current session, or with a new account. Returns the project's slug. */
export async function join(code: string, account?: NewAccount): Promise<string> {
  const { project } = await body(
    client.POST("/api/v1/join/{code}/", {
      params: { path: { code } },
      body: account ? { account } : {},
      ...withOptions({ keepPage: true }),
    }),
  );
  return project;
}
