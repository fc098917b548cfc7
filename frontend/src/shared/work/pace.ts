/* Times of an item. */

import { t } from "../../i18n/work";
import { duration } from "../format/dates";

/** Below this, seconds are shown. */
const LONG_SECONDS = 120;

/** "45 s", "3 min"; a dash if there is no time. */
export function pace(seconds: number | null): string {
  if (seconds === null) return "–";
  return seconds < LONG_SECONDS ? t("seconds", { n: Math.round(seconds) }) : duration(seconds);
}
