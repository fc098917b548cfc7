/* Why a measure is undefined. */

import type { Undefined } from "../../../api/types";
import { t } from "../../../i18n/statistics";

/** Returns "undefined: nobody marked anything", or "" for a measure with a value. */
export function reason(undefined_: readonly Undefined[], figure: string): string {
  const found = undefined_.find((each) => each.figure === figure);
  return found ? t(`undefined.${found.code}`) : "";
}
