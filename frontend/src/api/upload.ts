/* Uploads a file with XMLHttpRequest, because fetch reports no upload progress. */

import { checked, csrfToken, speaking } from "./client";
import { NetworkFailure } from "./problem";
import type { Import, ImportKind } from "./types";

export type UploadOptions = {
  /** Called with the share of the file that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

export async function uploadImport(
  slug: string,
  file: File,
  kind: ImportKind,
  options: UploadOptions = {},
): Promise<Import> {
  const form = new FormData();
  form.set("kind", kind);
  form.set("file", file);
  const response = await checked(
    await post(`/api/v1/projects/${encodeURIComponent(slug)}/imports/`, form, options),
  );
  const created: Import = await response.json();
  return created;
}

function post(url: string, form: FormData, { onProgress, signal }: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.setRequestHeader("X-CSRFToken", csrfToken());
    for (const [name, value] of Object.entries(speaking())) request.setRequestHeader(name, value);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      const type = request.getResponseHeader("Content-Type") ?? "";
      resolve(
        new Response(request.responseText, { status: request.status, headers: { "Content-Type": type } }),
      );
    };
    request.onerror = () => {
      reject(new NetworkFailure("the upload broke off"));
    };
    request.onabort = () => {
      reject(new DOMException("the upload was given up", "AbortError"));
    };
    signal?.addEventListener("abort", () => {
      request.abort();
    });
    request.send(form);
  });
}
