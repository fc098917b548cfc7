import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "views.name": "العروض المحفوظة",
  "views.shared": "مشترك",
  "views.theirs": "مشترك معك",
  "views.keep": "حفظ العرض",
  "views.change": "تغيير العرض «{name}»",
  "views.change.short": "تغيير العرض",
  "views.field": "الاسم",
  "views.share": "لكل قادة المشروع",
  "views.save": "حفظ",
  "views.delete": "حذف",
  "views.deleted": "حُذف «{name}».",
  "views.undo": "تراجع",
  "export.csv": "تنزيل هذه القائمة بصيغة CSV",
  "export.csv.short": "CSV",
  "export.jsonl": "تنزيل هذه القائمة بصيغة JSONL",
  "export.jsonl.short": "JSONL",
} as const satisfies Arabic<typeof en>;
