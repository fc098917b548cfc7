import type { Arabic } from "../types";
import type en from "./en";

export default {
  "metric.iou": "IoU",
  "metric.rho": "Cor ρ",
  "metric.label_rho": "Cor ρ لكل وسم",
  "metric.accuracy": "الدقة الكلية",
  "metric.factual_f1": "F1، الصحة",
  "metric.factual_f1_fluent": "F1، الصحة، العناصر السلسة",
  "metric.fluency_f1": "F1، السلاسة",
  "metric.auroc": "AUROC",
  "metric.average_precision": "متوسط الدقة",
  "metric.fpr95": "FPR عند 95% TPR",
} as const satisfies Arabic<typeof en>;
