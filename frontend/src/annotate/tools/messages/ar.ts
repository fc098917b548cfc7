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
  "evidence.name": "الدليل",
  "evidence.add": "إضافة دليل على «{quote}»",
  "evidence.count": {
    zero: "لا دليل على «{quote}»",
    one: "دليل واحد على «{quote}»",
    two: "دليلان على «{quote}»",
    few: "{n} أدلة على «{quote}»",
    many: "{n} دليلًا على «{quote}»",
    other: "{n} دليل على «{quote}»",
  },
  "evidence.lacking": {
    zero: "يُطلب دليل لكل علامة.",
    one: "يُطلب دليل لكل علامة، وواحدة بلا دليل.",
    two: "يُطلب دليل لكل علامة، وعلامتان بلا دليل.",
    few: "يُطلب دليل لكل علامة، و{n} علامات بلا دليل.",
    many: "يُطلب دليل لكل علامة، و{n} علامة بلا دليل.",
    other: "يُطلب دليل لكل علامة، و{n} علامة بلا دليل.",
  },
  "evidence.lacking.show": "إظهار التالية",
} satisfies Arabic<typeof en>;
