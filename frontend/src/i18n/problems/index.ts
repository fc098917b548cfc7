/* Kinds of problems, by the last part of their type. A problem without a text here shows the one of the server. */
import { messages } from "..";
import type kinds from "./en";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});

const knownProblems: ReadonlySet<string> = new Set([
  "busy",
  "confirm",
  "conflict",
  "csrf",
  "forbidden",
  "image_element",
  "image_foreign",
  "image_in_use",
  "image_unknown",
  "invalid",
  "invitation_expired",
  "invitation_revoked",
  "invitation_used_up",
  "item_gone",
  "last_lead",
  "malformed",
  "no_image",
  "no_invitation",
  "no_project",
  "not_authenticated",
  "not_done",
  "not_found",
  "not_only_here",
  "not_yours",
  "only_way_in",
  "overlapping",
  "server_error",
  "sign_on_failed",
  "stale_guidelines",
  "stale_revision",
  "stale_scheme",
  "started",
  "submitted",
  "throttled",
  "too_large",
  "unavailable",
  "username_taken",
  "weak_password",
  "worked_on",
  "would_lose",
  "would_miscount",
] satisfies (keyof typeof kinds)[]);

export function isKnownProblem(kind: string): kind is keyof typeof kinds {
  return knownProblems.has(kind);
}
