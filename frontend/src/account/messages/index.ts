/* The texts of one's own account, and of the way to a new password. */
import { messages } from "../../messages";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
