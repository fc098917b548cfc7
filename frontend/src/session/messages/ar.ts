import type { Arabic } from "../../messages/tables";
import type en from "./en";

export default {
  "login.title": "تسجيل الدخول",
  "login.username": "الاسم",
  "login.password": "كلمة المرور",
  "login.submit": "دخول",
  "login.wrong": "الاسم وكلمة المرور غير متطابقين.",
  "login.locked": {
    zero: "كلمات مرور خاطئة كثيرة. حاول بعد لحظة.",
    one: "كلمات مرور خاطئة كثيرة. حاول بعد دقيقة.",
    two: "كلمات مرور خاطئة كثيرة. حاول بعد دقيقتين.",
    few: "كلمات مرور خاطئة كثيرة. حاول بعد {n} دقائق.",
    many: "كلمات مرور خاطئة كثيرة. حاول بعد {n} دقيقة.",
    other: "كلمات مرور خاطئة كثيرة. حاول بعد {n} دقيقة.",
  },
  "login.forgotten": "هل نسيت كلمة المرور؟",
  "login.signup": "أنشئ حسابًا",
  "login.note": "ما وضعته من علامات على هذا الجهاز دون اتصال محفوظ، ويُرسل فور دخولك.",
  "login.motto.alike": "للغوشنة الحقيقية أشباه.",
  "login.motto.facts": "وللحقائق كذلك.",
} as const satisfies Arabic<typeof en>;
