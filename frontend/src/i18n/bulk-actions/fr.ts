import type { French } from "../types";
import type en from "./en";

export default {
  "open.assign": "Attribuer…",
  "open.split": "Définir la partition…",
  "open.tag": "Ajouter un mot-clé…",
  "open.untag": "Retirer un mot-clé…",
  "open.archive": "Archiver…",
  "open.restore": "Restaurer…",
  more: "Autres actions",
  clear: "Effacer la sélection",

  "field.split": "Partition",
  "field.split.hint": "Laisser vide pour retirer la partition",
  "field.tag": "Mot-clé",

  "do.split": "Définir la partition",
  "do.split.none": "Retirer la partition",
  "do.tag": "Ajouter le mot-clé",
  "do.untag": "Retirer le mot-clé",
  "do.archive": "Archiver",
  "do.restore": "Restaurer",
  cancel: "Annuler",

  "preview.name": "Effet",
  "preview.counting": "Calcul en cours…",
  "preview.changes": { one: "{n} item change.", other: "{n} items changent." },
  "preview.none": "Aucun item ne change.",
  "preview.unchanged": {
    one: "{n} item reste tel quel.",
    other: "{n} items restent tels quels.",
  },
  "preview.begun": {
    one: "{n} item ne peut pas être archivé, car il est attribué ou annoté.",
    other: "{n} items ne peuvent pas être archivés, car ils sont attribués ou annotés.",
  },
  "preview.too_many_tags": {
    one: "{n} item a déjà trop de mots-clés.",
    other: "{n} items ont déjà trop de mots-clés.",
  },
  "preview.archive": "Les items archivés ne sont attribués à personne. Retrouvez-les sous Statut : Archivé.",

  "done.split": {
    one: "{n} item est dans la partition « {value} ».",
    other: "{n} items sont dans la partition « {value} ».",
  },
  "done.split.none": {
    one: "{n} item n’a plus de partition.",
    other: "{n} items n’ont plus de partition.",
  },
  "done.tag": {
    one: "{n} item a le mot-clé « {value} ».",
    other: "{n} items ont le mot-clé « {value} ».",
  },
  "done.untag": {
    one: "Le mot-clé « {value} » a été retiré de {n} item.",
    other: "Le mot-clé « {value} » a été retiré de {n} items.",
  },
  "done.archive": {
    one: "{n} item est archivé.",
    other: "{n} items sont archivés.",
  },
  "done.restore": {
    one: "{n} item est restauré.",
    other: "{n} items sont restaurés.",
  },
  undone: {
    one: "{n} item est comme avant.",
    other: "{n} items sont comme avant.",
  },
  "undone.kept": {
    one: "{n} item a été modifié depuis et reste tel quel.",
    other: "{n} items ont été modifiés depuis et restent tels quels.",
  },
  "open.exclude": "Exclure des annotations…",
  "exclude.who": "Annotations de",
  "exclude.everybody": "Tous les annotateurs",
  "exclude.what": "Ces annotations ne comptent plus :",
  "exclude.undone": "De nouveau comptées : {n}",
  "exclude.list": "Toutes les exclusions",
  "assign.items": "Items à attribuer : {n}",
  "assign.taken": "Déjà réservés ou soumis par cette personne\u00a0: {n}",
  "assign.closed": "Dans des langues fermées, non attribués\u00a0: {n}",
  "assign.over_full": "Items avec plus d’annotations que prévu\u00a0: {n}",
  "assign.languages": "Dans des langues que cette personne n’a pas : {n}",
  running: "{done} items modifiés sur {total}",
  failed: "La modification s’est arrêtée : {message}",
  resume: "Continuer",

  tags: "Mots-clés",
  "tag.items": "{name} ({n})",
  "tag.remove": "Retirer le mot-clé {name}",
  "filter.tag": "Mot-clé",
  archived: "Archivé : cet item n’est attribué à personne.",
} as const satisfies French<typeof en>;
