/* Bulk actions on items, and tags. */
import { messages } from "..";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
