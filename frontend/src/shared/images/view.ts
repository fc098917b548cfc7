/* The size of an image in its frame: turned by quarters, fitted, and enlarged in steps. */

export type Size = { width: number; height: number };

export const MAX_ZOOM = 16;
const STEP = 1.5;

/** Returns the size of an image after this number of quarter turns. */
export function turned({ width, height }: Size, quarters: number): Size {
  return quarters % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** Returns the largest scale at which the image is completely inside the frame. Small images are enlarged. */
export function fitScale(image: Size, frame: Size): number {
  if (image.width === 0 || image.height === 0) return 1;
  return Math.min(frame.width / image.width, frame.height / image.height);
}

/** Returns the next zoom, relative to the fitted image: 1 fits. */
export function zoomed(zoom: number, direction: -1 | 1): number {
  return clamped(zoom * STEP ** direction);
}

export function clamped(zoom: number): number {
  return Math.min(Math.max(zoom, 1), MAX_ZOOM);
}

/** Returns where the frame scrolls to, so that the point at `at` stays there while the image grows by `factor`. */
export function scrollAfter(scroll: number, at: number, factor: number): number {
  return (scroll + at) * factor - at;
}
