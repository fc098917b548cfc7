/* The texts of the dialogs that stand between what was marked and the server. */
import { messages } from "../../../messages";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
