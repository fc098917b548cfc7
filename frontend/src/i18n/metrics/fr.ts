import type { French } from "../types";
import type en from "./en";

export default {
  "metric.iou": "IoU",
  "metric.rho": "Cor ρ",
  "metric.label_rho": "Cor ρ par étiquette",
  "metric.accuracy": "Exactitude",
  "metric.factual_f1": "F1, factuel",
  "metric.factual_f1_fluent": "F1, factuel, items fluides",
  "metric.fluency_f1": "F1, fluidité",
  "metric.auroc": "AUROC",
  "metric.average_precision": "Précision moyenne",
  "metric.fpr95": "FPR à 95\u202f% de TPR",
} as const satisfies French<typeof en>;
