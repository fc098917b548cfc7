/* The formulas of docs/formulas.md. They are the same in every language. */

export const formulas = {
  agreement: "agg = Σₖ |Cₖ| / (n · |⋃ₖ Cₖ|)",
  interval: "[q₂.₅, q₉₇.₅] (x̄*₁ … x̄*₂₀₀₀)",
  alpha: "α = 1 − (N − 1) · Σᵤ [k (n − k) / (n − 1)] / (M · (N − M))",
  character_f1: "F₁ = 2 |A ∩ B| / (|A| + |B|)",
  exact_f1: "F₁ = 2 |S ∩ T| / (|S| + |T|)",
  overlap_f1: "F₁ = 2PR / (P + R)",
  curve: "E(k) = Σ agg(K) / C(n, k),  |K| = k",
  label_alpha: "α = 1 − (N − 1) · Σᵢ [Σ_c n_c (n − n_c) / (n − 1)] / Σ_c N_c (N − N_c)",
  percentage: "Σ_c n_c (n_c − 1) / (n (n − 1))",
  chi_square: "χ² = Σ (O − E)² / E,  E = R · C / N",
  cramers_v: "V = √(χ² / (N · min(r − 1, c − 1)))",
} as const;

export type Formula = keyof typeof formulas;
