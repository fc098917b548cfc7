import type { French } from "../types";
import type en from "./en";

export default {
  /* Project settings */

  "page.title": "Réglages · {project}",
  "page.name": "Réglages",
  "page.saved": "Enregistré {time}",
  "page.saving": "Enregistrement…",

  "project.title": "Projet",
  "project.name": "Nom",
  "project.description": "De quoi il s’agit (visible des annotateurs)",

  "work.title": "Attribution",
  "work.pool":
    "Réserve\u00a0: chaque item est distribué jusqu’à avoir ses annotations, les moins couverts d’abord.",
  "work.everyone": "Chacun annote tout dans ses langues.",
  "work.balanced":
    "Échantillon équilibré\u00a0: le même nombre d’items par question, prompt et modèle est distribué, les moins couverts d’abord.",
  "work.redundancy": "Annotations par item",
  "work.redundancy.hint":
    "Un nombre plus élevé ouvre aussitôt du travail\u202f; un nombre plus bas ne retire rien.",
  "work.quota": "Items par personne",
  "work.quota.hint": "Vide\u00a0: sans limite.",
  "work.notice": "Secondes sur un item avant un avis",
  "work.notice.hint":
    "Vide\u00a0: aucun. L’avis est une ligne de texte\u202f; les annotateurs peuvent continuer.",
  "work.sample": "Items par question, prompt et modèle",
  "work.sample.hint":
    "Choisis au hasard avec une graine fixe. Un nombre plus élevé en ouvre d’autres\u202f; ce qui est commencé reste.",
  "work.cap": "Items par question, au plus",
  "work.cap.hint": "Vide\u00a0: sans limite. Répartis entre prompts et modèles.",
  "work.repeats": "Répéter l’avis",
  "work.field":
    "Par champ\u00a0: chaque item va au membre qu’un de ses champs désigne, par exemple qui a posé la question.",
  "work.field.name": "Champ qui désigne l’annotateur",
  "work.field.hint":
    "Sa valeur est un nom d’utilisateur ou un pseudonyme. Champs dans des objets\u00a0: asker.name.",
  "work.unknown":
    "Aucun membre ne porte ces noms. Ajoutez-les sous Personnes, ou attribuez leurs items sous Items.",
  "work.assigned": {
    one: "{n} item désigne un membre",
    many: "{n} items désignent un membre",
    other: "{n} items désignent un membre",
  },
  "work.unnamed": {
    one: "{n} item ne désigne personne",
    many: "{n} items ne désignent personne",
    other: "{n} items ne désignent personne",
  },
  "work.unknown.name": { one: "{name} ({n} item)", many: "{name} ({n} items)", other: "{name} ({n} items)" },
  "work.languages": "Un autre nombre pour une langue",
  "work.whole": "Saisissez un nombre entier.",

  "scheme.title": "Étiquettes et questions",

  "counting.title": "Accord et gold",
  "counting.name": "Normalisation des segments",
  "counting.mushroom-2025":
    "Comme dans les données de Mu-SHROOM, les bords passent les blancs et la ponctuation.",
  "counting.merged": "Comme mushroom-2025, et les marques qui se touchent alors n’en font qu’une.",
  "counting.raw": "Telles qu’elles ont été posées.",
  "counting.claims": "Les marques sont des affirmations, comptées telles quelles. Rien n’est normalisé.",
  "counting.pending":
    "Tous les chiffres sont recalculés selon {policy}. D’ici là, ils restent ceux de {present}.",
  "counting.failed": "En pause\u00a0: {reason}",
  "counting.go-on": "Reprendre",
  "counting.far": "Progression",

  "names.title": "Noms",
  "names.anonymous": "Les responsables voient des pseudonymes au lieu des noms",
  "names.reason": "Motif",
  "names.reason.hint": "Les membres le voient, et il est consigné dans le journal d’audit.",
  "names.show": "Montrer les noms aux responsables",
  "page.audit": "Journal d’audit",
  "names.hint":
    "Dans toutes les pages et tous les fichiers de ce projet. Toute personne responsable peut revenir en arrière\u00a0: les responsables voient alors les noms.",

  "archive.title": "Archivage",
  "archive.hint":
    "Un projet archivé n’apparaît dans aucune liste, et personne ne peut le modifier ni le rejoindre. Les responsables peuvent le rouvrir ici.",
  "archive.archived":
    "Ce projet est archivé\u00a0: il peut être consulté, mais pas modifié. Rouvrez-le pour continuer.",
  "archive.archive": "Archiver le projet",
  "archive.reopen": "Rouvrir le projet",

  "evidence.title": "Preuves et sources",
  "evidence.name": "Preuves des marques",
  "evidence.off": "Désactivées",
  "evidence.optional": "Facultatives",
  "evidence.required": "Obligatoires",
  "evidence.other": "Les liens peuvent mener ailleurs qu’à Wikipédia",

  "guide.title": "Consignes",
  "guide.language": "Langue",
  "guide.text": "Texte, en Markdown",
  "guide.preview": "Aperçu pour les annotateurs",
  "guide.empty": "Rien d’écrit dans cette langue pour l’instant.",
  "guide.version": "La version {n} est en vigueur",
  "guide.draft": "Pas encore publié ; gardé dans ce navigateur",
  "guide.publish": "Publier comme version {n}",
  "guide.back": "Revenir à la version {n}",
  "guide.again": "Tout le monde la relit avant son prochain item",
  "guide.versions": "Versions",
  "guide.made": "Version {n} du {day}",
  "guide.accepted": "acceptée par {n} sur {total}",
  "guide.asked": "relue par tous",
  "guide.image.add": "Ajouter des images",
  "guide.image.hint": "Ou déposez-les ou collez-les dans le texte : PNG, JPEG, WebP ou GIF.",
  "guide.image.sending": "Envoi de {name}",
  "guide.image.failed": "{name} n’a pas été envoyé",
  "guide.image.inserted": "{name} est dans le texte. Saisissez sa description entre les crochets.",
  "guide.images": "Images ({n})",
  "guide.image.unused": "N’apparaît dans aucune version",
  "guide.image.draft": "Dans ce texte, pas encore publié",
  "guide.image.used": "Apparaît dans : {versions}",
  "guide.image.versions": "{language}, version {versions}",
  "guide.image.insert": "Insérer",
  "guide.image.delete": "Supprimer",
  "guide.image.deleted": "{name} est supprimée.",
  "guide.image.restored": "{name} est rétablie.",

  "learn.title": "Apprentissage",
  "learn.items": {
    one: "Un item d’entraînement précède le travail\u00a0: un item importé avec le type «\u00a0training\u00a0» et ses bonnes marques.",
    other:
      "{n} items d’entraînement précèdent le travail\u00a0: des items importés avec le type «\u00a0training\u00a0» et leurs bonnes marques.",
  },
  "learn.tries": "Essais pour atteindre le seuil",
  "learn.tries.hint": "Vide\u00a0: personne n’a à l’atteindre.",
  "learn.mark": "Seuil, en\u202f%",
  "learn.mark.hint": "Accord moyen avec les bonnes marques. Des marques sans recouvrement ont 50.",
  "learn.checks": "Contrôle caché tous les N items",
  "learn.checks.hint": {
    one: "Vide\u00a0: aucun. Un item de type «\u00a0check\u00a0» a ses bonnes marques.",
    other: "Vide\u00a0: aucun. {n} items de type «\u00a0check\u00a0» ont leurs bonnes marques.",
  },

  "valid.title": "Curation",
  "valid.adjudication": "Activer l’arbitrage (le gold indique sa source)",
  "valid.text":
    "Les annotations qui correspondent à ces règles sont listées sous Curation. Un responsable les y exclut au nom de la règle\u202f; rien n’est exclu automatiquement.",
  "valid.empty": "Rien de marqué, «\u00a0rien à marquer\u00a0» non choisi",
  "valid.unsure": "Rien de marqué par un annotateur qui hésitait",
  "valid.fast": "Fait en moins de secondes que",
  "valid.checks": "De qui a réussi moins de contrôles cachés que, en\u202f%",
  "valid.off": "Vide\u00a0: peu importe.",

  /* Scheme editor */

  "scheme.preset": "Remplir avec",
  "scheme.preset.none": "un préréglage…",
  "scheme.version": "La version {n} est en vigueur",
  "scheme.changed": "Pas encore enregistré ; la version {n} est en vigueur",
  "scheme.spans": "Les annotateurs marquent des segments",
  "scheme.spans.list": "Étiquettes des marques",
  "scheme.spans.add": "Une étiquette",
  "scheme.questions": "Questions sur toute la réponse",
  "scheme.questions.add": "Une question",
  "scheme.preview": "Aperçu pour les annotateurs",
  "scheme.save": "Enregistrer comme version {n}",
  "scheme.back": "Abandonner",
  "scheme.stale": "Quelqu’un d’autre a enregistré la version {n} depuis que vous avez ouvert cette page.",
  "scheme.stale.theirs": "Charger sa version et abandonner la mienne",
  "scheme.stale.mine": "La remplacer par la mienne",
  "question.text": "Question",
  "question.required": "Obligatoire",
  "question.choices": "Choix de {what}",
  "question.add": "Un choix",
  "rules.title": "Règles de cohérence",
  "rules.hint":
    "Les annotateurs sont interrogés une fois quand ils soumettent les deux. Ils peuvent soumettre quand même, et vous pouvez filtrer les items par règle.",
  "rules.any": "Une marque quelconque",
  "rules.none": "Rien à marquer",
  "rules.mark": "Une marque : {mark}",
  "rules.choice": "{label} : {choice}",
  "rules.condition": "Condition de la règle {n}",
  "rules.with": "contredit",
  "rules.contradicts": "Choix de la règle {n}",
  "rules.add": "Ajouter une règle",
  "rules.remove": "Retirer la règle {n}",
  "translations.edit": "Traduire les noms",
  "translations.of": "Traductions de {what}",
  "row.new": "le nouveau",
  "row.text": "Texte",
  "row.name": "Nom de {what} dans les fichiers",
  "row.color": "Couleur de {what}",
  "row.color.n": "Couleur {n}",
  "row.key": "Touche de {what}",
  "row.key.none": "touche",
  "row.up": "Monter {what}",
  "row.down": "Descendre {what}",
  "row.remove": "Retirer {what}",

  /* List of projects */

  "projects.title": "Projets",
  "projects.new": "Nouveau projet",
  "projects.archived": "Projets archivés",
  "projects.archived.none": "Vous n’avez aucun projet archivé.",
  "projects.morning": "Bonjour, {name}",
  "projects.afternoon": "Bonjour, {name}",
  "projects.evening": "Bonsoir, {name}",
  "projects.today": { one: "{n} réponse soumise aujourd’hui", other: "{n} réponses soumises aujourd’hui" },
  "projects.today.none": "Rien de soumis aujourd’hui",

  "projects.languages": { one: "{n} langue", other: "{n} langues" },
  "projects.role": "{role} · {languages}",

  "next.stopped": "Vous vous êtes arrêté au milieu de « {question} ».",
  "next.draft": {
    one: "{n} marque est gardée en brouillon.",
    other: "{n} marques sont gardées en brouillon.",
  },
  "next.draft.none": "L’item est gardé en brouillon.",
  "next.start": {
    one: "Il y a {n} réponse que vous n’avez pas encore traitée.",
    other: "Il y a {n} réponses que vous n’avez pas encore traitées.",
  },
  "next.done": "{done} sur {total} faites",
  "next.drafts": { one: "{n} brouillon", other: "{n} brouillons" },
  "next.skipped": "{n} passées",
  "next.continue": "Continuer",
  "next.begin": "Commencer",
  "next.mine": "Mes annotations",

  "card.candidates": "Candidats",
  "card.candidates.do": "Choisir\u00a0: {done} questions sur {total}",
  "card.releases": "Publications",
  "card.todo": "À faire",
  "card.submitted": "Soumis",
  "card.drafts": "Brouillons",
  "card.complete": "Complets",
  "card.agreement": "Accord, {items}",
  "card.items": { one: "{n} item", other: "{n} items" },
  "card.agreement.none": "pas encore",
  "card.policy": "Politique",
  "card.mine": "Mon propre travail",
  "card.annotate": "Annoter",
  "card.progress": "{percent} complet",

  "empty.title": "Pas encore de projet",
  "empty.text":
    "Un projet réunit des réponses à vérifier, les personnes qui les marquent et le gold qui en résulte.",
  "empty.create":
    "Créez votre premier projet\u00a0: choisissez ses langues et son schéma, importez un fichier de réponses et invitez des personnes.",
  "empty.wait":
    "Demandez une invitation au responsable d’un projet. Dès que vous en êtes membre, le projet s’affiche ici.",

  /* New project */

  "new.name": "Nouveau projet",
  "new.title": "Nom",
  "new.slug": "Identifiant d’URL",
  "new.slug.hint": "Lettres minuscules, chiffres, - et _",
  "new.description": "Description (visible des annotateurs)",
  "new.languages": "Langues",
  "new.languages.hint":
    "Codes séparés par des virgules. Laissez vide pour reprendre les langues des imports.",
  "new.start": "Schéma",
  "new.like": "Copier un de vos projets",
  "new.like.hint":
    "Copie le schéma, les langues, les consignes et les réglages, sauf ce que vous indiquez ici.",
  "new.same": "Comme dans ce projet",
  "new.policy": "Attribution",
  "new.redundancy": "Annotations par item",
  "new.quota": "Items par personne (quota)",
  "new.quota.hint": "Vide\u00a0: sans limite.",
  "new.whole": "Saisissez un nombre entier.",
  "new.lead": "Responsable (nom d’utilisateur)",
  "new.lead.hint": "Vous ne pouvez pas lire un projet dirigé par quelqu’un d’autre.",
  "new.make": "Créer le projet",
  "new.made": "{project} est créé. {lead} le dirige et le trouve parmi ses projets.",
  "new.text":
    "Quatre étapes. Vous pouvez revenir en arrière à tout moment\u202f; rien n’est créé avant la dernière.",
  "new.restored": "Voici ce que vous aviez saisi lors de votre dernière visite.",
  "new.over": "Recommencer",
  "new.slug.wrong":
    "Utilisez des lettres minuscules, des chiffres, - et _, 50 au plus, et commencez par une lettre ou un chiffre.",
  "new.like.which": "Projet à copier",
  "new.more": "Autres réglages\u00a0: attribution, annotations par item, quota",
  "new.make.file": "Créer le projet et associer les colonnes",
  "step.list": "Étapes",
  "step.name": "Nom",
  "step.languages": "Langues",
  "step.scheme": "Schéma",
  "step.file": "Premier fichier",
  "step.name.title": "Nom du projet",
  "step.languages.title": "Langues des items",
  "step.scheme.title": "Ce que les annotateurs marquent et indiquent",
  "step.file.title": "Premier fichier",
  "step.next": "Suivant",
  "step.back": "Retour",
  "languages.any": "Un import ajoute les langues de ses items.",
  "languages.one":
    "Les enregistrements n’ont pas à indiquer leur langue. Les items dans une autre langue sont refusés.",
  "languages.these":
    "Les items dans une autre langue sont refusés. Vous pourrez modifier les langues plus tard.",
  "file.choose": "Choisir un fichier",
  "file.drop": "ou déposez-le ici\u00a0: JSONL, JSON, CSV ou TSV",
  "file.text":
    "Un fichier avec une question et une réponse par enregistrement. Vous associez ses colonnes à l’étape suivante, avant tout import.",
  "file.next":
    "Il est envoyé à la création du projet. Vous associez ensuite ses colonnes, avant tout import.",
  "file.none": "Pas encore de fichier\u202f? Créez le projet maintenant et importez-en un plus tard.",
  "file.one": "Choisissez un fichier à la fois.",
  "file.remove": "Retirer",
  "file.remove.name": "Retirer {name}",
  "file.other": "{lead} est responsable du projet et importe son premier fichier.",
  "policy.pool": "Réserve : chaque item jusqu’à avoir ses annotations",
  "policy.everyone": "Chacun annote tout dans ses langues",
  "policy.balanced": "Équilibré\u00a0: le même nombre d’items par question, prompt et modèle",
  "preset.mu-shroom": "Segments hallucinés",
  "preset.mu-shroom+labels": "Segments hallucinés, avec fluidité et exactitude de la réponse",
  "preset.shroom":
    "Sans segments\u00a0: la référence appuie-t-elle la réponse\u202f? Enregistrements de SHROOM",
  "preset.shroom-cap": "Sans segments\u00a0: fluidité et exactitude de la réponse",
  "preset.cap": "Sans segments\u00a0: fluidité et exactitude de la réponse, enregistrements de CAP",
  "preset.openhaldet":
    "Sans segments\u00a0: la réponse est-elle correcte, une hallucination ou une abstention\u202f?",
  "preset.much":
    "Affirmations\u00a0: chaque passage de la réponse qui peut être vrai ou faux est marqué en entier",
  "preset.table": "Segments hallucinés, enregistrements à colonnes libres",
  "preset.visions": "Segments de cinq sortes\u00a0: invention, déformation, OCR, erreur de comptage, autre",
} as const satisfies French<typeof en>;
