/* The address of the form that excludes annotations of an annotator, in some languages or in all. */

import { to } from "../../app/paths";

export function excludeAddress(slug: string, annotator: string, ...languages: readonly string[]): string {
  const query = new URLSearchParams({ annotator });
  for (const language of languages) query.append("language", language);
  return `${to("exclusions", slug)}?${query.toString()}`;
}
