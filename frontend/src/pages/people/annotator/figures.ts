/* The headline numbers of an annotator, each with what it counts. */

import type { AnnotatorDetails } from "../../../api/types";
import { t } from "../../../i18n/work";
import { ago, duration } from "../../../shared/format/dates";
import { decimal } from "../../../shared/format/decimal";
import { percent } from "../../../shared/format/format";
import type { Figure } from "../../../shared/work/figure";
import { pace } from "../../../shared/work/pace";

const NONE = "–";

/** `items`: the address of the list of their items. */
export function figuresOf(
  annotator: AnnotatorDetails,
  { spans, items }: { spans: boolean; items: string },
): Figure[] {
  const { submitted, seconds, others, others_seconds, checks_of, pass_mark } = annotator;
  return [
    {
      name: t("figure.submitted"),
      value: t("number", { n: submitted }),
      note: submitted > 0 ? partsOf(annotator) : undefined,
      ...(submitted > 0 && { href: items }),
      testid: "figure-submitted",
    },
    {
      name: t("figure.time"),
      value: pace(seconds),
      note:
        others_seconds === null
          ? undefined
          : t("figure.time.others", { n: others, time: pace(others_seconds) }),
      testid: "figure-time",
    },
    { name: t("figure.total"), value: duration(annotator.active_seconds) },
    ...(spans ? [agreement(annotator), empty(annotator)] : []),
    {
      name: t("figure.open"),
      value: t("number", { n: annotator.open }),
      note: t("figure.skipped", { n: annotator.skipped }),
    },
    ...(checks_of > 0
      ? [
          {
            name: t("figure.checks"),
            value: t("number", { n: annotator.checks.filter(({ passed }) => passed).length }),
            note: t("figure.checks.of", { n: annotator.checks.length, mark: percent(pass_mark / 100) }),
          },
        ]
      : []),
  ];
}

function partsOf({ excluded, surplus, submitted, timed }: AnnotatorDetails): string {
  const imported = submitted - timed;
  const parts = [
    ...(excluded > 0 ? [t("figure.excluded", { n: excluded })] : []),
    ...(surplus > 0 ? [t("figure.surplus", { n: surplus })] : []),
    ...(imported > 0 ? [t("figure.imported", { n: imported })] : []),
  ];
  return parts.join(" · ") || t("figure.submitted.none");
}

function agreement({ agreement, shared, policy, as_of, stale }: AnnotatorDetails): Figure {
  const of = shared > 0 ? t("figure.agreement.note", { n: shared, policy }) : t("figure.agreement.none");
  const note =
    as_of === null
      ? t("figure.agreement.never")
      : stale
        ? `${of}. ${t("figure.as-of", { when: ago(as_of) })}`
        : of;
  return {
    name: t("figure.agreement"),
    value: agreement === null ? NONE : decimal(agreement),
    note,
    testid: "figure-agreement",
  };
}

function empty({ empty: number, submitted }: AnnotatorDetails): Figure {
  return {
    name: t("figure.empty"),
    value: submitted > 0 ? percent(number / submitted) : NONE,
    note: t("figure.of", { n: submitted }),
  };
}
