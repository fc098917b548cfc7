/* The languages that Morel speaks. Their names are their own, for whoever cannot read the language that is shown. */

/** Every text there is, in each of these: what is missing does not compile. */
export const complete = { en: "English", fr: "Français", es: "Español", ar: "العربية" } as const;

/** Begun, and completed from English. */
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

/** The first language in a person's order that Morel speaks, whatever its region. */
export function bestLocale(preferred: readonly string[]): Locale {
  const languages = preferred.map((tag) => tag.toLowerCase().split("-", 1)[0] ?? "");
  return languages.find(isLocale) ?? "en";
}

export function directionOf(locale: Locale): "ltr" | "rtl" {
  return locale === "ar" ? "rtl" : "ltr";
}

/** How numbers and dates are written. Arabic gets Latin digits, always: browsers differ in their default for "ar", key caps and
    addresses have these digits, and offsets can then be compared with the files that hold them. */
export function intlTag(locale: Locale): string {
  return locale === "ar" ? "ar-u-nu-latn" : locale;
}
