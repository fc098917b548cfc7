/* A rule in a sentence. */

import type { DecisionRule } from "../../../api/types";
import { t } from "../../../i18n/curation";

export const takes = ["majority", "longest", "shortest", "median"] as const;

export function ruleText({ kind, gold, characters, take }: DecisionRule): string {
  if (kind === "ties") return t(gold ? "rules.ties.gold" : "rules.ties.not");
  return t("rules.boundaries.of", { n: characters, take: t(`rules.take.${take}`) });
}
