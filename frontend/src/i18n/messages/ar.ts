import type { Arabic } from "../types";
import type en from "./en";

export default {
  "ask.name": "اسأل المشرف",
  "ask.label": "سؤالك عن هذا العنصر",
  "ask.others": "أسئلتك الأخرى",
  "ask.open": "افتح العنصر",

  "thread.name": "الرسائل",
  "thread.you": "أنت",
  "thread.gone": "عضو سابق",
  "thread.note": "تراه أنت والمشرفون، ولا يكون أبدًا جزءًا من البيانات.",
  "thread.note.lead": "يراه الموسِّم وكل المشرفين، ولا يكون أبدًا جزءًا من البيانات.",
  "thread.send": "إرسال",
  "thread.sending": "جارٍ الإرسال…",

  "list.waits": "ينتظر جوابًا",
  "list.unread": {
    zero: "لا جديد",
    one: "رسالة غير مقروءة",
    two: "رسالتان غير مقروءتين",
    few: "{n} رسائل غير مقروءة",
    many: "{n} رسالة غير مقروءة",
    other: "{n} رسالة غير مقروءة",
  },
  "list.more": "عرض المزيد",

  "page.title": "الأسئلة · {project}",
  "page.name": "الأسئلة",
  "page.filter": "اعرض",
  "page.waiting": "تنتظر",
  "page.all": "الكل",
  "page.answer": "جوابك",
  "page.item": "انظر إلى العنصر",
  "page.none": "لا سؤال ينتظرك",
  "page.none.text": "حين يسأل موسِّم عن عنصر ستقرؤه وتجيب عنه هنا.",
  "page.none.all": "لا أسئلة بعد",
} as const satisfies Arabic<typeof en>;
