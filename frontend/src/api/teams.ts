/* Teams of shared tasks: registration, members, invitations, tokens, fact sheets. */

import { locale } from "../i18n";
import { body, client, withOptions } from "./client";
import type {
  ApiToken,
  ChangeFactSheet,
  ChangeTeam,
  CreatedToken,
  DecideTeam,
  FactSheet,
  InviteToTeam,
  JoinedTask,
  NewAccount,
  NewToken,
  OrganizedTeam,
  OwnTeam,
  RegisterTeam,
  TaskInvitation,
  TaskInvitationOffer,
} from "./types";

export function registerTeam(task: string, team: RegisterTeam): Promise<OwnTeam> {
  return body(client.POST("/api/v1/tasks/{task}/teams/", { params: { path: { task } }, body: team }));
}

export function getOwnTeam(task: string): Promise<OwnTeam> {
  return body(client.GET("/api/v1/tasks/{task}/team/", { params: { path: { task } } }));
}

export function changeOwnTeam(task: string, change: ChangeTeam): Promise<OwnTeam> {
  return body(client.PATCH("/api/v1/tasks/{task}/team/", { params: { path: { task } }, body: change }));
}

export async function leaveTeam(task: string): Promise<void> {
  await client.POST("/api/v1/tasks/{task}/team/leave/", { params: { path: { task } } });
}

export function removeMember(task: string, member: number): Promise<OwnTeam> {
  return body(
    client.DELETE("/api/v1/tasks/{task}/team/members/{member}/", { params: { path: { task, member } } }),
  );
}

/** An e-mail is in the language of the page. */
export function inviteToTeam(task: string, invite: InviteToTeam): Promise<TaskInvitation> {
  return body(
    client.POST("/api/v1/tasks/{task}/team/invitations/", {
      params: { path: { task } },
      body: { ...invite, locale: locale() },
    }),
  );
}

export function revokeTeamInvitation(task: string, invitation: number): Promise<TaskInvitation> {
  return body(
    client.DELETE("/api/v1/tasks/{task}/team/invitations/{invitation}/", {
      params: { path: { task, invitation } },
    }),
  );
}

export function getTaskOffer(code: string): Promise<TaskInvitationOffer> {
  return body(client.GET("/api/v1/task-invitations/{code}/", { params: { path: { code } } }));
}

/** Accepts with the current session, or with a new account. */
export function acceptTaskInvitation(code: string, account?: NewAccount): Promise<JoinedTask> {
  return body(
    client.POST("/api/v1/task-invitations/{code}/", {
      params: { path: { code } },
      body: account ? { account } : {},
      ...withOptions({ keepPage: true }),
    }),
  );
}

export async function getTeams(task: string): Promise<OrganizedTeam[]> {
  const { results } = await body(client.GET("/api/v1/tasks/{task}/teams/", { params: { path: { task } } }));
  return results;
}

export function decideTeam(task: string, team: number, change: DecideTeam): Promise<OrganizedTeam> {
  return body(
    client.PATCH("/api/v1/tasks/{task}/teams/{team}/", { params: { path: { task, team } }, body: change }),
  );
}

export function mergeTeams(task: string, team: number, into: number): Promise<OrganizedTeam> {
  return body(
    client.POST("/api/v1/tasks/{task}/teams/{team}/merge/", {
      params: { path: { task, team } },
      body: { into },
    }),
  );
}

export function separateTeam(task: string, team: number): Promise<OrganizedTeam> {
  return body(
    client.DELETE("/api/v1/tasks/{task}/teams/{team}/merge/", { params: { path: { task, team } } }),
  );
}

export function getFactSheet(task: string): Promise<FactSheet> {
  return body(client.GET("/api/v1/tasks/{task}/fact-sheet/", { params: { path: { task } } }));
}

/** Makes a new version. A stale version is a 409. */
export function changeFactSheet(task: string, sheet: ChangeFactSheet): Promise<FactSheet> {
  return body(client.PUT("/api/v1/tasks/{task}/fact-sheet/", { params: { path: { task } }, body: sheet }));
}

export async function getTokens(): Promise<ApiToken[]> {
  const { results } = await body(client.GET("/api/v1/tokens/"));
  return results;
}

export function createToken(token: NewToken): Promise<CreatedToken> {
  return body(client.POST("/api/v1/tokens/", { body: token }));
}

export function revokeToken(token: number): Promise<ApiToken> {
  return body(client.DELETE("/api/v1/tokens/{api_token}/", { params: { path: { api_token: token } } }));
}
