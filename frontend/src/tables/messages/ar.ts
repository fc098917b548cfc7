import type { Arabic } from "../../messages/tables";
import type en from "./en";

export default {
  "tables.title": "الجداول",
  "tables.of": "جداول {project}",
  "tables.running": "يجري الحساب…",
  "tables.as-of": "حُسبت {when}",
  "tables.never": "لم تُحسب بعد",
  "tables.again": "إعادة الحساب",
  "tables.empty": "لا شيء للمقارنة بعد.",
  number: "{n}",
  n: "⁦n = {n}⁩",
  "done.title": "المنجز والمخطط",
  "done.note": "التوسيمات المحسوبة مما تحتاج إليه العناصر. محدَّثة.",
  "done.language": "اللغة",
  "done.annotations": "المنجز",
  "done.planned": "المخطط",
  "done.share": "النسبة",
  "done.complete": "عناصر مكتملة",
  "done.open": "عناصر مفتوحة",
  "models.title": "الهلوسة بحسب النموذج واللغة",
  "models.note":
    "نسبة العناصر التي فيها شيء ذهبي، وتحتها نسبة المحارف وعدد العناصر n التي لها توسيم محسوب · {policy}",
  "models.model": "النموذج",
  "models.none": "غير مسمى",
  "models.cell": "{part} من {n} عنصر فيها ذهبي",
  "models.characters": "{share} من المحارف",
  "matrix.title": "اتفاق كل موسِّمَين",
  "matrix.note":
    "متوسط IoU للمجموعات المتعددة للاثنين على العناصر التي وسماها معًا وعددها n، وأقل ما يمكن النصف · {policy}",
  "matrix.annotator": "الموسِّم",
  "matrix.cell": "{one} و{other}: {n} عنصر مشترك",
  "days.title": "العمل يومًا بيوم",
  "days.note": "التوسيمات المسلَّمة هنا والمحسوبة، بحسب اليوم (UTC). كل يوم يقود إلى عناصره.",
  "days.label": "{n} توسيم في الأيام المعروضة، و{most} في أنشطها",
  "days.day": "اليوم",
  "days.annotations": "التوسيمات",
} as const satisfies Arabic<typeof en>;
