import type { French } from "../types";
import type en from "./en";

export default {
  "nav.project": "Projet",
  "nav.review": "Relecture",
  "nav.curation": "Curation",
  "nav.questions": "Questions",
  "nav.questions.waiting": { one: "{n} en attente", other: "{n} en attente" },
  "nav.people": "Personnes",
  "nav.settings": "Réglages",
  "nav.import": "Import",
  "nav.releases": "Publications",
  "nav.annotate": "Annoter",

  "nav.gold": "Gold",
  "nav.tables": "Tableaux",
} as const satisfies French<typeof en>;
