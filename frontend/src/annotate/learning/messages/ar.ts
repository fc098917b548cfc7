import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "read.title": "اقرأ هذا قبل أن تبدأ",
  "read.again": "تغيّرت الإرشادات",
  "read.again.text": "وافقتَ على النسخة {before}، وهذه هي النسخة {n}. نرجو قراءتها قبل المتابعة.",
  "read.text": "هذه إرشادات المشروع، ويعمل بها كل من يوسم فيه.",
  "read.accept": "قرأتُها وسأعمل بها",
  "read.later": "تبقى في متناولك أثناء العمل: اضغط H.",
  "read.changed": "تغيّرت أثناء قراءتك: هذه أحدث نسخة.",
} as const satisfies Arabic<typeof en>;
