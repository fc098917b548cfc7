import type { Spanish } from "../types";
import type en from "./en";

export default {
  "nav.project": "Proyecto",
  "nav.review": "Revisión",
  "nav.curation": "Curaduría",
  "nav.questions": "Preguntas",
  "nav.questions.waiting": { one: "{n} pendiente", other: "{n} pendientes" },
  "nav.people": "Personas",
  "nav.settings": "Ajustes",
  "nav.import": "Importar",
  "nav.releases": "Publicaciones",
  "nav.annotate": "Anotar",

  "nav.gold": "Gold",
  "nav.tables": "Tablas",
} as const satisfies Spanish<typeof en>;
