import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "import.title": "Import",
  "import.page": "Import · {project}",
  "import.lead":
    "Un fichier est d’abord examiné ; rien n’est importé avant que vous ne lanciez l’import. Pendant ce temps, les annotateurs continuent.",

  "kind.name": "Ce que contient le fichier",
  "kind.items": "Items",
  "kind.annotations": "Annotations brutes",
  "kind.items.text":
    "Questions et réponses, un enregistrement chacune. Les enregistrements déjà présents restent tels quels.",
  "kind.annotations.text":
    "Des marques faites ailleurs, pour des items déjà présents. Ils sont retrouvés par leur identifiant.",

  "choose.file": "Choisir un fichier",
  "choose.drop": "ou déposez-le ici : JSONL, CSV ou TSV",
  "choose.one": "Un seul fichier à la fois, s’il vous plaît.",
  "choose.sending": "Envoi de {name}",
  "choose.stop": "Arrêter",

  "preview.title": "Ce qui a été trouvé dans {name}",
  "preview.format": "Format",
  "preview.encoding": "Encodage",
  "preview.delimiter": "Séparateur",
  "preview.columns": "Colonnes",
  "preview.rows": { one: "La première ligne", other: "Les {n} premières lignes" },
  "preview.none": "Aucune des premières lignes n’a pu être lue.",
  "format.jsonl": "JSON Lines",
  "format.csv": "CSV",
  "format.tsv": "TSV",
  "delimiter.comma": "Virgule",
  "delimiter.semicolon": "Point-virgule",
  "delimiter.tab": "Tabulation",
  "delimiter.bar": "Barre verticale",

  "mapping.title": "Quelle colonne contient quoi",
  "mapping.none": "Aucune",
  "mapping.none.id": "Aucune : numérotés par le fichier",
  "mapping.required": "obligatoire",
  "mapping.missing": "Choisissez une colonne.",
  "mapping.twice": "Cette colonne est choisie deux fois.",
  "mapping.rest": "Les colonnes qui ne sont rien de cela sont gardées avec l’item, telles quelles.",
  "mapping.annotations": "Les marques sont lues dans les colonnes « annotations » et « annotation_labels ».",
  "field.id": "Identifiant",
  "field.lang": "Langue",
  "field.question": "Question",
  "field.answer": "Réponse",
  "field.model_id": "Modèle",
  "field.prompt": "Prompt",
  "field.split": "Partition",
  "field.kind": "Type",
  "field.reference_url": "Référence : adresse",
  "field.reference_title": "Référence : titre",
  "field.reference_text": "Référence : texte",

  "offer.text":
    "Ce fichier a une colonne « annotations », et des items sont déjà là. Apporte-t-il des marques pour eux ?",
  "offer.do": "Importer plutôt ses annotations",

  "act.start": "Lancer l’import",
  "act.again": "Relancer",
  "act.other": "Choisir un autre fichier",

  "running.title": "Import de {name}",
  "running.waiting": "En attente de son tour",
  "running.checking": "Vérification : {done} enregistrements sur {total}",
  "running.checking.start": "Vérification",
  "running.writing": "Écriture : {done} enregistrements sur {total}",
  "running.writing.start": "Écriture",
  "running.text":
    "Vous pouvez quitter cette page. Les annotateurs continuent ; ils ne voient rien de l’import avant qu’il soit entièrement fait.",
  "running.silent": "Le serveur ne répond pas pour l’instant. L’import s’y poursuit ; nouvelle demande…",

  "result.items": { one: "{n} item ajouté ;", other: "{n} items ajoutés ;" },
  "result.annotations": { one: "{n} annotation ajoutée ;", other: "{n} annotations ajoutées ;" },
  "result.unchanged": { one: "{n} était déjà là.", other: "{n} étaient déjà là." },
  "result.differing": {
    one: "{n} item est arrivé avec des étiquettes qui diffèrent de ce que donnent ses annotations.",
    other: "{n} items sont arrivés avec des étiquettes qui diffèrent de ce que donnent leurs annotations.",
  },
  "warning.unreadable": {
    one: "Parmi les premières lignes, {n} est illisible.",
    other: "Parmi les premières lignes, {n} sont illisibles.",
  },
  "warning.blank_answer": {
    one: "{n} réponse n’est faite que d’espaces.",
    other: "{n} réponses ne sont faites que d’espaces.",
  },
  "warning.with_annotations": {
    one: "{n} enregistrement contient des annotations. Elles n’arrivent pas avec les items : déposez le fichier une seconde fois, comme annotations.",
    other:
      "{n} enregistrements contiennent des annotations. Elles n’arrivent pas avec les items : déposez le fichier une seconde fois, comme annotations.",
  },
  "result.both": "{added} {unchanged}",
  "result.items.open": "Voir les items",

  "refused.title": "Rien n’a été importé",
  "refused.count": { one: "Il y a {n} problème dans {name}.", other: "Il y a {n} problèmes dans {name}." },
  "refused.listed": { one: "Le premier est affiché.", other: "Les {n} premiers sont affichés." },
  "refused.text":
    "Corrigez le fichier et choisissez-le de nouveau, ou changez l’affectation des colonnes et relancez.",
  "problems.name": "Problèmes",
  "problems.file": "Fichier",
  "problems.line": "Ligne",
  "problems.field": "Champ",
  "problems.reason": "Raison",
  "failed.title": "L’import s’est interrompu",
  "failed.text": "Rien n’a été importé. {message}",

  "earlier.title": "Imports précédents",
  "earlier.none": "Rien n’a encore été importé sur cette page.",
  "earlier.by": "{kind} · {who}, {when}",
  "earlier.by.nobody": "{kind} · en ligne de commande, {when}",
  "earlier.undo": "Annuler",
  "earlier.undo.name": "Annuler l’import de {name}",
  "earlier.undo.items": {
    one: "Retire {n} item, si personne n’y a travaillé.",
    other: "Retire {n} items, si personne n’y a travaillé.",
  },
  "earlier.undo.annotations": {
    one: "Retire {n} annotation, si elle n’a pas été modifiée depuis.",
    other: "Retire {n} annotations, si aucune n’a été modifiée depuis.",
  },
  "earlier.go": "Poursuivre",
  "earlier.look": "Voir",
  "earlier.discard": "Écarter",
  "earlier.discard.name": "Écarter le fichier {name}",
  "earlier.go.name": "Poursuivre avec {name}",
  "state.uploaded": "Non lancé",
  "state.waiting": "En attente",
  "state.checking": "Vérification",
  "state.writing": "Écriture",
  "state.done": "Terminé",
  "state.refused": "Refusé",
  "state.failed": "Interrompu",
  "state.undone": "Annulé",
  "count.added": "{n} ajoutés",
  "count.unchanged": "{n} déjà là",
  "count.problems": { one: "{n} problème", other: "{n} problèmes" },
} as const satisfies French<typeof en>;
