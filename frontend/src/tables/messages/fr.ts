import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "tables.title": "Tableaux",
  "tables.of": "Tableaux de {project}",
  "tables.running": "Calcul en cours…",
  "tables.as-of": "Calculé {when}",
  "tables.as-of.day": "Calculé le {day}",
  "tables.never": "Pas encore calculé",
  "tables.done": "Calcul terminé",
  "tables.failed": "Le dernier calcul a échoué : {message}",
  "tables.again": "Recalculer",
  "tables.empty": "Il n’y a encore rien à comparer.",
  number: "{n}",
  n: "n = {n}",
  "done.title": "Fait et prévu",
  "done.title.everyone": "Fait par langue",
  "done.note": "Annotations comptées, sur celles qu’il faut aux items. À jour.",
  "done.note.everyone": "Annotations comptées. À jour.",
  "done.note.above":
    "Certains items en ont plus qu’il ne leur en faut ; dans la part, cela compense ce qui manque à d’autres.",
  "done.language": "Langue",
  "done.annotations": "Fait",
  "done.planned": "Prévu",
  "done.share": "Part",
  "done.complete": "Items complets",
  "done.over-full": "Items en excès",
  "done.open": "Items ouverts",
  "models.title": "Hallucinations par modèle et langue",
  "models.note":
    "Part des items dont quelque chose est gold ; en dessous, la part des caractères et n, les items ayant une annotation qui compte ; chaque case mène à ceux-ci · {policy}",
  "models.model": "Modèle",
  "models.none": "Aucun indiqué",
  "models.cell": {
    one: "{part} item sur {n} a du gold",
    other: "{part} items sur {n} ont du gold",
  },
  "models.characters": "{share} des caractères",
  "matrix.title": "Accord des annotateurs deux à deux",
  "matrix.note":
    "Moyenne de l’IoU de multiensembles des deux sur les n items que tous deux ont annotés ; le minimum possible est un demi · {policy}",
  "matrix.annotator": "Annotateur",
  "matrix.cell": {
    one: "{one} et {other} : {n} item en commun",
    other: "{one} et {other} : {n} items en commun",
  },
  "days.title": "Travail par jour",
  "days.note": "Annotations soumises ici et comptées, par jour (UTC). Chaque jour mène à ses items.",
  "days.label": {
    one: "{n} annotation dans les jours affichés, {most} le jour le plus actif",
    other: "{n} annotations dans les jours affichés, {most} le jour le plus actif",
  },
  "days.day": "Jour",
  "days.annotations": "Annotations",
} as const satisfies French<typeof en>;
