/* Images of items: their addresses, and loading them before their item is opened. */
import type { ItemImage } from "../../api/types";

/** The address of the display copy, which never changes. */
export function itemImageAddress(slug: string, { sha256 }: ItemImage): string {
  return `/api/v1/projects/${encodeURIComponent(slug)}/item-images/${sha256}/`;
}

/** Loads images into the browser's cache. */
export function preloadImages(slug: string, images: readonly ItemImage[]): void {
  for (const image of images) new Image().src = itemImageAddress(slug, image);
}
