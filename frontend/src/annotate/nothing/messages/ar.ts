import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "done.title": "أُنجز كل شيء",
  "done.text": "سلّمت {n} من {total} عنصر. لا شيء آخر ينتظرك الآن؛ تظهر العناصر الجديدة هنا.",
  "noitems.title": "لا عناصر بعد",
  "noitems.text": "لا شيء للتوسيم في لغاتك حتى الآن. على مشرف أن يستورد العناصر أولًا.",
  "closed.title": "هذه اللغة مغلقة",
  "closed.text": "أغلق المشرفون اللغات التي تعمل بها. ما سلّمته محفوظ ومحسوب.",
  "paused.title": "عملك متوقف مؤقتًا",
  "paused.text": "أوقفه أحد المشرفين مؤقتًا: لن تُعطى شيئًا جديدًا الآن. ما سلَّمته محفوظ ومحتسب.",
  "quota.title": "أنجزت نصيبك",
  "quota.text": "لديك من العناصر أقصى ما يُعطى لشخص واحد هنا. ما سلَّمته محفوظ ومحتسب.",
  "done.mine": "عرض توسيماتي",
  "done.projects": "إلى المشاريع",
  "done.again": "انظر من جديد",
  "gone.title": "هذا العنصر ليس لك",
  "gone.text": "إما أنه غير موجود أو أُعطي لغيرك. ما سلّمته محفوظ.",
  "gone.next": "المتابعة بالعنصر التالي",
} as const satisfies Arabic<typeof en>;
