import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "outbox.title": "ما ينتظر الإرسال",
  "outbox.text": "محفوظ في هذا المتصفح لك وحدك، ويُرسل فور أن يمكن ذلك.",
  "outbox.nothing": "لم يعد شيء ينتظر: كل شيء لدى الخادم.",
  "outbox.item": "العنصر {item} من {project}",
  "outbox.since": "منذ {day}، {time}",
  "outbox.changes": {
    zero: "لا تغييرات",
    one: "تغيير واحد",
    two: "تغييران",
    few: "{n} تغييرات",
    many: "{n} تغييرًا",
    other: "{n} تغيير",
  },
  "outbox.submit": "للتسليم",
  "outbox.open": "فتح",
  "outbox.export": "تصدير بصيغة JSON",
  "outbox.retry": "أعد المحاولة الآن",
  "outbox.discard": "تخلّص منه…",
  "outbox.discard.sure": "هل تتخلص منه نهائيًا؟ ليس في أي خادم، ولا يمكن استعادته.",
  "outbox.discard.yes": "تخلّص منه",
  "outbox.unreadable":
    "حفظته نسخة أخرى من Morel بشكل لا تقرؤه هذه الصفحة. أعد تحميل الصفحة، فإن لم يُفد ذلك فصدّره.",

  "outbox.state.waiting": "جارٍ الإرسال",
  "outbox.state.network": "لا اتصال",
  "outbox.state.server": "الخادم لا يجيب",
  "outbox.state.signedout": "ينتظر أن تسجّل الدخول من جديد",
  "outbox.state.conflict": "تغيّر في مكان آخر: افتحه واختر إحدى النسختين",

  "refused.no_project":
    "لم يُحفظ: لم تعد عضوًا في هذا المشروع. اسأل أحد المشرفين، وعملك باقٍ في هذا المتصفح ويمكن تصديره",
  "refused.not_yours":
    "لم يُحفظ: هذا العنصر ليس لك أو أُعطي لغيرك. اسأل أحد المشرفين، وعملك باقٍ في هذا المتصفح ويمكن تصديره",
  "refused.item_gone": "لم يُحفظ: أُخرج هذا العنصر من المشروع. عملك باقٍ في هذا المتصفح ويمكن تصديره",
  "refused.language_closed":
    "لم يُسلَّم: هذه اللغة مغلقة. ما وسمته محفوظ كمسودة، فاسأل أحد المشرفين إن كان ما يزال يُحسب",
  "refused.too_large": "لم يُحفظ: هذا أكثر مما يقبله الخادم دفعة واحدة. اختصر التعليق أو صدّر عملك",
  "refused.unknown_label": "لم يُحفظ: تغيّرت تصنيفات المشروع. أعد تحميل الصفحة وراجع تصنيفات هذا العنصر",
  "refused.wrong_answer": "لم يُحفظ: الإجابة في هذه الصفحة ليست المخزّنة. صدّر عملك ثم أعد تحميل الصفحة",
  "refused.incomplete": "لم يُسلَّم: {detail}",
  "refused.other": "لم يُحفظ: {detail}",
} as const satisfies Arabic<typeof en>;
