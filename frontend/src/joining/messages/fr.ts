import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "Invitation",

  "offer.annotate": "Vous êtes invité à annoter dans",
  "offer.lead": "Vous êtes invité à diriger",
  "offer.by": "Invité par {name}",
  "offer.languages": "En {languages}",

  "join.as": "Rejoindre en tant que {name}",
  "join.other": "Je suis quelqu’un d’autre",
  "join.have": "J’ai un compte",
  "join.new": "Il me faut un compte",

  "signup.title": "Bienvenue sur Morel",
  "signup.text": "Les responsables vous invitent ensuite dans leurs projets.",

  "new.title": "Créez votre compte",
  "new.name": "Votre nom",
  "new.name.hint": "Tel que les responsables le voient. Il ne fait jamais partie des données.",
  "new.username": "Nom de connexion",
  "new.password": "Mot de passe",
  "new.password.hint": "Au moins huit caractères.",
  "new.submit": "Rejoindre",

  "wrong.username_taken":
    "Quelqu’un porte déjà ce nom ici. Choisissez-en un autre, ou connectez-vous si c’est vous.",
  "wrong.username": "Lettres, chiffres et @ . + - _ seulement.",
  "wrong.password_too_short": "Trop court : au moins huit caractères.",
  "wrong.password_too_common": "Trop courant : on le devinerait.",
  "wrong.password_too_similar": "Trop proche de votre nom.",
} as const satisfies French<typeof en>;
