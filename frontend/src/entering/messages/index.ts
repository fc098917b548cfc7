/* The texts of the pages where crowd workers come in and go out. */
import { messages } from "../../messages";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
