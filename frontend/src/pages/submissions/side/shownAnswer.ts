/* An answer as text in the language of the page. */

import { t } from "../../../i18n/submissions";
import type { Answer } from "./questions";

export function shownAnswer(answer: Answer | undefined): string {
  if (typeof answer !== "boolean") return answer?.trim() ?? "";
  return t(answer ? "facts.yes" : "facts.no");
}
