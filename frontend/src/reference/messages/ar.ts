import type { Arabic } from "../../messages/tables";
import type en from "./en";

export default {
  "reference.name": "المرجع",
  "reference.wikipedia": "ويكيبيديا، {language}",
  "reference.text": "نص مرجعي",
  "reference.publication": "منشور",
  "reference.revision": "النسخة {revision}",
  "reference.open": "فتح الصفحة",
  "reference.contents": "المحتويات",
  "reference.top": "الأعلى",
  "reference.link": "نص هذا المرجع غير محفوظ هنا. اقرأه في مصدره:",

  "find.name": "البحث في الصفحة",
  "find.count": "{at} من {total}",
  "find.none": "لا نتائج",
  "find.on": "النتيجة التالية (Enter)",
  "find.back": "النتيجة السابقة (Shift Enter)",
} as const satisfies Arabic<typeof en>;
