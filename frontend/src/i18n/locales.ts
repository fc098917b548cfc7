/* The languages of the interface, each with its own name for itself. */

/** Languages with every text: a missing one does not compile. */
export const complete = { en: "English", fr: "Français", es: "Español", ar: "العربية" } as const;

/** Incomplete languages, completed from English. */
export const begun = {} as const;

export type Complete = keyof typeof complete;
export type Begun = keyof typeof begun;
export type Locale = keyof (typeof complete & typeof begun);

export const localeNames: Readonly<Record<Locale, string>> = { ...complete, ...begun };

export function isComplete(locale: Locale): locale is Complete {
  return Object.hasOwn(complete, locale);
}

export function isLocale(tag: string): tag is Locale {
  return Object.hasOwn(localeNames, tag);
}

/** Returns the first of a person's languages that the interface has, whatever its region. */
export function bestLocale(preferred: readonly string[]): Locale {
  const languages = preferred.map((tag) => tag.toLowerCase().split("-", 1)[0] ?? "");
  return languages.find(isLocale) ?? "en";
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** Returns the tag for numbers and dates. Arabic always has Latin digits: browsers differ in their default for "ar", and key caps,
    addresses and offsets in files have these digits. */
export function intlTag(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : locale;
}
