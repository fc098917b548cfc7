/* Finds the clicks on links that the router follows. */

/** Returns the address of the link that a click follows in this window, or null if the browser handles the click. */
export function followedLink(event: MouseEvent): URL | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
  if (!link?.href || link.hasAttribute("download") || (link.target && link.target !== "_self")) return null;
  const url = new URL(link.href);
  const onlyHash = url.hash !== "" && url.pathname + url.search === location.pathname + location.search;
  return url.origin === location.origin && !onlyHash ? url : null;
}
