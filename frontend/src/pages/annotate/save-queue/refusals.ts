/* Why the server refused a save, and what to do. */
import type { Refusal } from "../../../saving/saveProtocol";
import { t } from "../../../i18n/annotate";

const known = [
  "no_project",
  "not_yours",
  "item_gone",
  "language_closed",
  "too_large",
  "unknown_label",
  "wrong_answer",
] as const;

export function refusalWords({ code, detail, errors }: Refusal): string {
  const words = known.find((each) => each === code);
  if (words) return t(`refused.${words}`);
  return t(code === "incomplete" ? "refused.incomplete" : "refused.other", {
    detail: errors[0]?.detail ?? detail,
  });
}
