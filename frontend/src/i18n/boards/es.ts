import type { Spanish } from "../types";
import type en from "./en";

export default {
  "board.title": "Clasificación",
} as const satisfies Spanish<typeof en>;
