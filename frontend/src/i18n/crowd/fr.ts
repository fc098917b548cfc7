import type { French } from "../types";
import type en from "./en";

export default {
  "enter.title": "Participer",
  "enter.quota": { one: "On vous demande un item.", other: "On vous demande {n} items." },
  "enter.languages": "En {languages}",
  "enter.name": "Pas besoin de compte\u00a0: vous recevez un nom aléatoire.",
  "enter.start": "Commencer",
  "enter.somebody": "Quelqu’un est connecté dans ce navigateur\u00a0: {name}",
  "enter.somebody.text":
    "Pour participer, cette personne est d’abord déconnectée. Ce qu’elle a enregistré reste.",
  "enter.instead": "Déconnecter et commencer",
  "enter.back": "Continuer en tant que {name}",
  "enter.parameters": "Ce lien est incomplet",
  "enter.parameters.text": "Il ne dit pas qui vous êtes. Ouvrez l’étude depuis Prolific, par son bouton.",
  "enter.study": "Ce lien appartient à une autre étude",
  "enter.study.text": "Ouvrez votre étude depuis Prolific, par son bouton.",
  "enter.revoked": "Cette étude est terminée",
  "enter.full": "Toutes les places sont prises",
  "enter.ended": "Votre participation à ce projet a pris fin",
  "enter.none": "Il n’y a pas d’étude à cette adresse",
  "enter.refused.text": "Rien n’a été changé. Si vous venez de Prolific, rendez-y votre place.",
  "complete.title": "Fin",
  "complete.done": "C’est terminé. Merci\u202f!",
  "complete.code": "Votre code de fin",
  "complete.copy": "Copier",
  "complete.copied": "Copié",
  "complete.return": "Retourner à l’étude",
  "complete.not": "Pas encore terminé",
  "complete.so-far": "{done} items soumis sur {total}.",
  "complete.on": "Continuer",
} as const satisfies French<typeof en>;
