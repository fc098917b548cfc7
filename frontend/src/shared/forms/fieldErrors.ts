/* Errors of the server at the fields of a form. */

import { ApiProblem } from "../../api/problem";

/** Returns a function from a field to its error, "" if it has none: "/ends_at" and "/ends_at/at" are of `ends_at`. */
export function fieldErrors(failure: unknown): (field: string) => string {
  const errors = failure instanceof ApiProblem ? failure.document.errors : [];
  return (field) =>
    errors.find(({ pointer }) => pointer === `/${field}` || pointer.startsWith(`/${field}/`))?.detail ?? "";
}

/** Returns whether a failure has an error that none of the fields shows. */
export function isElsewhere(failure: unknown, fields: readonly string[]): boolean {
  if (failure === null) return false;
  const errors = failure instanceof ApiProblem ? failure.document.errors : [];
  return errors.length === 0 || errors.some(({ pointer }) => !fields.includes(pointer.split("/")[1] ?? ""));
}
