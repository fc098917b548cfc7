import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "items.title": "Items",
  "items.of": "Items de {project}",

  "filter.name": "Quels items",
  "filter.language": "Langue",
  "filter.language.all": "Toutes les langues",
  "filter.order": "Ordre",
  "filter.order.agreement": "Accord le plus bas",
  "filter.order.ordinal": "Ordre d’import",
  "filter.order.unknown": "Il n’y a pas d’ordre « {order} »",
  "filter.search": "Chercher",
  "filter.search.hint": "Mots de la question ou de la réponse, ou identifiant",

  "order.agreement.note": "Items avec n ≥ 2, IoU de multiensembles · {policy}",
  "order.ordinal.note": "Tous les items, dans l’ordre d’import",

  "row.agreement": "Accord",
  "row.agreement.none": "–",
  "row.n": "{n} sur {redundancy}",
  "row.n.title": "Annotations comptées, sur celles qu’il faut à l’item",
  "row.n.everyone": "n = {n}",
  "row.status.open": "ouvert",
  "row.status.complete": "complet",
  "row.status.over-full": "en excès",
  "row.drafts": { one: "{n} brouillon", other: "{n} brouillons" },
  "row.held": { one: "tenu par {n}", other: "tenu par {n}" },
  "row.surplus": { one: "{n} en surplus", other: "{n} en surplus" },
  "row.ties": { one: "{n} égalité", other: "{n} égalités" },
  "row.unsure": { one: "{n} incertain", other: "{n} incertains" },
  "row.comments": { one: "{n} commentaire", other: "{n} commentaires" },

  "items.shown": { one: "{n} item", other: "{n} items" },
  "items.shown.more": "les {n} premiers items",

  "none.items.title": "Pas encore d’items",
  "none.items.text":
    "Les items sont les questions et les réponses à marquer. Importez-en un fichier pour commencer.",
  "none.items.import": "Importer des items",
  "none.agreement.title": "Aucun item n’a encore deux annotations",
  "none.agreement.text":
    "Pour un accord, il faut que deux personnes aient soumis le même item. En attendant, les items sont dans l’ordre d’import.",
  "none.agreement.ordinal": "Afficher dans l’ordre d’import",
  "none.match.title": "Aucun résultat",
  "none.match.text": "Aucun item n’a ces mots dans sa question, sa réponse ou son identifiant.",
  "none.match.agreement":
    "Aucun item à deux annotations n’a ces mots dans sa question, sa réponse ou son identifiant. D’autres peut-être.",
  "none.match.language": "Il n’y a pas d’item de ce genre dans cette langue.",
  "none.match.clear": "Afficher tous les items",
} as const satisfies French<typeof en>;
