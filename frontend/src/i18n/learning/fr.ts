import type { French } from "../types";
import type en from "./en";

export default {
  "read.title": "À lire avant de commencer",
  "read.again": "Les consignes ont changé",
  "read.again.text":
    "Vous avez accepté la version {before} ; voici la version {n}. Lisez-la avant de continuer.",
  "read.text": "Voici les consignes du projet. Tous ceux qui annotent les suivent.",
  "read.accept": "J’ai lu ces consignes et je les suivrai",
  "read.later": "Vous pouvez les ouvrir à tout moment pendant le travail\u00a0: touche H.",
  "read.changed": "Elles ont changé pendant votre lecture : voici la version la plus récente.",

  "begin.title": "D’abord un entraînement",
  "begin.text": {
    one: "Avant le travail, un item sert d’entraînement. Annotez-le comme n’importe quel autre et soumettez-le\u202f; vous verrez alors vos annotations à côté des bonnes, et pourquoi. L’entraînement ne compte pas.",
    other:
      "Avant le travail, {n} items servent d’entraînement. Annotez chacun comme n’importe quel autre et soumettez-le\u202f; vous verrez alors vos annotations à côté des bonnes, et pourquoi. L’entraînement ne compte pas.",
  },
  "begin.needed":
    "Pour commencer le travail, l’accord de vos annotations avec les bonnes doit atteindre {needed} en moyenne.",
  "begin.begin": "Commencer",
  "lesson.title": "Entraînement, {done} sur {total}",
  "lesson.next": "Continuer",
  "lesson.mine": "Vos marques",
  "lesson.gold": "Bonnes marques",
  "lesson.nothing": "rien à marquer",
  "lesson.between": " · ",
  "lesson.label": "{gold}\u202f; vous avez choisi\u00a0: {mine}",
  "lesson.agreement": "Accord",
  "lesson.why": "Pourquoi",
  "failed.title": "Pas encore",
  "failed.text":
    "L’accord de vos annotations avec les bonnes est de {mean} en moyenne\u202f; il faut {needed}.",
  "failed.tries": { one: "Il vous reste un essai.", other: "Il vous reste {n} essais." },
  "failed.again": "S’entraîner de nouveau",
  "barred.title": "L’entraînement n’est pas réussi",
  "barred.text":
    "L’accord de vos annotations avec les bonnes est de {mean} en moyenne\u202f; il faut {needed}, et il ne reste plus d’essai. Un responsable du projet peut vous en donner un autre.",
  "barred.again": "Vérifier à nouveau",
  "barred.projects": "Aller aux projets",
} as const satisfies French<typeof en>;
