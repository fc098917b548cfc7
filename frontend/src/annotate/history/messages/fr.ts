import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "history.name": "Versions antérieures",
  "history.text":
    "Chacun de vos enregistrements est gardé. En rétablir un change ce qui est sur la page, et peut être annulé.",
  "history.empty": "Rien n’est encore enregistré de cet item.",
  "history.restore": "Rétablir cette version",
  "history.restored": "Une version antérieure est rétablie",

  "history.submitted": "Soumis",
  "history.counts": "C’est celle qui compte",
  "history.same": "Rien n’a changé",
  "history.added": { one: "{n} marque ajoutée", other: "{n} marques ajoutées" },
  "history.removed": { one: "{n} marque retirée", other: "{n} marques retirées" },
  "history.moved": { one: "{n} marque déplacée", other: "{n} marques déplacées" },
  "history.relabelled": {
    one: "{n} marque avec une autre étiquette",
    other: "{n} marques avec une autre étiquette",
  },
  "history.label": "{label} : {choice}",
  "history.none": "aucun",
  "history.nothing": "Rien à marquer",
  "history.nothing.off": "« Rien à marquer » enlevé",
  "history.unsure": "Incertain",
  "history.unsure.off": "Plus incertain",
  "history.comment": "Commentaire",
  "history.comment.changed": "Commentaire modifié",
  "history.link": "Consulté",
  "history.links.changed": "Pages consultées modifiées",
  "history.evidence.changed": "Preuves modifiées",
} as const satisfies French<typeof en>;
