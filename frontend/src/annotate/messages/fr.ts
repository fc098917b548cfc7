import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "title.annotate": "Annoter · {project}",

  "queue.item": "Item {n} sur {total}",
  "queue.done": "{done} sur {total} soumis",
  "queue.progress": "{done} items soumis sur {total}",
  "queue.name": "Parcours des items",
  "queue.previous": "Item précédent",
  "queue.next": "Item suivant",
  "queue.step": "{name} ({key})",

  "guidelines.name": "Consignes",

  "keys.name": "Touches",

  "answer.name": "Réponse",
  "snap.name": "Ajuster aux",
  "snap.words": "Mots",
  "snap.characters": "Caractères",
  "snap.other": "Maintenez {key} en glissant pour l’autre façon",
  "labels.name": "Étiquette des marques",
  "answer.undo": "Annuler",
  "answer.redo": "Rétablir",
  "answer.help":
    "Les flèches déplacent un curseur, avec Maj elles sélectionnent, Entrée marque la sélection. La liste des marques suit la réponse.",

  "said.marked": "« {quote} » marqué, de {start} à {end}",
  "said.removed": "Marque « {quote} » retirée",
  "said.moved": "La marque est maintenant « {quote} », de {start} à {end}",
  "said.relabelled": "« {quote} » est maintenant : {label}",
  "said.wiped": { one: "{n} marque retirée", other: "{n} marques retirées" },
  "said.selecting": "« {quote} » sélectionné, de {start} à {end}",
  "said.undone": "Annulé",
  "said.redone": "Rétabli",
  "said.restored": "Ce qui n’avait pas été enregistré est revenu et s’enregistre",

  "marks.count": { one: "{n} marque", other: "{n} marques" },
  "marks.none": "Glissez sur les mots qui sont faux, ou double-cliquez sur l’un d’eux.",
  "marks.none.said": "Vous avez dit qu’il n’y a rien à marquer.",
  "marks.clear": "Tout effacer",
  "marks.length": { one: "{n} caractère", other: "{n} caractères" },

  "flags.nothing": "Rien à marquer",
  "flags.unsure": "Incertain",
  "flags.ask": {
    one: "Il y a {n} marque. La retirer ?",
    other: "Il y a {n} marques. Les retirer ?",
  },
  "flags.ask.yes": { one: "La retirer", other: "Les retirer" },
  "flags.ask.no": { one: "La garder", other: "Les garder" },
  "flags.cleared": "« Rien à marquer » a été enlevé, puisqu’il y a maintenant une marque.",
  "flags.missing": "Marquez quelque chose, ou dites qu’il n’y a rien à marquer.",

  "judge.missing": "Choisissez une réponse.",

  "comment.name": "Commentaire",

  "consulted.name": "Aussi consulté",
  "consulted.add": "Page Wikipédia",

  "act.submit": "Soumettre et suivant",
  "act.skip": "Passer…",
  "act.again": "Soumettre de nouveau",
  "act.drop": "Abandonner les modifications",
  "act.drop.title": "Revenir à ce que vous avez soumis. Annuler ramène les modifications.",
  "act.ask": "Demander…",
  "act.ask.name": "Demander au responsable",
  "act.ask.news": {
    one: "Demander au responsable : {n} nouvelle réponse",
    other: "Demander au responsable : {n} nouvelles réponses",
  },
  "act.history": "Versions antérieures",
  "given.skipped": "Vous avez passé cet item. Le soumettre, c’est le reprendre.",
  "given.expired":
    "Le temps prévu pour cet item est écoulé, et quelqu’un d’autre l’a peut-être. Ce que vous soumettez est gardé, et compte s’il reste de la place.",

  "saved.at": "Enregistré {time}",
  "saved.submitted": "Soumis {time}",
  "saved.edited": "Enregistré {time}, pas encore soumis de nouveau",
  "saved.waiting": "Pas encore enregistré…",
  "saved.sending": "Enregistrement…",
  "saved.submitting": "Envoi…",
  "saved.network": "Pas de connexion : {changes}",
  "saved.server": "Le serveur ne répond pas : {changes}",
  "saved.network.submit": "Pas de connexion : la soumission est en attente",
  "saved.server.submit": "Le serveur ne répond pas : la soumission est en attente",
  "saved.signedout": "Reconnectez-vous : {changes}",
  "saved.conflict": "Non enregistré : modifié ailleurs",
  "saved.refused": "Non enregistré : {detail}",
  "saved.changes": {
    one: "{n} modification pas encore envoyée",
    other: "{n} modifications pas encore envoyées",
  },
  "saved.kept.yes": "{state}. Gardé dans ce navigateur",
  "saved.kept.full":
    "{state}. Ce navigateur n’a plus de place pour le garder : laissez la page ouverte et libérez de l’espace",
  "saved.kept.nothing": "{state}. Ce navigateur ne garde rien : laissez la page ouverte",
  "saved.retry": "Réessayer maintenant",
  "saved.surplus": "D’autres ont été plus rapides : gardé, compté si un responsable l’accepte",

  "signin.open": "Se connecter",

  "conflict.open": "Choisir…",

  "reference.name": "Référence",
  "reference.none": "Cet item n’a pas de référence.",

  "next.failed": "Soumis. L’item suivant n’est pas arrivé.",
  "left.waiting": {
    one: "{n} item attend d’être envoyé. Il est gardé dans ce navigateur.",
    other: "{n} items attendent d’être envoyés. Ils sont gardés dans ce navigateur.",
  },
  "left.unreadable":
    "Ce navigateur garde de votre travail que cette version de la page ne peut pas lire. Il n’est pas perdu.",
  "left.stuck": "Non envoyé, et vous attend : « {question} »",
  "left.open": "L’ouvrir",
  "left.details": "Détails…",
  "leave.unsent": "Une partie de votre travail n’est pas encore enregistrée. Partir quand même ?",
  "leave.logout":
    "Une partie de votre travail n’est pas encore envoyée. Elle reste dans ce navigateur et sera envoyée dès que vous vous y reconnecterez. Se déconnecter quand même ?",
} as const satisfies French<typeof en>;
