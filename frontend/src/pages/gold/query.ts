/* Addresses of the gold page and of its exports. */

import type { ComparedQuery } from "../../api/types";
import { to } from "../../app/paths";

function asked({ left, right, language, change }: ComparedQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ left, right, language, change })) {
    if (value) parameters.set(name, value);
  }
  return parameters.size > 0 ? `?${parameters.toString()}` : "";
}

export const address = (slug: string, query: ComparedQuery) => to("gold", slug) + asked(query);

export const exportAddress = (slug: string, query: ComparedQuery) =>
  `/api/v1/projects/${slug}/gold/compared/export/${asked(query)}`;
