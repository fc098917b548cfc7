export default {
  "metric.iou": "IoU",
  "metric.rho": "Cor ρ",
  "metric.label_rho": "Cor ρ by label",
  "metric.accuracy": "Accuracy",
  "metric.factual_f1": "F1, factual",
  "metric.factual_f1_fluent": "F1, factual, fluent items",
  "metric.fluency_f1": "F1, fluency",
  "metric.auroc": "AUROC",
  "metric.average_precision": "Average precision",
  "metric.fpr95": "FPR at 95\u202f% TPR",
} as const;
