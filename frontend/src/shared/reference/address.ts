/* Addresses as they are shown, and as far as they are followed. */

/** An imported address may be anything; only what a browser may open becomes a link. */
export function webAddress(address: string): string | null {
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null;
}

export function readable(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
