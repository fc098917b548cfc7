import type { Arabic } from "../types";
import type en from "./en";

export default {
  /* Account and password reset */

  "page.title": "الحساب",
  "password.name": "كلمة المرور",
  "password.old": "كلمة المرور الحالية",
  "password.new": "كلمة المرور الجديدة",
  "password.hint": "ثمانية أحرف على الأقل. وتُنهى جلساتك في كل مكان آخر.",
  "password.change": "غيّر كلمة المرور",
  "password.changed": "تغيّرت كلمة المرور.",
  "password.none": "لا كلمة مرور لهذا الحساب: يُدخل إليه برابطه.",
  "email.name": "البريد الإلكتروني",
  "email.hint": "إليه يُرسل رابط كلمة مرور جديدة، ولا شيء غيره.",
  "email.change": "احفظ العنوان",
  "email.changed": "حُفظ العنوان.",
  "sessions.name": "أين أنت مسجَّل الدخول",
  "sessions.here": "هذا المتصفح",
  "sessions.unknown": "متصفح لا يذكر اسمه",
  "sessions.on": "{browser} على {system}",
  "sessions.seen": "آخر نشاط: {when}",
  "sessions.end": "أنهِ الجلسة هناك",
  "sessions.end.name": "أنهِ جلسة {what}",
  "sessions.others": "أنهِ كل الجلسات الأخرى",
  "wrong.not_password": "هذه ليست كلمة مرورك.",
  "wrong.email": "هذا ليس عنوان بريد إلكتروني.",
  "wrong.password_too_short": "قصيرة جدًا: ثمانية أحرف على الأقل.",
  "wrong.password_too_common": "شائعة جدًا: يسهل تخمينها.",
  "wrong.password_too_similar": "تشبه اسمك كثيرًا.",
  "reset.title": "كلمة مرور جديدة",
  "reset.text": "اكتب بريد حسابك: سيصل إليه رابط تختار به كلمة مرور جديدة.",
  "reset.ask": "أرسل الرابط",
  "reset.sent": "إن كان لحسابٍ هذا العنوان فالرابط في الطريق. وهو صالح يومًا ولمرة واحدة.",
  "reset.for": "للحساب {name}",
  "reset.set": "عيّن كلمة المرور",
  "reset.done": "عُيّنت كلمة مرورك الجديدة. سجّل الدخول بها.",
  "reset.over": "لم يعد هذا الرابط صالحًا",
  "reset.over.text": "استُعمل من قبل، أو قَدُم، أو ليس كاملًا. اطلب رابطًا جديدًا.",
  "reset.again": "أرسل رابطًا جديدًا",
  "reset.login": "إلى تسجيل الدخول",

  /* Invitation and new account */

  "join.title": "دعوة",

  "offer.annotate": "أنت مدعو إلى الوسم في",
  "offer.lead": "أنت مدعو إلى الإشراف على",
  "offer.by": "الداعي: {name}",
  "offer.languages": "باللغات: {languages}",

  "join.as": "الانضمام باسم {name}",
  "join.other": "أنا شخص آخر",
  "join.have": "لدي حساب",
  "join.new": "أحتاج حسابًا",

  "signup.title": "أهلًا بك في Morel",
  "signup.text": "ثم يدعوك المسؤولون إلى مشاريعهم.",

  "new.title": "أنشئ حسابك",
  "new.name": "اسمك",
  "new.name.hint": "كما يراه المشرفون، وليس جزءًا من البيانات أبدًا.",
  "new.username": "اسم الدخول",
  "new.password": "كلمة السر",
  "new.password.hint": "ثمانية أحرف على الأقل.",
  "new.submit": "انضمام",

  "signup.wrong.username_taken": "أحدهم هنا بهذا الاسم. اختر اسمًا آخر، أو سجّل الدخول إن كنت أنت.",
  "signup.wrong.username": "حروف وأرقام و @ . + - _ فقط.",
  "signup.wrong.password_too_short": "قصيرة جدًا: ثمانية أحرف على الأقل.",
  "signup.wrong.password_too_common": "شائعة جدًا: سهلة التخمين.",
  "signup.wrong.password_too_similar": "قريبة جدًا من اسمك.",

  /* Log-in */

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

  /* Single sign-on */

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
