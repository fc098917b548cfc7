/* Residuals (O − E) / √E of a table of counts. */

/** Returns "+3.243" or "−2.303", as papers print them. */
export function residualText(residual: number): string {
  const digits = Math.abs(residual).toFixed(3);
  return `${residual < 0 ? "\u2212" : "+"}${digits}`;
}

/** Depth 0 to 3: beyond 1, 2 and 3 in either direction. */
export function residualDepth(residual: number): 0 | 1 | 2 | 3 {
  const size = Math.abs(residual);
  if (size < 1) return 0;
  if (size < 2) return 1;
  return size < 3 ? 2 : 3;
}
