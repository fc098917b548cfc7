/* Texts of the overview's statistics. */

import type { Statistics } from "../../../api/types";
import { decimal } from "../../../shared/format/decimal";
import { languageName } from "../../../shared/format/format";
import { t } from "../../../i18n/statistics";

/** "Arabic"; a tag without an English name is written as the imported files spell it. */
export function languageTitle({ language, spelling }: { language: string; spelling: string }): string {
  const name = languageName(language);
  return name === language ? spelling : name;
}

/** An agreement to three places, or a dash where no item has two annotations. */
export function agreementText(agreement: number | null): string {
  return agreement === null ? t("figure.none") : decimal(agreement);
}

/** Counted annotations of an item: "3", or "0–3" where items differ. */
export function annotatorsRange({ annotators_min: least, annotators_max: most }: Statistics): string {
  return least === most ? t("cell.number", { n: least }) : t("cell.range", { least, most });
}

/** 1/n with the n of the item that has most annotations: no item's agreement can be lower. Null without agreement. */
export function floor({ agreement, annotators_max: most }: Statistics): number | null {
  return agreement === null || most < 2 ? null : 1 / most;
}

export function completeShare({ complete, items }: Statistics): number {
  return items > 0 ? complete / items : 0;
}
