import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "notice.text":
    "{time} على هذا العنصر حتى الآن. خذ ما يلزمه من وقت، وإن تعذّر الحسم فقل إنك غير متأكد، أو تخطَّه.",
  "notice.hide": "أخفِ هذا التنبيه",
} as const satisfies Arabic<typeof en>;
