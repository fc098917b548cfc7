import type en from "./en";
import type { French } from "./types";

export default {
  "app.name": "Morel",
  "app.title": "{page} · Morel",
  "app.loading": "Chargement…",
  "app.retry": "Réessayer",
  "app.close": "Fermer",
  "app.cancel": "Annuler",
  "app.more": "Afficher plus",
  "app.link": "Le lien",
  "app.copy": "Copier",
  "app.copied": "Copié",
  "app.undo": "Annuler la modification",

  "nav.home": "Morel, projets",
  "nav.overview": "Vue d’ensemble",
  "nav.items": "Items",

  "display.name": "Affichage",

  "bell.name": "Notifications",
  "bell.unread": {
    one: "Notifications, {n} non lue",
    many: "Notifications, {n} non lues",
    other: "Notifications, {n} non lues",
  },
  "account.name": "{initials}, compte de {name}",
  "account.projects": "Projets",
  "account.tasks": "Tâches partagées",
  "account.own": "Compte",
  "account.logout": "Se déconnecter",

  "role.annotator": "Annotateur",
  "role.lead": "Responsable",

  "names.shown": "Les responsables voient les noms depuis le {since}. Motif\u00a0:",
  "names.shown.until": "Les responsables ont pu voir les noms du {since} au {until}. Motif\u00a0:",
  "language.none": "Sans langue",
  "number.percent": "{n} %",
  "number.of": "{done} sur {total}",

  "time.now": "à l’instant",
  "time.minutes": "{n} min",
  "time.hours": "{h} h {min} min",

  "page.missing": "Rien ici",
  "page.missing.text": "Il n’y a pas de page à cette adresse, ou elle ne vous est pas ouverte.",
  "page.missing.home": "Vers les projets",
  "page.broken": "Cette page n’a pas pu être chargée",

  "error.network": "Pas de connexion",
  "error.network.text": "Le serveur ne répond pas. Tout reprendra dès que la connexion sera rétablie.",
  "error.answer": "Le serveur a donné une réponse que Morel ne comprend pas",
  "error.answer.text": "Statut {status}. Si cela dure, prévenez les personnes qui gèrent ce serveur.",
  "error.unknown": "Quelque chose s’est mal passé",
} as const satisfies French<typeof en>;
