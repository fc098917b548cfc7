/* Reads the parameters of a crowd worker's URL and the reason of a refusal. */

import type { Arrival } from "../../api/types";

/** Returns the three parameters of Prolific; a missing one is "". */
export function arrivalOf(query: URLSearchParams): Omit<Arrival, "instead"> {
  return {
    pid: query.get("PROLIFIC_PID") ?? "",
    study: query.get("STUDY_ID") ?? "",
    session: query.get("SESSION_ID") ?? "",
  };
}

const refusals = {
  entry_parameters: ["enter.parameters", "enter.parameters.text"],
  entry_study: ["enter.study", "enter.study.text"],
  entry_revoked: ["enter.revoked", "enter.refused.text"],
  entry_used_up: ["enter.full", "enter.refused.text"],
  entry_ended: ["enter.ended", "enter.refused.text"],
  no_entry: ["enter.none", "enter.refused.text"],
} as const;

/** Title and text of a refusal, as keys of the texts; null for any other failure. */
export function refusalOf(code: string) {
  const known = Object.entries(refusals).find(([each]) => each === code);
  return known ? known[1] : null;
}
