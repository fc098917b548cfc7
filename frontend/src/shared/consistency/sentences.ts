/* Consistency rules in words. */
import type { ConsistencyRule, Scheme } from "../../api/types";
import { t } from "../../i18n/consistency";
import { ANY_MARK, NO_MARK, ruleCode } from "../../text/consistency";

type Names = Pick<Scheme, "span_labels" | "item_labels">;

/** Returns what contradicts what, as "Text is marked, but “Factuality” is “Correct”." */
export function ruleSentence(scheme: Names, { condition, choice }: ConsistencyRule): string {
  const chosen = choiceNames(scheme, choice);
  if (condition === ANY_MARK) return t("broken.any", chosen);
  if (condition === NO_MARK) return t("broken.none", chosen);
  if (!condition.includes(":")) return t("broken.mark", { ...chosen, mark: markName(scheme, condition) });
  const other = choiceNames(scheme, condition);
  return t("broken.choice", { ...chosen, other: other.label, value: other.choice });
}

/** Returns the sentences of the rules with these codes. A code whose rule is gone is returned as it is. */
export function sentencesOf(scheme: Scheme, codes: readonly string[]): string[] {
  return codes.map((code) => {
    const rule = scheme.consistency_rules.find((each) => ruleCode(each) === code);
    return rule ? ruleSentence(scheme, rule) : code;
  });
}

/** Returns what a revision was submitted against, as "Submitted anyway: Text is marked, but …". */
export function overriddenSentences(scheme: Scheme, codes: readonly string[]): string[] {
  return sentencesOf(scheme, codes).map((sentence) => t("overridden", { sentence }));
}

function markName({ span_labels }: Names, name: string): string {
  return span_labels.find((label) => label.name === name)?.text ?? name;
}

/** `choice`: "label:choice". */
export function choiceNames({ item_labels }: Names, choice: string): { label: string; choice: string } {
  const [of = "", name = ""] = choice.split(":");
  const label = item_labels.find((each) => each.name === of);
  const chosen = label?.choices.find((each) => each.name === name);
  return { label: label?.text ?? of, choice: chosen?.text ?? name };
}
