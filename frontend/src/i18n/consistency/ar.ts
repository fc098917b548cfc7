import type { Arabic } from "../types";
import type en from "./en";

export default {
  "broken.any": "يوجد نص معلَّم، لكن «{label}» هو «{choice}».",
  "broken.none": "لا يوجد نص معلَّم، لكن «{label}» هو «{choice}».",
  "broken.mark": "يوجد نص معلَّم بوسم «{mark}»، لكن «{label}» هو «{choice}».",
  "broken.choice": "«{other}» هو «{value}»، لكن «{label}» هو «{choice}».",
  overridden: "سُلِّم رغم ذلك: {sentence}",

  "ask.name": "تناقض",
  "ask.hint": "غيِّر أحدهما، أو سلِّم مرة أخرى للإبقاء على كليهما.",
  "ask.go": "الانتقال إلى «{label}»",
} as const satisfies Arabic<typeof en>;
