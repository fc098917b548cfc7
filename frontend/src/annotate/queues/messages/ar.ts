import type { Arabic } from "../../../messages/tables";
import type en from "./en";

export default {
  "queues.name": "عناصري",
  "queues.all": "في صفحة مستقلة",
  "queues.tab": "{name} {n}",
  "queues.todo": "للإنجاز",
  "queues.draft": "المسودات",
  "queues.submitted": "المُسلَّمة",
  "queues.skipped": "المتخطّاة",
  "queues.todo.none": "لا شيء بانتظارك لم تبدأه. يأتي العنصر التالي عند التسليم.",
  "queues.draft.none": "لا مسودات.",
  "queues.submitted.none": "لم يُسلَّم شيء بعد.",
  "queues.skipped.none": "لم يُتخطَّ شيء.",
  "queues.search": "ابحث في هذه الأسئلة",
  "queues.notfound": "لا يحوي أي من الأسئلة المعروضة حتى الآن هذه الكلمات.",

  "queues.current": "قيد العمل",
  "queues.edited": "عُدِّل بعد التسليم، ولم يُسلَّم من جديد",
  "queues.marks": {
    zero: "لا علامات",
    one: "علامة واحدة",
    two: "علامتان",
    few: "{n} علامات",
    many: "{n} علامة",
    other: "{n} علامة",
  },
  "queues.nothing": "لا شيء يُعلَّم",
  "queues.unsure": "غير متأكد",
  "queues.today": "اليوم: سُلِّم {n} خلال {time}",

  "title.mine": "توسيماتي · {project}",
  "queue.continue": "التوسيم",
  "mine.title": "توسيماتي",
} as const satisfies Arabic<typeof en>;
