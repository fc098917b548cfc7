/* Uploads a file with XMLHttpRequest, because fetch reports no upload progress. */

import { checked, csrfToken, speaking } from "./client";
import { NetworkFailure } from "./problem";
import type { CheckReport, GuidelinesImage, Import, ImportKind, Source, SubmissionUpload } from "./types";

export type UploadOptions = {
  /** Called with the share of the file that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

export function uploadImport(
  slug: string,
  file: File,
  kind: ImportKind,
  format: Import["format"] | "auto",
  options?: UploadOptions,
): Promise<Import> {
  return upload(`/api/v1/projects/${encodeURIComponent(slug)}/imports/`, { kind, format, file }, options);
}

/** Uploads a zip file with the images of an import that was not started. */
export function uploadImportImages(
  slug: string,
  id: number,
  file: File,
  options?: UploadOptions,
): Promise<Import> {
  return upload(`/api/v1/projects/${encodeURIComponent(slug)}/imports/${id}/images/`, { file }, options);
}

/** Uploads the run of a model or judge. Empty fields are those of its first line. */
export function uploadSource(
  slug: string,
  file: File,
  fields: Record<string, string>,
  options?: UploadOptions,
): Promise<Source> {
  return upload(`/api/v1/projects/${encodeURIComponent(slug)}/sources/`, { ...fields, file }, options);
}

export function uploadImage(slug: string, file: File, options?: UploadOptions): Promise<GuidelinesImage> {
  return upload(`/api/v1/projects/${encodeURIComponent(slug)}/images/`, { file }, options);
}

/** Checks a file of predictions. The server stores nothing and counts nothing. `phase`: by default that of its items. */
export function checkFile(
  task: string,
  file: File,
  phase: string,
  options?: UploadOptions,
): Promise<CheckReport> {
  return upload(`${taskAddress(task)}check/`, { files: [file], ...(phase && { phase }) }, options);
}

export function uploadSubmission(
  task: string,
  files: readonly File[],
  { uploadId, system, phase, answers, kind }: NewSubmission & { uploadId: string },
  options?: UploadOptions,
): Promise<SubmissionUpload> {
  const fields = {
    files,
    upload_id: uploadId,
    system,
    ...(phase && { phase }),
    ...(answers && { answers: JSON.stringify(answers) }),
    ...(kind && { kind }),
  };
  return upload(`${taskAddress(task)}submissions/`, fields, options);
}

export type NewSubmission = {
  system: string;
  phase?: string;
  answers?: Readonly<Record<string, string | boolean>>;
  kind?: "trial";
};

function taskAddress(task: string): string {
  return `/api/v1/tasks/${encodeURIComponent(task)}/`;
}

async function upload<T>(
  url: string,
  fields: Record<string, string | File | readonly File[]>,
  options: UploadOptions = {},
): Promise<T> {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  const response = await checked(await post(url, form, options));
  const created: T = await response.json();
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
