/* The texts of what waits to be sent, and of why it is not taken. */
import { messages } from "../../../messages";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
