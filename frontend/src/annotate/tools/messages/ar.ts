import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "strip.name": "العلامة المحددة",
  "strip.start": "البداية",
  "strip.end": "النهاية",
  "strip.start.back": "البدء قبل ذلك بحرف",
  "strip.start.on": "البدء بعد ذلك بحرف",
  "strip.end.back": "الانتهاء قبل ذلك بحرف",
  "strip.end.on": "الانتهاء بعد ذلك بحرف",
  "strip.remove": "إزالة العلامة",
  "handle.start": "اسحب لتحريك البداية",
  "handle.end": "اسحب لتحريك النهاية",
  "selection.name": "النص المحدد",
  "selection.mark": "ضع علامة",
  "selection.key": "Enter",
  "chooser.name": "أي علامة؟",
} satisfies Arabic<typeof en>;
