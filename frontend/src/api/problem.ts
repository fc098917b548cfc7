/* The two kinds of failed requests: the server refused (ApiProblem, an RFC 9457 document), or it did not answer (NetworkFailure: the
   request may have arrived). */

import type { ProblemDocument } from "./types";

export class ApiProblem extends Error {
  override readonly name = "ApiProblem";

  constructor(
    readonly document: ProblemDocument,
    /** Seconds after which the server wants to be asked again, where it says so. */
    readonly retryAfter = 0,
  ) {
    super(document.detail || document.title);
  }

  /** What kind of problem it is: stable, unlike its words. */
  get code(): string {
    return this.document.type.replace(/^.*:/, "");
  }

  get status(): number {
    return this.document.status;
  }

  /** Was the answer a problem document? A proxy's HTML page, for one, is none. */
  get described(): boolean {
    return this.document.title !== "";
  }
}

export class NetworkFailure extends Error {
  override readonly name = "NetworkFailure";
}

/** Returns whether the caller aborted the request. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Returns the problem of an unsuccessful response; missing fields are empty. */
export async function problemOf(response: Response): Promise<ApiProblem> {
  const empty: ProblemDocument = {
    type: "about:blank",
    title: "",
    status: response.status,
    detail: "",
    errors: [],
  };
  // It may also be a date; no server of Morel's writes one.
  const retryAfter = Number(response.headers.get("Retry-After")) || 0;
  if (!isJson(response)) return new ApiProblem(empty, retryAfter);
  try {
    const body: Partial<ProblemDocument> | null = await response.json();
    const errors = Array.isArray(body?.errors) ? body.errors : [];
    return new ApiProblem({ ...empty, ...body, errors, status: response.status }, retryAfter);
  } catch (error) {
    if (error instanceof SyntaxError) return new ApiProblem(empty, retryAfter);
    throw error;
  }
}

export function isJson(response: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get("Content-Type") ?? "");
}
