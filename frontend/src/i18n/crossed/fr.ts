import type { French } from "../types";
import type en from "./en";

export default {
  "crossed.title": "Gold par champ",
  "crossed.of": "Gold par champ, {project}",
  "crossed.intro": "Comment le gold d’une étiquette se répartit entre les valeurs d’un champ des items.",
  "crossed.clear": "Effacer les choix",
  "crossed.no-labels.title": "Pas d’étiquettes d’items",
  "crossed.no-labels":
    "Le schéma de ce projet n’a pas d’étiquettes d’items : il n’y a pas de gold à croiser.",
  "crossed.no-fields.title": "Aucun champ à croiser",
  "crossed.no-fields":
    "Un champ est proposé s’il a plusieurs valeurs et que certaines se répètent. Importez des métadonnées avec les items.",
  "crossed.choose": "Choisissez un champ.",
  "crossed.left-out": "Laissés de côté : {what}",
  "crossed.too-few": {
    one: "{n} item avec trop peu d’annotations",
    other: "{n} items avec trop peu d’annotations",
  },
  "crossed.no-value": { one: "{n} item sans valeur", other: "{n} items sans valeur" },
  "crossed.no-gold": {
    one: "{n} item sans gold (égalité, ou aucun vote)",
    other: "{n} items sans gold (égalité, ou aucun vote)",
  },
  "crossed.nothing.title": "Aucun item n’a encore de gold",
  "crossed.nothing": "Le gold demande autant d’annotations d’un item que sa redondance.",
  "crossed.policy": "Politique de gold\u00a0: {policy}",
  "choices.name": "Ce qui est croisé",
  "choices.field": "Champ",
  "choices.and": "Et champ",
  "choices.choose": "Choisir…",
  "choices.none": "Aucun",
  "choices.label": "Étiquette",
  "choices.choice": "Parts du choix",
  "field.language": "Langue",
  "field.model": "Modèle",
  "field.prompt": "Prompt",
  "field.question": "Question",
  "field.split": "Partition",
  "field.file": "Fichier importé",
  "counts.title": "{label} par {fields}",
  "counts.majority":
    "Le plus fréquent : {choice}, {share} de {n} items, soit l’exactitude si on le prédit toujours.",
  "counts.all": "Tous",
  "counts.residuals":
    "Les petits nombres sont les résidus, (O − E) / √E ; au-delà de ±1, ±2 et ±3 la case a une couleur plus soutenue.",
  "counts.dependent":
    "Le gold compte chaque item une fois. Les annotations d’un item dépendent les unes des autres, et peut-être aussi les items d’une même question.",
  "shares.title": "Part de « {choice} », {label}",
  "shares.note":
    "Items selon la part de leurs annotateurs qui ont fait ce choix ; trait : moyenne. Les barres de toutes les valeurs ont la même échelle.",
  "shares.label": "Histogrammes de la part de « {choice} », un pour chacune des {n} valeurs",
  "shares.row": "n = {n}, moyenne {mean}",
  "shares.bar": "{n} items avec une part de {share}",
  "shares.axis": "part de « {choice} »",
  "shares.value": "Valeur",
  "shares.items": "Items",
  "shares.mean": "Moyenne",
  "shares.shares": "Items selon la part",
  "tests.title": "Tests",
  "tests.note":
    "Mann–Whitney : unilatéral, les parts de la première sont plus grandes ; asymptotique, corrigé des ex æquo. Kolmogorov–Smirnov : bilatéral. Sans correction pour le nombre de tests.",
  "tests.many": "Les valeurs sont testées deux à deux s’il y en a au plus 20.",
  "tests.pair": "Paire",
  "tests.mann-whitney": "Mann–Whitney p",
  "tests.ks": "Kolmogorov–Smirnov D",
  "tests.ks-p": "Kolmogorov–Smirnov p",
} as const satisfies French<typeof en>;
