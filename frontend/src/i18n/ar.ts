import type en from "./en";
import type { Arabic } from "./types";

export default {
  "app.name": "Morel",
  "app.title": "{page} · Morel",
  "app.loading": "جارٍ التحميل…",
  "app.retry": "أعد المحاولة",
  "app.close": "إغلاق",
  "app.cancel": "إلغاء",
  "app.more": "عرض المزيد",
  "app.link": "الرابط",
  "app.copy": "نسخ",
  "app.copied": "نُسخ",
  "app.undo": "تراجع",

  "nav.home": "Morel، المشاريع",
  "nav.overview": "نظرة عامة",
  "nav.items": "العناصر",

  "display.name": "العرض",

  "bell.name": "الإشعارات",
  "bell.unread": {
    zero: "الإشعارات، لا جديد",
    one: "الإشعارات، {n} إشعار غير مقروء",
    two: "الإشعارات، {n} إشعاران غير مقروءين",
    few: "الإشعارات، {n} إشعارات غير مقروءة",
    many: "الإشعارات، {n} إشعارًا غير مقروء",
    other: "الإشعارات، {n} إشعار غير مقروء",
  },
  "account.name": "{initials}، حساب {name}",
  "account.projects": "المشاريع",
  "account.tasks": "المهام المشتركة",
  "account.own": "الحساب",
  "account.logout": "تسجيل الخروج",

  "role.annotator": "موسِّم",
  "role.lead": "مشرف",

  "names.shown": "يرى المشرفون الأسماء منذ {since}. السبب:",
  "names.shown.until": "كان بإمكان المشرفين رؤية الأسماء من {since} إلى {until}. السبب:",
  "language.none": "دون لغة",
  "number.percent": "{n}%",
  "number.of": "{done} من {total}",

  "time.now": "الآن",
  "time.minutes": "{n} د",
  "time.hours": "{h} س {min} د",

  "page.missing": "لا شيء هنا",
  "page.missing.text": "لا توجد صفحة في هذا العنوان، أو أنها ليست متاحة لك.",
  "page.missing.home": "إلى المشاريع",
  "page.broken": "تعذّر تحميل هذه الصفحة",

  "error.network": "لا يوجد اتصال",
  "error.network.text": "الخادم لا يجيب. سيعود كل شيء إلى العمل عند عودة الاتصال.",
  "error.answer": "أجاب الخادم بما لا يفهمه Morel",
  "error.answer.text": "الحالة {status}. إن استمر ذلك فأخبر القائمين على هذا الخادم.",
  "error.unknown": "حدث خطأ ما",
} as const satisfies Arabic<typeof en>;
