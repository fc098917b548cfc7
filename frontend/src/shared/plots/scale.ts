/* Converts values to pixel positions in a plot. */

export type Scale = (value: number) => number;

export function linear([from, to]: readonly [number, number], [low, high]: readonly [number, number]): Scale {
  const span = to - from || 1;
  return (value) => low + ((value - from) / span) * (high - low);
}

/** The border after a step of so many equal steps from 0 to 1, without floating-point error. */
export function border(at: number, steps: number): string {
  return String(Number((at / steps).toFixed(12)));
}

/** Tenths around the values, within 0 and 1: what an axis of agreement shows. */
export function tenths(values: readonly number[]): [number, number] {
  if (values.length === 0) return [0, 1];
  const low = Math.max(0, Math.floor(Math.min(...values) * 10 - 1e-9) / 10);
  const high = Math.min(1, Math.ceil(Math.max(...values) * 10 + 1e-9) / 10);
  return low < high ? [low, high] : [Math.max(0, low - 0.1), Math.min(1, high + 0.1)];
}

/** Every tenth from one to another; every second where they are many. */
export function ticks([low, high]: readonly [number, number]): number[] {
  const first = Math.round(low * 10);
  const last = Math.round(high * 10);
  const step = last - first > 6 ? 2 : 1;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => (first + at * step) / 10);
}

/** Whole numbers from 0 to at least `most`, in steps of 1, 2 or 5 times a power of ten, some four of them. */
export function rounds(most: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most / 4)));
  const step = Math.max(1, power * ([1, 2, 5, 10].find((each) => each * power >= most / 4) ?? 10));
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, at) => at * step);
}

/** Beside an axis, for the longest of its texts and the gap after it: digits of 12 pixels are not wider than 7. */
export function room(texts: readonly string[]): number {
  return Math.max(36, 14 + 7 * Math.max(0, ...texts.map(({ length }) => length)));
}

/** Integers of a range, about as many as fit, including the last. */
export function counts(from: number, to: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((to - from) / Math.max(1, most)));
  const found = [];
  for (let at = to; at >= from; at -= step) found.unshift(at);
  return found;
}

/** Heights of labels that want these, at least `gap` apart, moved as little as it takes; in the order given. */
export function spread(wanted: readonly number[], gap: number, bottom: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed: number[] = [];
  let previous = -Infinity;
  for (const at of order) {
    previous = Math.max(wanted[at] ?? 0, previous + gap);
    placed[at] = previous;
  }
  let next = bottom + gap;
  for (const at of order.reverse()) {
    next = Math.min(placed[at] ?? 0, next - gap);
    placed[at] = next;
  }
  return placed;
}
