import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "signin.title": "سجّل الدخول من جديد",
  "signin.text": "انتهت جلستك. لم يضع شيء: ما في الصفحة يُرسل فور عودتك.",
  "signin.stranger": "سجّلت الدخول باسم آخر. ما في هذه الصفحة يخص {name} ولا يُرسل.",
  "conflict.title": "تغيّر هذا العنصر في مكان آخر",
  "conflict.text": "حُفظت نسخة أخرى أثناء عملك هنا، وربما حفظتها أنت في نافذة أخرى. أيهما تبقى؟",
  "conflict.mine": "في هذه الصفحة",
  "conflict.theirs": "حُفظ {time}",
  "conflict.keep": "إبقاء ما في هذه الصفحة",
  "conflict.adopt": "أخذ النسخة المحفوظة",
  "conflict.nothing": "لا شيء يُعلَّم",
  "conflict.nomarks": "بلا علامات",
  "conflict.unsure": "غير متأكد",
  "conflict.silent": "المرجع لا يذكر شيئًا",
} as const satisfies Arabic<typeof en>;
