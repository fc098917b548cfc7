/* Why a page could not be fetched, in the reader's language if the reason is known. */
import { t } from "../../i18n/references";

const KNOWN = [
  "bad_answer",
  "bad_title",
  "busy",
  "changed",
  "failure",
  "missing",
  "namespace",
  "off",
  "other_wiki",
  "rate_limited",
  "refused",
  "server_error",
  "timeout",
  "too_large",
  "unreachable",
] as const;

const REFUSALS = [
  "bad_address",
  "bad_title",
  "namespace",
  "no_language",
  "no_title",
  "not_https",
  "not_wikipedia",
  "other_wiki",
  "scheme",
  "too_long",
  "unknown_language",
] as const;

/** Why an address is not accepted. */
export function refusalText(code: string, detail: string): string {
  const known = REFUSALS.find((each) => each === code);
  return known ? t(`refusal.${known}`) : detail;
}

export function problemText(code: string, detail: string): string {
  const known = KNOWN.find((each) => each === code);
  return known ? t(`problem.${known}`) : detail;
}
