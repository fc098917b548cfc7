import type { Arabic } from "../types";
import type en from "./en";

export default {
  "board.title": "الترتيب",
} as const satisfies Arabic<typeof en>;
