/* Work of an annotator over time, for leads and for annotators themselves. */
import { messages } from "..";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
