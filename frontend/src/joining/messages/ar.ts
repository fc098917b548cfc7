import type { Arabic } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "دعوة",

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

  "wrong.username_taken": "أحدهم هنا بهذا الاسم. اختر اسمًا آخر، أو سجّل الدخول إن كنت أنت.",
  "wrong.username": "حروف وأرقام و @ . + - _ فقط.",
  "wrong.password_too_short": "قصيرة جدًا: ثمانية أحرف على الأقل.",
  "wrong.password_too_common": "شائعة جدًا: سهلة التخمين.",
  "wrong.password_too_similar": "قريبة جدًا من اسمك.",
} as const satisfies Arabic<typeof en>;
