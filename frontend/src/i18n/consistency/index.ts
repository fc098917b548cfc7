/* Consistency rules: the question at submission, and the rules that annotations break. */
import { messages } from "..";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
