/** The lines of an axis from 0 to 1. */
export const SHARE_STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1] as const;
