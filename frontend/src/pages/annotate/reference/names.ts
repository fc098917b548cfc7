/* The name of a consulted page, and whether a typed text is an address. */
import type { Link } from "../../../text/edits";

/** While the server has not answered yet, the address itself has to do. */
export function nameOf(link: Pick<Link, "url" | "title">): string {
  return link.title || decoded(link.url.replace(/^https?:\/\//, "").replace(/^.*\/wiki\//, ""));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll("_", " ");
  } catch {
    return text;
  }
}

/** With or without https://, of any host: which of them count, the server says. Titles have blanks, or no dot before a slash. */
export function isAddress(text: string): boolean {
  return (
    /^\s*(?:https?:\/\/|\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?[/?]\S/i.test(text) ||
    /^\s*[a-z][\w+.-]*:\/\/\S/i.test(text) ||
    /^\s*(?:javascript|data|file|ftp|mailto):/i.test(text)
  );
}
