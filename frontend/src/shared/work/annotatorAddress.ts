import { to } from "../../app/paths";

/** Returns the address of an annotator's page, or null: imported keys may have characters that no address has. */
export function annotatorAddress(slug: string, key: string): string | null {
  return /^[-\w]+$/.test(key) ? to("annotator", slug, key) : null;
}
