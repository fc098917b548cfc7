import type { French } from "../types";
import type en from "./en";

export default {
  "import.title": "Import",
  "import.page": "Import · {project}",
  "import.lead":
    "Un fichier est d’abord examiné ; rien n’est importé avant que vous ne lanciez l’import. Pendant ce temps, les annotateurs continuent.",

  "kind.name": "Ce que contient le fichier",
  "kind.items": "Items",
  "kind.annotations": "Annotations brutes",
  "kind.candidates": "Candidats",
  "kind.candidates.text":
    "Réponses d’un modèle à des questions ; on en choisit ensuite une par question. Un fichier par modèle.",
  "kind.items.text":
    "Questions et réponses, un enregistrement chacune. Les enregistrements déjà présents restent tels quels.",
  "kind.annotations.text":
    "Des marques et des votes faits ailleurs, pour des items déjà présents. Les items sont retrouvés par leur identifiant.",

  "choose.file": "Choisir un fichier",
  "choose.drop": "ou déposez-le ici : JSONL, JSON, CSV ou TSV",
  "choose.one": "Un seul fichier à la fois, s’il vous plaît.",
  "choose.sending": "Envoi de {name}",
  "choose.stop": "Arrêter",

  "preview.title": "Ce qui a été trouvé dans {name}",
  "preview.format": "Format",
  "preview.records": "Format des enregistrements",
  "preview.encoding": "Encodage",
  "preview.delimiter": "Séparateur",
  "preview.columns": "Colonnes",
  "preview.rows": { one: "La première ligne", other: "Les {n} premières lignes" },
  "preview.none": "Aucune des premières lignes n’a pu être lue.",
  "format.jsonl": "JSON Lines",
  "format.json": "JSON",
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
  "mapping.annotations":
    "Les votes sont lus dans ces colonnes, et les champs d’étiquettes sont comparés : {columns}.",
  "mapping.annotations.none": "Aucune colonne ne contient de votes ni d’annotations.",
  "field.id": "Identifiant",
  "field.lang": "Langue",
  "field.question": "Question",
  "field.answer": "Réponse",
  "field.model_id": "Modèle",
  "field.prompt": "Prompt",
  "field.split": "Partition",
  "field.kind": "Type",
  "field.explanation": "Explication (d’un item d’entraînement)",
  "field.reference_url": "Référence : adresse",
  "field.reference_title": "Référence : titre",
  "field.reference_text": "Référence : texte",
  "field.reference_target": "Référence : texte cible (SHROOM)",
  "field.reference_authors": "Référence : auteurs",
  "field.reference_doi": "Référence : DOI",

  "use.all": "Tous les items servent",
  "use.rest": "Les items qui ne le disent pas servent",
  "use.work": "Au travail",
  "use.training": "À l’entraînement, avant le travail",
  "use.check": "De contrôles cachés, dans le travail",

  "reference.none":
    "Aucune colonne n’est associée à une référence. Les annotateurs ne verront ni page ni texte pour vérifier les réponses.",
  "language.all": "Tous les items sont en",
  "language.rest": "Les items qui n’indiquent pas de langue sont en",
  "language.placeholder": "de, Malayalam",
  "language.optional": "Laissez vide s’ils n’ont pas de langue.",
  "language.required": "Un code (BCP 47) ou un nom anglais.",

  "offer.text":
    "Ce fichier contient des votes ou des annotations ({columns}), et des items sont déjà là. Les apporte-t-il pour ces items ?",
  "offer.do": "Importer plutôt ses annotations",

  "act.start": "Lancer l’import",
  "act.again": "Relancer",
  "act.other": "Choisir un autre fichier",

  "running.title": "Import de {name}",
  "running.waiting": "En attente de son tour",
  "running.checking": "Vérification : {done} enregistrements sur {total}",
  "running.checking.some": {
    one: "Vérification\u00a0: {n} enregistrement",
    other: "Vérification\u00a0: {n} enregistrements",
  },
  "running.checking.start": "Vérification",
  "running.writing": "Écriture : {done} enregistrements sur {total}",
  "running.writing.some": {
    one: "Écriture\u00a0: {n} enregistrement",
    other: "Écriture\u00a0: {n} enregistrements",
  },
  "running.writing.start": "Écriture",
  "running.text":
    "Vous pouvez quitter cette page. Les annotateurs continuent ; ils ne voient rien de l’import avant qu’il soit entièrement fait.",
  "running.silent": "Le serveur ne répond pas pour l’instant. L’import s’y poursuit ; nouvelle demande…",

  "result.items": { one: "{n} item ajouté ;", other: "{n} items ajoutés ;" },
  "result.annotations": { one: "{n} annotation ajoutée ;", other: "{n} annotations ajoutées ;" },
  "result.candidates": { one: "{n} candidat ajouté ;", other: "{n} candidats ajoutés ;" },
  "result.candidates.open": "Choisir parmi les candidats",
  "result.questions.open": "Voir les questions",
  "result.unchanged": { one: "{n} était déjà là.", other: "{n} étaient déjà là." },
  "result.differing": {
    one: "{n} item est arrivé avec des étiquettes qui diffèrent de ce que donnent ses annotations.",
    other: "{n} items sont arrivés avec des étiquettes qui diffèrent de ce que donnent leurs annotations.",
  },
  "result.differing.download": "Télécharger ces étiquettes",
  "warning.unreadable": {
    one: "Parmi les premières lignes, {n} est illisible.",
    other: "Parmi les premières lignes, {n} sont illisibles.",
  },
  "warning.blank_answer": {
    one: "{n} réponse n’est faite que d’espaces.",
    other: "{n} réponses ne sont faites que d’espaces.",
  },
  "warning.without_gold": {
    one: "{n} item doit former ou contrôler et arrive sans bonnes marques\u00a0: il ne sert pas.",
    other: "{n} items doivent former ou contrôler et arrivent sans bonnes marques\u00a0: ils ne servent pas.",
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
  "earlier.undo.candidates": {
    one: "Retire {n} candidat, si personne ne s’est prononcé sur lui.",
    other: "Retire {n} candidats, si personne ne s’est prononcé sur l’un d’eux.",
  },
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
