/* Errors of the fields of account forms, in the current language where they are known. */

import { ApiProblem } from "../../api/problem";
import { t } from "../../i18n/accounts";

const known = [
  "not_password",
  "wrong_code",
  "email",
  "password_too_short",
  "password_too_common",
  "password_too_similar",
] as const;

export function accountErrorAt(failure: unknown, field: string): string {
  if (!(failure instanceof ApiProblem)) return "";
  const wrong = failure.document.errors.find(({ pointer }) => pointer === `/${field}`);
  const code = known.find((each) => each === wrong?.code);
  return code ? t(`wrong.${code}`) : (wrong?.detail ?? "");
}
