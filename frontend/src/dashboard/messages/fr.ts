import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "overview.title": "Vue d’ensemble de {project}",

  "live.on": "En direct",
  "live.title": "Ce qui change s’affiche dans la seconde",
  "live.lost": "Reconnexion, depuis {time}",
  "live.lost.title": "Relu toutes les {n} secondes, jusqu’à ce que le serveur réponde de nouveau en direct",
  "live.none": "Toutes les {n} secondes",
  "live.none.title": "Aucune connexion directe n’aboutit au serveur, les chiffres sont donc demandés",
  "live.off": "État de {time}",
  said: {
    one: "Accord {agreement}, {done} item complet sur {n}",
    other: "Accord {agreement}, {done} items complets sur {n}",
  },
  "refresh.failed": "Les chiffres n’ont pas pu être relus",

  "recomputing.far": {
    one: "Recalcul selon {policy} : {done} item sur {n}.",
    other: "Recalcul selon {policy} : {done} items sur {n}.",
  },
  "recomputing.failed": "Le calcul s’est arrêté : {reason}",
  "recomputing.go-on": "Continuer dans les réglages",
  "recomputing.until": "D’ici là, tous les chiffres sont ceux de {policy}.",

  "figure.name": "Accord, toutes langues",
  "figure.none": "–",
  "figure.counted": { one: "{n} item avec n ≥ 2", other: "{n} items avec n ≥ 2" },
  "figure.policy": "IoU de multiensembles · {policy}",
  "figure.no-spans": "ce schéma n’a pas de segments sur lesquels s’accorder",
  "progress.complete": { one: "{done} item complet sur {n}", other: "{done} items complets sur {n}" },
  "progress.everyone": "Tout le monde annote tout : une langue est complète quand vous la fermez.",
  "annotations.count": { one: "{n} annotation", other: "{n} annotations" },
  "annotations.range": "{range} par item",
  "annotations.surplus": { one: "{n} en surplus, non comptée", other: "{n} en surplus, non comptées" },
  "annotations.surplus.title":
    "Soumises tard, quand l’item avait déjà tout ce qu’il lui faut. Gardées, mais non comptées.",

  "table.caption": "Avancement et accord par langue, règle {policy}",
  "table.language": "Langue",
  "table.complete": "Complets",
  "table.n": "n",
  "table.n.title": "Annotations comptées d’un item, de la plus petite à la plus grande valeur",
  "table.agreement": "Accord",
  "table.counted": "Comptés",
  "table.counted.title": "Items avec n ≥ 2, sur lesquels porte la moyenne de l’accord",
  "table.floor": "Plancher",
  "table.floor.title": "1/n pour l’item le plus annoté : aucun accord ne peut être plus bas",
  "table.axis.start": "0",
  "table.axis": "tirets : plancher 1/n",
  "table.axis.end": "1",
  "table.annotations": "Annotations",
  "table.over-full": "En excès",
  "table.over-full.title": "Items avec plus d’annotations que leur redondance ; toutes comptent",
  "table.gold": "Télécharger",
  "table.closing": "Langue",

  "cell.number": "{n}",
  "cell.range": "{least}–{most}",
  "cell.agreement": "Accord, {language} : {agreement}",
  "cell.complete": "{done} items complets sur {total}",
  "cell.total": " / {n}",
  "cell.closed": "fermée",
  "cell.none": "–",

  "plot.label": "{language} : accord {agreement}, plancher {floor}",
  "plot.none": "{language} : pas encore d’accord",

  "gold.plain": "Gold",
  "gold.extra": "Gold + brut",
  "gold.plain.label": "Gold, {language}",
  "gold.extra.label": "Gold + annotations brutes, {language}",
  "gold.saved": "{language} : gold téléchargé, aucun item laissé de côté.",
  "gold.left-out": {
    one: "{language} : gold téléchargé. {n} item est laissé de côté, faute d’annotations suffisantes.",
    other: "{language} : gold téléchargé. {n} items sont laissés de côté, faute d’annotations suffisantes.",
  },
  "gold.empty":
    "{language} : rien à télécharger pour l’instant. Le gold est fait des items qui ont toutes les annotations voulues.",
  "gold.failed": "{language} : le gold n’a pas pu être téléchargé",

  "closing.close": "Fermer",
  "closing.open": "Rouvrir",
  "closing.close.label": "Fermer, {language}",
  "closing.open.label": "Rouvrir, {language}",
  "closing.failed": "{language} : la modification n’a pas pu être faite",

  "worst.title": "Là où les avis divergent",
  "worst.note": "Accord le plus bas d’abord · {policy}",
  "worst.all": "Tous les items",
  "worst.none": "Aucun item n’a encore deux annotations. Le premier qui en aura deux apparaîtra ici.",

  "empty.items.title": "Pas encore d’items",
  "empty.items.text":
    "Les items sont les questions et les réponses à marquer. Importez-en un fichier et le travail peut commencer ; cette page montrera alors son avancement et l’accord entre les personnes.",
  "empty.items.import": "Importer des items",
  "empty.annotations.title": "Personne n’a encore annoté",
  "empty.annotations.text":
    "Dites aux annotateurs de ce projet qu’ils peuvent commencer : après connexion, ils reçoivent le premier item. Des annotations faites ailleurs peuvent être importées.",
  "empty.annotations.import": "Importer des annotations",
  "empty.annotations.begin": "Annoter vous-même",
} as const satisfies French<typeof en>;
