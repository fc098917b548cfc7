/* The validity rules in words. */

import type { Rule } from "../../api/types";
import { t } from "../../i18n/curation";

export const RULES: readonly Rule[] = ["empty", "unsure", "fast", "checks"];

export function ruleText(rule: Rule, threshold: number): string {
  return rule === "empty" || rule === "unsure" ? t(`rule.${rule}`) : t(`rule.${rule}`, { n: threshold });
}
