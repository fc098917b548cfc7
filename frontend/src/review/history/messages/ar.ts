import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "history.title": "السجل",
  "history.empty": "لم يحدث لهذا العنصر شيء بعد.",
  "history.given": "أُعطيه",
  "history.expired": "أُعطيه ثم عاد بعد مدة",
  "history.skipped": "أُعطيه وتخطاه",
  "history.skipped.why": "أُعطيه وتخطاه: {reason}",
  "history.submitted": "سلّم",
  "history.imported": "مستورد",
  "history.revision": "المراجعة {n}",
  "history.marks": {
    zero: "لا علامات",
    one: "علامة واحدة",
    two: "علامتان",
    few: "{n} علامات",
    many: "{n} علامة",
    other: "{n} علامة",
  },
  "history.nothing": "لا شيء للتعليم",
  "history.excluded": "استُبعد",
  "history.excluded.why": "استُبعد: {reason}",
  "history.in-force": "سارٍ",
  "history.between": " · ",
  "history.by": "{what} · بقرار {by}",
  "history.included": "يُحسب من جديد",
  "history.included.by": "يُحسب من جديد · بقرار {by}",
  "history.decided": "أصدر قرارًا",
  "history.decided.why": "أصدر قرارًا: {note}",
  "history.withdrawn": "سحب القرار",
} as const satisfies Arabic<typeof en>;
