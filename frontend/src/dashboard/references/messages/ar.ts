import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "references.title": "المراجع",
  "references.served": {
    zero: "{served} من {n} عنصر لها صفحتها في ويكيبيديا",
    one: "{served} من عنصر واحد لها صفحتها في ويكيبيديا",
    two: "{served} من عنصرين لها صفحتها في ويكيبيديا",
    few: "{served} من {n} عناصر لها صفحتها في ويكيبيديا",
    many: "{served} من {n} عنصرًا لها صفحتها في ويكيبيديا",
    other: "{served} من {n} عنصر لها صفحتها في ويكيبيديا",
  },
  "references.snapshots": {
    zero: "لا نسخ محفوظة",
    one: "نسخة محفوظة واحدة",
    two: "نسختان محفوظتان",
    few: "{n} نسخ محفوظة",
    many: "{n} نسخة محفوظة",
    other: "{n} نسخة محفوظة",
  },
  "references.none":
    "لا يحيل أي عنصر إلى صفحة في ويكيبيديا. العناصر التي تُستورد مع \u2066wikipedia_url\u2069 تحيل إليها، وتُجلب صفحاتها من هنا.",
  "references.off":
    "جلب الصفحات معطَّل على هذا الخادم (\u2066MOREL_WIKIPEDIA\u2069). يرى المعلِّمون عنوان الصفحة بدلًا من نصها.",
  "references.unread": "تعذّرت قراءة حال المراجع",

  "fetch.missing": "جلب المراجع",
  "fetch.missing.title": "يجلب الصفحات التي لم يُحفظ منها شيء بعد",
  "fetch.resume": "متابعة الجلب",
  "fetch.all": "جلب الكل من جديد",
  "fetch.all.title": "يأخذ نسخة جديدة من كل صفحة تغيّرت. العناصر التي عُرضت على أحد تحتفظ بنسختها.",
  "fetch.stop": "إيقاف",
  "fetch.failed": "تعذّر البدء",

  "run.waiting": "ينتظر دوره",
  "run.running": "الصفحات المطلوبة: {done} من {n}",
  "run.text": "يستمر الجلب بعد مغادرة هذه الصفحة.",
  "run.stopped": "توقف عند الصفحة {done} من {n}. ما جُلب محفوظ.",
  "run.ended": "انتهى قبل أوانه عند الصفحة {done} من {n}. ما جُلب محفوظ.",

  "problems.title": {
    zero: "لا صفحات متعذّرة",
    one: "صفحة واحدة تعذّر جلبها",
    two: "صفحتان تعذّر جلبهما",
    few: "{n} صفحات تعذّر جلبها",
    many: "{n} صفحة تعذّر جلبها",
    other: "{n} صفحة تعذّر جلبها",
  },
  "problems.stored": "توجد نسخة سابقة.",
  "problems.items": {
    zero: "العناصر: {items}",
    one: "العنصر: {items}",
    two: "العنصران: {items}",
    few: "العناصر: {items}",
    many: "العناصر: {items}",
    other: "العناصر: {items}",
  },
  "problems.more": {
    zero: "{items} و{n} غيرها",
    one: "{items} وواحد غيرها",
    two: "{items} واثنان غيرها",
    few: "{items} و{n} غيرها",
    many: "{items} و{n} غيرها",
    other: "{items} و{n} غيرها",
  },
  "problems.fix": "ما لا وجود له بعنوانه يُستورد بعنوان آخر، وما تعذّر الوصول إليه يمكن طلبه من جديد.",
} as const satisfies Arabic<typeof en>;
