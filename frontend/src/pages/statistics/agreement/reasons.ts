/* Why a measure is not shown. */

import type { AgreementMeasures, Undefined } from "../../../api/types";
import { t } from "../../../i18n/statistics";

/** Returns "undefined: no one marked anything", or "" for a measure with a value. */
export function reason(undefined_: readonly Undefined[], figure: string): string {
  const found = undefined_.find((each) => each.figure === figure);
  return found ? t(`undefined.${found.code}`) : "";
}

/** With fewer items an interval promises more than it holds, and none is shown. */
export const FEWEST_FOR_INTERVAL = 20;

type Shown = Pick<AgreementMeasures, "interval" | "counted" | "undefined">;

export function intervalOf({ interval, counted }: Shown): readonly [number, number] | null {
  const [low, high] = interval ?? [];
  return low !== undefined && high !== undefined && counted >= FEWEST_FOR_INTERVAL ? [low, high] : null;
}

export function intervalReason(measures: Shown): string {
  return measures.interval
    ? t("interval.few", { n: FEWEST_FOR_INTERVAL })
    : reason(measures.undefined, "interval");
}
