import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "items.title": "العناصر",
  "items.of": "عناصر {project}",

  "filter.name": "أي العناصر",
  "filter.language": "اللغة",
  "filter.language.all": "كل اللغات",
  "filter.order": "الترتيب",
  "filter.order.agreement": "الأقل اتفاقًا",
  "filter.order.ordinal": "ترتيب الاستيراد",
  "filter.order.unknown": "لا يوجد ترتيب «{order}»",
  "filter.search": "بحث",
  "filter.search.hint": "كلمات من السؤال أو الإجابة، أو معرّف",

  "order.agreement.note": "العناصر التي لها \u2066n ≥ 2\u2069، IoU للمجموعات المتعددة · {policy}",
  "order.ordinal.note": "كل العناصر، بترتيب الاستيراد",

  "row.agreement": "الاتفاق",
  "row.agreement.none": "–",
  "row.n": "{n} من {redundancy}",
  "row.n.title": "التوسيمات المحسوبة مما يحتاج إليه العنصر",
  "row.n.everyone": "\u2066n = {n}\u2069",
  "row.status.open": "مفتوح",
  "row.status.complete": "مكتمل",
  "row.status.over-full": "زائد",
  "row.drafts": {
    zero: "لا مسودات",
    one: "مسودة واحدة",
    two: "مسودتان",
    few: "{n} مسودات",
    many: "{n} مسودة",
    other: "{n} مسودة",
  },
  "row.ties": {
    zero: "لا تعادل",
    one: "تعادل واحد",
    two: "تعادلان",
    few: "{n} تعادلات",
    many: "{n} تعادلًا",
    other: "{n} تعادل",
  },
  "row.unsure": {
    zero: "لا تردد",
    one: "متردد واحد",
    two: "مترددان",
    few: "{n} مترددين",
    many: "{n} مترددًا",
    other: "{n} متردد",
  },
  "row.comments": {
    zero: "لا تعليقات",
    one: "تعليق واحد",
    two: "تعليقان",
    few: "{n} تعليقات",
    many: "{n} تعليقًا",
    other: "{n} تعليق",
  },

  "items.shown": {
    zero: "لا عناصر",
    one: "عنصر واحد",
    two: "عنصران",
    few: "{n} عناصر",
    many: "{n} عنصرًا",
    other: "{n} عنصر",
  },
  "items.shown.more": "أول {n} عنصر",

  "none.items.title": "لا عناصر بعد",
  "none.items.text": "العناصر هي الأسئلة والإجابات التي توضع عليها العلامات. استورد ملفًا منها للبدء.",
  "none.items.import": "استيراد عناصر",
  "none.agreement.title": "لا عنصر له توسيمان بعد",
  "none.agreement.text":
    "يلزم الاتفاق أن يسلِّم شخصان العنصر نفسه. وحتى ذلك الحين تُعرض العناصر بترتيب الاستيراد.",
  "none.agreement.ordinal": "العرض بترتيب الاستيراد",
  "none.match.title": "لا نتائج",
  "none.match.text": "لا عنصر ترد هذه الكلمات في سؤاله أو إجابته أو معرّفه.",
  "none.match.agreement": "لا عنصر ذا توسيمين ترد هذه الكلمات في سؤاله أو إجابته أو معرّفه. وقد ترد في غيره.",
  "none.match.language": "لا عنصر كهذا في هذه اللغة.",
  "none.match.clear": "عرض كل العناصر",
} as const satisfies Arabic<typeof en>;
