import type { Arabic } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "الإعدادات · {project}",
  "page.name": "الإعدادات",
  "page.saved": "حُفظ {time}",
  "page.saving": "يُحفظ…",

  "project.title": "المشروع",
  "project.name": "الاسم",
  "project.description": "موضوعه (يراه الواسمون)",

  "work.title": "من يوسم ماذا",
  "work.pool": "مجمع: يوزَّع كل عنصر حتى ينال عدد وسومه، والأقل تغطية أولًا.",
  "work.everyone": "الكل يوسم كل شيء بلغاته.",
  "work.balanced": "عيّنة متوازنة: يوزَّع عدد محدد من العناصر لكل سؤال وموجِّه ونموذج، والأقل تغطية أولًا.",
  "work.redundancy": "عدد الوسوم المطلوب للعنصر",
  "work.redundancy.hint": "الزيادة تفتح عملًا في الحال، والنقصان لا يزيل شيئًا.",
  "work.quota": "أقصى عدد عناصر للشخص",
  "work.quota.hint": "فارغ: بلا حد.",
  "work.sample": "عدد العناصر لكل سؤال وموجِّه ونموذج",
  "work.sample.hint": "تُختار بقرعة ثابتة. الزيادة تفتح عملًا، وما بدأ يبقى.",
  "work.languages": "عدد آخر للغة ما",
  "work.whole": "عدد صحيح من فضلك.",

  "scheme.title": "ما يقوله الواسمون",

  "evidence.title": "الأدلة والمصادر",
  "evidence.name": "أدلة العلامات",
  "evidence.off": "لا",
  "evidence.optional": "اختيارية",
  "evidence.required": "إلزامية",
  "evidence.other": "يجوز أن تؤدي الروابط إلى غير ويكيبيديا",

  "guide.title": "الإرشادات",
  "guide.language": "اللغة",
  "guide.text": "النص بصيغة ماركداون",
  "guide.preview": "كما يقرؤه الواسمون",
  "guide.empty": "لم يُكتب شيء بهذه اللغة بعد.",
  "guide.version": "النسخة {n} سارية",
  "guide.draft": "لم يُنشر بعد، ومحفوظ في هذا المتصفح",
  "guide.publish": "النشر نسخةً رقم {n}",
  "guide.back": "العودة إلى النسخة {n}",
  "guide.again": "يقرؤها الجميع من جديد قبل عنصرهم التالي",
  "guide.versions": "النسخ",
  "guide.made": "النسخة {n} بتاريخ {day}",
  "guide.accepted": "وافق عليها {n} من {total}",
  "guide.asked": "يقرؤها الجميع من جديد",

  "learn.title": "التعلّم",
  "learn.items": {
    zero: "لا عناصر تدريب قبل العمل: تُستورد بنوع «training» ومعها علاماتها الصحيحة.",
    one: "عنصر تدريب واحد قبل العمل: مستورد بنوع «training» ومعه علاماته الصحيحة.",
    two: "عنصرا تدريب قبل العمل: مستوردان بنوع «training» ومعهما علاماتهما الصحيحة.",
    few: "{n} عناصر تدريب قبل العمل: مستوردة بنوع «training» ومعها علاماتها الصحيحة.",
    many: "{n} عنصر تدريب قبل العمل: مستوردة بنوع «training» ومعها علاماتها الصحيحة.",
    other: "{n} عنصر تدريب قبل العمل: مستوردة بنوع «training» ومعها علاماتها الصحيحة.",
  },
  "learn.tries": "جولات بلوغ حد النجاح",
  "learn.tries.hint": "فارغ: لا يُطلب من أحد بلوغه.",
  "learn.mark": "حد النجاح، %",
  "learn.mark.hint": "متوسط الاتفاق مع العلامات الصحيحة. من لا يشترك معها في شيء له 50.",
} as const satisfies Arabic<typeof en>;
