import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "queues.name": "Mes items",
  "queues.all": "Sur leur propre page",
  "queues.tab": "{name} {n}",
  "queues.todo": "À faire",
  "queues.draft": "Brouillons",
  "queues.submitted": "Soumis",
  "queues.skipped": "Passés",
  "queues.todo.none": "Rien n’attend que vous n’ayez commencé. L’item suivant arrive quand vous soumettez.",
  "queues.draft.none": "Aucun brouillon.",
  "queues.submitted.none": "Rien n’est encore soumis.",
  "queues.skipped.none": "Aucun item n’a été passé.",
  "queues.search": "Chercher dans ces questions",
  "queues.notfound": "Aucune des questions listées jusqu’ici ne contient ces mots.",

  "queues.current": "En cours",
  "queues.edited": "Modifié depuis, pas soumis de nouveau",
  "queues.marks": { one: "{n} marque", other: "{n} marques" },
  "queues.nothing": "Rien à marquer",
  "queues.unsure": "Incertain",
  "queues.today": "Aujourd’hui : {n} soumis en {time}",

  "title.mine": "Mes annotations · {project}",
  "queue.continue": "Annoter",
  "mine.title": "Mes annotations",
} as const satisfies French<typeof en>;
