import type { Arabic } from "../types";
import type en from "./en";

export default {
  "metric.iou": "IoU",
  "metric.rho": "Cor ρ",
  "metric.label_rho": "Cor ρ حسب التسمية",
  "metric.accuracy": "الدقة",
  "metric.factual_f1": "F1 للصحة",
  "metric.factual_f1_fluent": "F1 لصحة الطليق",
  "metric.fluency_f1": "F1 للطلاقة",
  "metric.auroc": "AUROC",
  "metric.average_precision": "AUPR",
  "metric.fpr95": "FPR عند 95 % TPR",
} as const satisfies Arabic<typeof en>;
