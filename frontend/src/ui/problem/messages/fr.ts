import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  busy: "Quelqu’un d’autre s’en occupe déjà",
  conflict: "Cela a changé entre-temps",
  csrf: "Cette page est trop ancienne",
  forbidden: "Cela ne vous est pas ouvert",
  invalid: "Cela n’a pas pu être accepté",
  item_gone: "Cet item a été retiré du projet",
  malformed: "Le serveur n’a pas compris la demande",
  no_project: "Ce projet n’existe pas, ou vous n’en faites pas partie",
  not_authenticated: "Connectez-vous",
  not_done: "Ce n’est pas encore terminé",
  not_found: "Il n’y a rien ici",
  not_yours: "Cet item n’est pas à vous",
  server_error: "Quelque chose s’est mal passé sur le serveur",
  stale_revision: "Une version plus récente a été enregistrée entre-temps",
  started: "C’est déjà lancé",
  submitted: "Vous avez soumis cet item",
  throttled: "Trop d’essais : attendez un moment",
  too_large: "C’est trop grand",
  unavailable: "Cela n’est pas joignable pour l’instant",
  worked_on: "Quelqu’un y a travaillé",
} as const satisfies French<typeof en>;
