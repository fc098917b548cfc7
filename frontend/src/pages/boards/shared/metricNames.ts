/* Names of metrics and slices. */

import { t } from "../../../i18n/boards";

/** Returns the short name of a metric; of one without a text, its own. */
export function metricName(metric: string): string {
  switch (metric) {
    case "iou":
      return t("metric.iou");
    case "rho":
      return t("metric.rho");
    case "label_rho":
      return t("metric.label_rho");
    case "accuracy":
      return t("metric.accuracy");
    case "factual_f1":
      return t("metric.factual_f1");
    case "factual_f1_fluent":
      return t("metric.factual_f1_fluent");
    case "fluency_f1":
      return t("metric.fluency_f1");
    case "auroc":
    case "claim_auroc":
      return t("metric.auroc");
    case "average_precision":
    case "claim_average_precision":
      return t("metric.average_precision");
    case "fpr95":
    case "claim_fpr95":
      return t("metric.fpr95");
    default:
      return metric;
  }
}

/** Returns the name of a field by which items are sliced. */
export function fieldName(field: string): string {
  switch (field) {
    case "model":
      return t("slice.model");
    case "length":
      return t("slice.length");
    case "label":
      return t("slice.label");
    case "agreement":
      return t("slice.agreement");
    case "language":
      return t("slice.language");
    default:
      return field;
  }
}

/** Returns the name of a slice. Those of quartiles have their range and are the same in every language. */
export function sliceName(name: string): string {
  return name === "none" ? t("slice.none") : name;
}
