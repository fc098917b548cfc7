import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "read.title": "À lire avant de commencer",
  "read.again": "Les consignes ont changé",
  "read.again.text":
    "Vous avez accepté la version {before} ; voici la version {n}. Lisez-la avant de continuer.",
  "read.text": "Voici les consignes du projet. Tous ceux qui annotent les suivent.",
  "read.accept": "J’ai lu ces consignes et je les suivrai",
  "read.later": "Elles restent à portée de main pendant le travail : touche H.",
  "read.changed": "Elles ont changé pendant votre lecture : voici la version la plus récente.",
} as const satisfies French<typeof en>;
