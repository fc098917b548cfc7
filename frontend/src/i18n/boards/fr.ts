import type { French } from "../types";
import type en from "./en";

export default {
  "board.title": "Classement",
} as const satisfies French<typeof en>;
