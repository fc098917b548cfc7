/* Texts of phases. */

import type { TaskPhase } from "../../api/types";
import { spanText } from "../../shared/format/deadlines";
import { timeUntil } from "../../shared/format/wallClock";
import { t } from "../../i18n/tasks";

type Dated = Pick<TaskPhase, "state"> & { starts_at: string | null; ends_at: string | null };

/**
 * Returns what a phase does next: "Closes in 1 day 14 hours". A page may be open for days: dates decide over the state that the
 * server has sent.
 */
export function phaseLine({ state, starts_at, ends_at }: Dated, now: number): string {
  const opens = starts_at === null ? [] : timeUntil(starts_at, now);
  if (opens.length > 0) return t("phase.opens", { time: spanText(opens) });
  if (state === "ended") return t("phase.ended");
  if (ends_at === null) return state === "paused" ? t("phase.paused") : t("phase.endless");
  const closes = timeUntil(ends_at, now);
  if (closes.length === 0) return t("phase.ended");
  return state === "paused" ? t("phase.paused") : t("phase.closes", { time: spanText(closes) });
}
