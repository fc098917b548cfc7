/* What organizers of a shared task do beside its settings: gold, organizers, baselines, bundles. */

import { locale } from "../i18n";
import { body, client } from "./client";
import type {
  AttachGold,
  BaselineRun,
  DuplicateFile,
  GoldRevision,
  InviteToTask,
  InviteToTeam,
  NewBundle,
  Submission,
  TaskBundle,
  TaskInvitation,
  TaskOrganizer,
} from "./types";

export async function getGoldRevisions(task: string): Promise<GoldRevision[]> {
  const { results } = await body(client.GET("/api/v1/tasks/{task}/gold/", { params: { path: { task } } }));
  return results;
}

export function attachGold(task: string, gold: AttachGold): Promise<GoldRevision> {
  return body(client.POST("/api/v1/tasks/{task}/gold/", { params: { path: { task } }, body: gold }));
}

export async function getOrganizers(task: string): Promise<TaskOrganizer[]> {
  const { results } = await body(
    client.GET("/api/v1/tasks/{task}/organizers/", { params: { path: { task } } }),
  );
  return results;
}

export async function removeOrganizer(task: string, organizer: number): Promise<void> {
  await client.DELETE("/api/v1/tasks/{task}/organizers/{organizer_key}/", {
    params: { path: { task, organizer_key: organizer } },
  });
}

/** `phase`: its slug. */
export function runBaselines(task: string, phase: string): Promise<BaselineRun> {
  return body(
    client.POST("/api/v1/tasks/{task}/baselines/", { params: { path: { task } }, body: { phase } }),
  );
}

export async function getBundles(task: string): Promise<TaskBundle[]> {
  const { results } = await body(client.GET("/api/v1/tasks/{task}/bundles/", { params: { path: { task } } }));
  return results;
}

export function buildBundle(task: string, bundle: NewBundle): Promise<TaskBundle> {
  return body(client.POST("/api/v1/tasks/{task}/bundles/", { params: { path: { task } }, body: bundle }));
}

export function publishBundle(task: string, bundle: number, published: boolean): Promise<TaskBundle> {
  return body(
    client.PUT("/api/v1/tasks/{task}/bundles/{bundle}/", {
      params: { path: { task, bundle } },
      body: { published },
    }),
  );
}

/** Returns the address of the zip. */
export function bundleZip(task: string, bundle: number): string {
  return `/api/v1/tasks/${task}/bundles/${bundle}/download/`;
}

/** Files that several teams submitted. */
export async function getDuplicateFiles(task: string): Promise<DuplicateFile[]> {
  const { results } = await body(
    client.GET("/api/v1/tasks/{task}/duplicates/", { params: { path: { task } } }),
  );
  return results;
}

export async function getTaskInvitations(task: string): Promise<TaskInvitation[]> {
  const { results } = await body(
    client.GET("/api/v1/tasks/{task}/invitations/", { params: { path: { task } } }),
  );
  return results;
}

/** An e-mail is in the language of the page. */
export function inviteToTask(
  task: string,
  role: InviteToTask["role"],
  invite: InviteToTeam,
): Promise<TaskInvitation> {
  return body(
    client.POST("/api/v1/tasks/{task}/invitations/", {
      params: { path: { task } },
      body: { ...invite, role, locale: locale() },
    }),
  );
}

export function revokeTaskInvitation(task: string, invitation: number): Promise<TaskInvitation> {
  return body(
    client.DELETE("/api/v1/tasks/{task}/invitations/{invitation}/", {
      params: { path: { task, invitation } },
    }),
  );
}

/** Baselines of a phase, the latest first. */
export async function getBaselines(task: string, phase: string): Promise<Submission[]> {
  const found: Submission[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await body(
      client.GET("/api/v1/tasks/{task}/submissions/", {
        params: { path: { task }, query: { phase, kind: "baseline", ...(cursor && { cursor }) } },
      }),
    );
    found.push(...page.results);
    cursor = page.next;
  }
  return found;
}

/** Creates synthetic trial systems. Returns how many. */
export async function startDryRun(task: string): Promise<number> {
  const { systems } = await body(
    client.POST("/api/v1/tasks/{task}/dry-run/", { params: { path: { task } } }),
  );
  return systems;
}

/** Removes the trial systems of dry runs. Returns how many. */
export async function removeDryRun(task: string): Promise<number> {
  const { systems } = await body(
    client.DELETE("/api/v1/tasks/{task}/dry-run/", { params: { path: { task } } }),
  );
  return systems;
}
