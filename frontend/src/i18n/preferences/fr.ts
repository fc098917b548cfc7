import type { French } from "../types";
import type en from "./en";

export default {
  "theme.name": "Thème",
  "theme.system": "Système",
  "theme.light": "Clair",
  "theme.dark": "Sombre",
  "display.language": "Langue",
  "display.language.browser": "Comme le navigateur",
  "display.size": "Taille du texte",
  "display.leading": "Interligne",
  "display.designed": "Tailles d’origine",
  "display.waiting": "Gardé dans ce navigateur, et envoyé dès que le serveur sera joignable.",
  "display.failed": "Ce réglage n’a pas pu être changé.",
} as const satisfies French<typeof en>;
