/* The texts of a workspace without an item. */
import { messages } from "../../../messages";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
