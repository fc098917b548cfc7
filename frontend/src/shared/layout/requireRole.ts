import { getProject } from "../../api/endpoints";
import type { Project } from "../../api/types";
import { mayOpen, to } from "../../app/paths";
import { navigate, router } from "../../app/router.svelte";

/** Sends annotators to the workspace from a page that the page table keeps for leads. */
export async function requireRole({ slug, role }: Pick<Project, "slug" | "role">): Promise<void> {
  if (router.match && !mayOpen(router.match.name, role)) {
    await navigate(to("annotate", slug), { replace: true });
  }
}

/** Returns the project, after `requireRole`. */
export async function projectForPage(slug: string): Promise<Project> {
  const project = await getProject(slug);
  await requireRole(project);
  return project;
}
