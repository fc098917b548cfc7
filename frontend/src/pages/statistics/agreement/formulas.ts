/* The formulas of docs/formulas.md. They are the same in every language. */
import { itemLabelFormulas, spanFormulas } from "../../../api/measures";

export const formulas = {
  ...spanFormulas,
  interval: "[q₂.₅, q₉₇.₅] (x̄*₁ … x̄*₂₀₀₀)",
  curve: "E(k) = Σ agg(K) / C(n, k),  |K| = k",
  label_alpha: itemLabelFormulas.alpha,
  percentage: itemLabelFormulas.percentage,
  claim_kappa: "κ = (p_o − p_e) / (1 − p_e)",
  claim_alpha: itemLabelFormulas.alpha,
  chi_square: "χ² = Σ (O − E)² / E,  E = R · C / N",
  cramers_v: "V = √(χ² / (N · min(r − 1, c − 1)))",
} as const;

export type Formula = keyof typeof formulas;
