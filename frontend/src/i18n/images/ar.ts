import type { Arabic } from "../types";
import type en from "./en";

export default {
  name: "الصور",
  one: "صورة",
  place: "الصورة {at} من {total}",
  tools: "أدوات عرض الصورة",
  undescribed: "صورة بلا وصف: {name}",
  previous: "الصورة السابقة",
  next: "الصورة التالية",
  "zoom.in": "تكبير",
  "zoom.out": "تصغير",
  "zoom.level": "التكبير: ×{n}",
  fit: "ملاءمة",
  rotate: "تدوير",
  failed: "تعذّر تحميل الصورة.",
  again: "إعادة المحاولة",
} as const satisfies Arabic<typeof en>;
