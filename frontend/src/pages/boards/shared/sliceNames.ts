/* Names of slices. */

import { t } from "../../../i18n/boards";

/** Returns the name of a field by which items are sliced. */
export function fieldName(field: string): string {
  switch (field) {
    case "model":
      return t("slice.model");
    case "length":
      return t("slice.length");
    case "label":
      return t("slice.label");
    case "agreement":
      return t("slice.agreement");
    case "language":
      return t("slice.language");
    default:
      return field;
  }
}

/** Returns the name of a slice. Those of quartiles have their range and are the same in every language. */
export function sliceName(name: string): string {
  return name === "none" ? t("slice.none") : name;
}
