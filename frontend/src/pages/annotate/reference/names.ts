/* The name of a consulted page, and whether a typed text is an address. */
import type { Link } from "../../../text/edits";

/** Returns the title of a page, or its shortened address until the server has sent the title. */
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

/** Returns whether the text is an address, with or without https://. The server decides which hosts it accepts. Titles are told apart
    by blanks, or by having no dot before a slash. */
export function isAddress(text: string): boolean {
  return (
    /^\s*(?:https?:\/\/|\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?::\d+)?[/?]\S/i.test(text) ||
    /^\s*[a-z][\w+.-]*:\/\/\S/i.test(text) ||
    /^\s*(?:javascript|data|file|ftp|mailto):/i.test(text)
  );
}
