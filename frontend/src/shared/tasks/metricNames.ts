/* Short names of metrics in the current locale. */

import { t } from "../../i18n/metrics";

/** Returns the name of a metric; of one without a text, its own. */
export function metricName(metric: string): string {
  switch (metric) {
    case "iou":
    case "rho":
    case "label_rho":
    case "accuracy":
    case "factual_f1":
    case "factual_f1_fluent":
    case "fluency_f1":
    case "auroc":
    case "average_precision":
    case "fpr95":
      return t(`metric.${metric}`);
    case "claim_auroc":
      return t("metric.auroc");
    case "claim_average_precision":
      return t("metric.average_precision");
    case "claim_fpr95":
      return t("metric.fpr95");
    default:
      return metric;
  }
}
