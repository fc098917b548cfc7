import { getProject } from "../api/endpoints";
import type { Project } from "../api/types";
import { navigate } from "../router.svelte";
import { to } from "../routes";

/** For a page of its leads: annotators are led to their work. */
export async function projectForLeads(slug: string): Promise<Project> {
  const project = await getProject(slug);
  if (project.role === "annotator") await navigate(to.annotate(slug), { replace: true });
  return project;
}
