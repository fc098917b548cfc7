import type { Spanish } from "../types";
import type en from "./en";

export default {
  "metric.iou": "IoU",
  "metric.rho": "Cor ρ",
  "metric.label_rho": "Cor ρ, por etiqueta",
  "metric.accuracy": "Exactitud",
  "metric.factual_f1": "F1, factualidad",
  "metric.factual_f1_fluent": "F1, factualidad de fluidas",
  "metric.fluency_f1": "F1, fluidez",
  "metric.auroc": "AUROC",
  "metric.average_precision": "AUPR",
  "metric.fpr95": "FPR al 95 % de TPR",
} as const satisfies Spanish<typeof en>;
