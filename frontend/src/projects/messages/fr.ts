import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "projects.title": "Projets",
  "projects.new": "Nouveau projet",
  "projects.morning": "Bonjour, {name}",
  "projects.afternoon": "Bon après-midi, {name}",
  "projects.evening": "Bonsoir, {name}",
  "projects.today": { one: "{n} réponse soumise aujourd’hui", other: "{n} réponses soumises aujourd’hui" },
  "projects.today.none": "Rien de soumis aujourd’hui",

  "projects.languages": { one: "{n} langue", other: "{n} langues" },
  "projects.role": "{role} · {languages}",

  "next.stopped": "Vous vous êtes arrêté au milieu de « {question} ».",
  "next.draft": {
    one: "{n} marque est gardée en brouillon.",
    other: "{n} marques sont gardées en brouillon.",
  },
  "next.draft.none": "L’item est gardé en brouillon, sans marque pour l’instant.",
  "next.start": {
    one: "Il y a {n} réponse que vous n’avez pas encore traitée.",
    other: "Il y a {n} réponses que vous n’avez pas encore traitées.",
  },
  "next.done": "{done} sur {total} faites",
  "next.drafts": { one: "{n} brouillon", other: "{n} brouillons" },
  "next.skipped": "{n} passées",
  "next.continue": "Continuer",
  "next.begin": "Commencer",
  "next.mine": "Mes annotations",

  "card.todo": "À faire",
  "card.submitted": "Soumis",
  "card.drafts": "Brouillons",
  "card.complete": "Complets",
  "card.agreement": "Accord, {items}",
  "card.items": { one: "{n} item", other: "{n} items" },
  "card.agreement.none": "pas encore",
  "card.policy": "Règle",
  "card.mine": "Mon propre travail",
  "card.annotate": "Annoter",
  "card.progress": "{percent} complet",

  "empty.title": "Pas encore de projet",
  "empty.text":
    "Un projet réunit les réponses à vérifier, les personnes qui les marquent et le gold qui en sort. Dès qu’on vous ajoute à un projet, il apparaît ici.",
  "empty.admin":
    "Vous gérez ce serveur : les projets commencent chez vous. Qui en dirige un importe des réponses et invite des personnes.",
} as const satisfies French<typeof en>;
