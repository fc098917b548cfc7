import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "signin.title": "Reconnectez-vous",
  "signin.text":
    "Votre session est terminée. Rien n’est perdu : ce qui est sur la page est envoyé dès que vous êtes de retour.",
  "signin.stranger":
    "Vous êtes connecté sous un autre nom. Ce qui est sur cette page appartient à {name} et n’est pas envoyé.",
  "conflict.title": "Cet item a été modifié ailleurs",
  "conflict.text":
    "Pendant que vous travailliez ici, une autre version a été enregistrée, peut-être par vous dans une autre fenêtre. Laquelle doit rester ?",
  "conflict.mine": "Sur cette page",
  "conflict.theirs": "Enregistré {time}",
  "conflict.keep": "Garder ce qui est sur cette page",
  "conflict.adopt": "Prendre la version enregistrée",
  "conflict.nothing": "Rien à marquer",
  "conflict.nomarks": "Aucune marque",
  "conflict.unsure": "Incertain",
  "conflict.silent": "La référence est muette",
} as const satisfies French<typeof en>;
