import type { Arabic } from "../types";
import type en from "./en";

export default {
  "nav.project": "المشروع",
  "nav.review": "المراجعة",
  "nav.curation": "التنقيح",
  "nav.questions": "الأسئلة",
  "nav.questions.waiting": {
    zero: "لا شيء ينتظر",
    one: "واحد ينتظر",
    two: "اثنان ينتظران",
    few: "{n} تنتظر",
    many: "{n} تنتظر",
    other: "{n} تنتظر",
  },
  "nav.people": "الأشخاص",
  "nav.settings": "الإعدادات",
  "nav.import": "استيراد",
  "nav.releases": "الإصدارات",
  "nav.annotate": "التوسيم",

  "nav.gold": "المعيار",
  "nav.tables": "الجداول",
} as const satisfies Arabic<typeof en>;
