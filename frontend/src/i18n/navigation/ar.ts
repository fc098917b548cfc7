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

  "nav.tasks": "المهام المشتركة",
  "nav.task": "المهمة المشتركة",
  "nav.leaderboard": "الترتيب",
  "nav.submissions": "الإرسالات",
  "nav.team": "الفريق",
  "nav.announcements": "الإعلانات",
  "nav.announcements.unread": {
    zero: "لا جديد",
    one: "إعلان واحد غير مقروء",
    two: "إعلانان غير مقروءين",
    few: "{n} إعلانات غير مقروءة",
    many: "{n} إعلانًا غير مقروء",
    other: "{n} إعلان غير مقروء",
  },
  "nav.team.own": "فريق {team}",
  "nav.organizer": "التنظيم",
  "nav.organize": "التنظيم",
  "nav.evaluation": "التقييم",
  "nav.login": "تسجيل الدخول",
  "nav.task.unpublished": "غير منشورة",
  "nav.task.synthetic": "عرض تجريبي: كل الأنظمة مصطنعة.",
} as const satisfies Arabic<typeof en>;
