/* Sizes of files in the current locale. */

import { locale } from "../../i18n";
import { inLocale } from "../../i18n/interpolate";

const UNITS = ["byte", "kilobyte", "megabyte"] as const;

const formats = UNITS.map((unit) =>
  inLocale(
    (tag) =>
      new Intl.NumberFormat(tag, {
        style: "unit",
        unit,
        // The short form of bytes has no plural.
        unitDisplay: unit === "byte" ? "long" : "short",
        maximumFractionDigits: 1,
      }),
  ),
);

/** 5 bytes, 34.2 kB, 1.2 MB */
export function fileSize(bytes: number): string {
  const at = bytes < 1000 ? 0 : bytes < 999_950 ? 1 : 2;
  return formats[at]?.(locale()).format(bytes / 1000 ** at) ?? "";
}
