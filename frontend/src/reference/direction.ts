/* The reading direction of a page follows from its language: its first letters may be a foreign name. */

const RIGHT_TO_LEFT = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);

export function directionOfLanguage(language: string): "ltr" | "rtl" {
  try {
    const { script = "" } = new Intl.Locale(language).maximize();
    return RIGHT_TO_LEFT.has(script) ? "rtl" : "ltr";
  } catch {
    return "ltr";
  }
}
