import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  "reference.name": "Référence",
  "reference.wikipedia": "Wikipédia, {language}",
  "reference.text": "Texte de référence",
  "reference.publication": "Publication",
  "reference.revision": "version {revision}",
  "reference.open": "Ouvrir la page",
  "reference.contents": "Sommaire",
  "reference.top": "Début",
  "reference.link": "Le texte de cette référence n’est pas conservé ici. À lire à la source :",

  "find.name": "Chercher dans la page",
  "find.count": "{at} sur {total}",
  "find.none": "Aucune occurrence",
  "find.on": "Occurrence suivante (Entrée)",
  "find.back": "Occurrence précédente (Maj Entrée)",
} as const satisfies French<typeof en>;
