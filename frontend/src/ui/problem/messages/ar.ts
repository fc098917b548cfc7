import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  busy: "شخص آخر يعمل عليه الآن",
  conflict: "تغيّر هذا في الأثناء",
  csrf: "هذه الصفحة قديمة",
  forbidden: "هذا ليس متاحًا لك",
  invalid: "تعذّر قبول هذا",
  item_gone: "أُزيل هذا العنصر من المشروع",
  malformed: "لم يفهم الخادم الطلب",
  no_project: "لا يوجد مشروع كهذا، أو لست من أعضائه",
  not_authenticated: "سجّل الدخول من فضلك",
  not_done: "لم ينته بعد",
  not_found: "لا شيء هنا",
  not_yours: "هذا العنصر ليس لك",
  server_error: "حدث خطأ في الخادم",
  stale_revision: "حُفظت نسخة أحدث في الأثناء",
  started: "بدأ من قبل",
  submitted: "لقد سلّمت هذا العنصر",
  throttled: "محاولات كثيرة: انتظر قليلًا",
  too_large: "هذا أكبر من المسموح",
  unavailable: "لا يمكن الوصول إلى هذا الآن",
  worked_on: "عمل أحدهم عليه",
} as const satisfies Arabic<typeof en>;
