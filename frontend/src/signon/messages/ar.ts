import type { Arabic } from "../../messages/tables";
import type en from "./en";

export default {
  way: "الدخول عبر {name}",
  "back.cancelled": "أُلغي الأمر هناك. لم يتغيّر شيء.",
  "back.failed": "لم ينجح الأمر. حاول مرة أخرى، فإن تكرّر الفشل فأخبر القائم على هذا الموقع.",
  "back.by_invitation":
    "لا أحد هنا يدخل بذلك الحساب بعد. اتبع رابط دعوة، أو ادخل باسمك وكلمة مرورك ثم اربطه في صفحة حسابك.",
  "back.account_closed": "حسابك مغلق هنا. اسأل القائم على هذا الموقع.",
  "back.sign_on_taken": "ذلك الحساب لشخص آخر هنا.",
  "back.linked": "تم الربط: يمكنك الدخول به من الآن.",
  "linked.name": "حسابات تدخل بها",
  "linked.hint": "يمكن لحساب في مكان آخر أن يكون مدخلًا آخر إلى حسابك هذا. ولا يُحفظ منه إلا من أنت هناك.",
  "linked.none": "لا كلمة مرور هنا: تدخل بحساب في مكان آخر.",
  "linked.gone": "لم يعد متاحًا هنا",
  "link.password": "كلمة مرورك هنا، لربط حساب",
  "link.add": "اربط {name}",
  "unlink.do": "افصل",
  "unlink.name": "افصل {what}",
} as const satisfies Arabic<typeof en>;
