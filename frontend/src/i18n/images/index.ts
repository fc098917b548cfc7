/* Images of items: in the workspace and in the item view. */
import { messages } from "..";

export const t = messages({
  en: () => import("./en"),
  fr: () => import("./fr"),
  es: () => import("./es"),
  ar: () => import("./ar"),
});
