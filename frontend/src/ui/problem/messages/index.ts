/* The kinds of problem that people meet, by the last part of their type. Others are told in the server's words. */
import { messages } from "../../../messages";
import type kinds from "./en";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});

const known: ReadonlySet<string> = new Set([
  "busy",
  "conflict",
  "csrf",
  "forbidden",
  "invalid",
  "item_gone",
  "malformed",
  "no_project",
  "not_authenticated",
  "not_done",
  "not_found",
  "not_yours",
  "server_error",
  "stale_revision",
  "started",
  "submitted",
  "throttled",
  "too_large",
  "unavailable",
  "worked_on",
] satisfies (keyof typeof kinds)[]);

export function isKnown(kind: string): kind is keyof typeof kinds {
  return known.has(kind);
}
