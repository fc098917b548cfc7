import type { Spanish } from "../types";
import type en from "./en";

export default {
  "metric.iou": "IoU",
  "metric.rho": "Cor ρ",
  "metric.label_rho": "Cor ρ por etiqueta",
  "metric.accuracy": "Exactitud",
  "metric.factual_f1": "F1, factual",
  "metric.factual_f1_fluent": "F1, factual, ítems fluidos",
  "metric.fluency_f1": "F1, fluidez",
  "metric.auroc": "AUROC",
  "metric.average_precision": "Precisión media",
  "metric.fpr95": "FPR con 95\u00a0% de TPR",
} as const satisfies Spanish<typeof en>;
