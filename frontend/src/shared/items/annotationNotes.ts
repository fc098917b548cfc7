/* Times, comments and consulted pages of an item's annotations. */
import type { ItemAnnotation } from "../../api/types";

/** Returns seconds as m:ss. */
export function minutesSeconds(seconds: number): string {
  const whole = Math.max(Math.round(seconds), 0);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export interface Comment {
  annotator: string;
  name: string;
  text: string;
}

export function commentsOf(annotations: readonly ItemAnnotation[]): Comment[] {
  return annotations
    .filter(({ comment }) => comment.trim() !== "")
    .map(({ annotator, name, comment }) => ({ annotator, name, text: comment }));
}

export interface Consulted {
  url: string;
  language: string;
  title: string;
  names: string[];
}

/** Returns every consulted page once, with the annotators who consulted it. */
export function consultedOf(annotations: readonly ItemAnnotation[]): Consulted[] {
  const pages = new Map<string, Consulted>();
  for (const { name, links } of annotations) {
    for (const { url, language, title } of links) {
      if (!isWikipedia(url)) continue;
      const page = pages.get(url) ?? { url, language, title: title || url, names: [] };
      if (!page.names.includes(name)) page.names.push(name);
      pages.set(url, page);
    }
  }
  return [...pages.values()];
}

/** Returns whether an imported address may become a link. */
export function isWikipedia(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, username, password, port } = new URL(address);
  if (protocol !== "https:" || username || password || port) return false;
  return hostname === "wikipedia.org" || hostname.endsWith(".wikipedia.org");
}
