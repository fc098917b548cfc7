/* Suggestions of a source, in the workspace and in the settings. */
import { messages } from "..";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
