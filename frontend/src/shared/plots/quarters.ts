/** Returns the ticks of a scale from 0, or from −1 if `low` is negative, to 1. */
export function quarters(low: number): readonly number[] {
  return low < 0 ? [-1, -0.5, 0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1];
}
