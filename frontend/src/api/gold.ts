/* Gold as the server writes it: one JSONL file a language. */

import { heard, refusal } from "./client";

export type GoldFile = {
  blob: Blob;
  filename: string;
  /** Items left out because they have too few annotations. */
  leftOut: number;
};

export function goldUrl(slug: string, language: string, extra = false): string {
  const query = new URLSearchParams({ language, ...(extra && { extra: "1" }) });
  return `/api/v1/projects/${encodeURIComponent(slug)}/gold/?${query.toString()}`;
}

export async function getGold(slug: string, language: string, extra = false): Promise<GoldFile> {
  const response = await heard(fetch(goldUrl(slug, language, extra)));
  if (!response.ok) throw await refusal(response);
  const named = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
  return {
    blob: await response.blob(),
    filename: named ?? `${slug}-${language}.jsonl`,
    leftOut: Number(response.headers.get("X-Morel-Left-Out") ?? 0),
  };
}

/** Hands a file to the browser's own download. */
export function saveFile({ blob, filename }: Pick<GoldFile, "blob" | "filename">): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  // The download has begun by the next task; the bytes need not stay in memory.
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  });
}
