import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "login.title": "Connexion",
  "login.username": "Nom",
  "login.password": "Mot de passe",
  "login.submit": "Se connecter",
  "login.wrong": "Ce nom et ce mot de passe ne vont pas ensemble.",
  "login.locked": {
    one: "Trop de mots de passe faux. Réessayez dans une minute.",
    other: "Trop de mots de passe faux. Réessayez dans {n} minutes.",
  },
  "login.forgotten": "Mot de passe oublié\u202f?",
  "login.signup": "Créer un compte",
  "login.note":
    "Ce que vous avez marqué sur cette machine sans connexion est gardé, et envoyé dès que vous êtes connecté.",
  "login.motto.alike": "La vraie morille a ses sosies.",
  "login.motto.facts": "Les faits aussi.",
} as const satisfies French<typeof en>;
