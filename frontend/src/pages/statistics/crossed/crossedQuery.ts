/* What the page crosses, in the address: ?field=task&field=split&label=supported&choice=no. */

import type { CrossedQuery } from "../../../api/breakdowns";
import { to } from "../../../app/paths";

export function crossedQueryOf(parameters: URLSearchParams): Required<CrossedQuery> {
  return {
    field: parameters.getAll("field").filter((field) => field !== ""),
    label: parameters.get("label") ?? "",
    choice: parameters.get("choice") ?? "",
  };
}

export function crossedAddress(slug: string, { field, label, choice }: CrossedQuery): string {
  const parameters = new URLSearchParams(field.filter(Boolean).map((name) => ["field", name]));
  if (label) parameters.set("label", label);
  if (choice) parameters.set("choice", choice);
  return to("crossed", slug) + (parameters.size > 0 ? `?${parameters.toString()}` : "");
}
