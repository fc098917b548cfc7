import type { French } from "../types";
import type en from "./en";

export default {
  "answer.name": "Réponse",
  "answer.help":
    "Les touches fléchées vont d’une affirmation à l’autre. Entrée marque une affirmation comme incorrecte, ou de nouveau comme correcte.",
  "head.claims": { one: "Réponse · {n} affirmation", other: "Réponse · {n} affirmations" },
  "head.punctuation": {
    one: "Réponse · {n} affirmation, découpée à la ponctuation",
    other: "Réponse · {n} affirmations, découpées à la ponctuation",
  },

  "state.open": "non jugée",
  "state.correct": "correcte",
  "state.incorrect": "incorrecte",
  "claim.state": "Affirmation {n} sur {total} : {state}",
  "said.judged": "« {quote} » : {state}",
  "said.all": "Toutes les affirmations sont jugées.",

  "overview.name": "Affirmations dans l’ordre de lecture",

  "panel.name": "Affirmation en cours",
  "panel.state": "Affirmation {n} sur {total} · {state}",
  "panel.arrows": "Affirmation précédente, suivante",
  "panel.judge": "Juger l’affirmation",
  "act.incorrect": "Incorrecte",
  "act.correct": "Correcte",
  "act.rest": "Reste de la phrase correct",
  "act.rest.short": "Reste correct",

  asked: {
    one: "{n} affirmation n’est pas encore jugée.",
    other: "{n} affirmations ne sont pas encore jugées.",
  },
  "asked.go": "Aller à la suivante",

  "list.name": "Affirmations incorrectes",
  "list.count": { one: "{n} affirmation incorrecte", other: "{n} affirmations incorrectes" },
  "list.none": "Cliquez sur une affirmation fausse, ou jugez les affirmations au clavier.",
  "list.none.touch": "Touchez une affirmation fausse, ou utilisez les boutons.",
  "list.correct": "Marquer « {quote} » comme correcte",

  "keys.claims": "Affirmations",
  "keys.move": "Affirmation précédente, suivante",
  "keys.ends": "Première, dernière affirmation",
  "keys.toggle": "Incorrecte, ou de nouveau correcte",
} as const satisfies French<typeof en>;
