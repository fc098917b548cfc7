import type { French } from "../types";
import type en from "./en";

export default {
  "ask.name": "Demander au responsable",
  "ask.label": "Votre question sur cet item",
  "ask.others": "Vos autres questions",
  "ask.open": "Ouvrir l’item",

  "thread.name": "Messages",
  "thread.you": "Vous",
  "thread.gone": "Ancien membre",
  "thread.note": "Vous et les responsables voyez ceci. Cela ne fait jamais partie des données.",
  "thread.note.lead":
    "L’annotateur et tous les responsables voient ceci. Cela ne fait jamais partie des données.",
  "thread.send": "Envoyer",
  "thread.sending": "Envoi…",

  "list.waits": "attend une réponse",
  "list.unread": { one: "{n} non lu", other: "{n} non lus" },
  "list.more": "Afficher plus",

  "page.title": "Questions · {project}",
  "page.name": "Questions",
  "page.filter": "Afficher",
  "page.waiting": "En attente",
  "page.all": "Toutes",
  "page.answer": "Votre réponse",
  "page.item": "Voir l’item",
  "page.none": "Aucune question ne vous attend",
  "page.none.text":
    "Quand une personne pose une question sur un item, vous pouvez la lire et y répondre ici.",
  "page.none.all": "Pas encore de questions",
} as const satisfies French<typeof en>;
