import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "outbox.title": "En attente d’envoi",
  "outbox.text": "C’est gardé dans ce navigateur, pour vous seulement, et envoyé dès que possible.",
  "outbox.nothing": "Plus rien n’attend : le serveur a tout.",
  "outbox.item": "Item {item} de {project}",
  "outbox.since": "depuis le {day}, {time}",
  "outbox.changes": { one: "{n} modification", other: "{n} modifications" },
  "outbox.submit": "à soumettre",
  "outbox.open": "Ouvrir",
  "outbox.export": "Exporter en JSON",
  "outbox.retry": "Réessayer maintenant",
  "outbox.discard": "Jeter…",
  "outbox.discard.sure": "Jeter pour de bon ? Aucun serveur ne l’a, et rien ne le ramènera.",
  "outbox.discard.yes": "Jeter",
  "outbox.unreadable":
    "Gardé par une autre version de Morel, sous une forme que cette page ne sait pas lire. Rechargez la page ; si cela ne suffit pas, exportez-le.",

  "outbox.state.waiting": "envoi en cours",
  "outbox.state.network": "pas de connexion",
  "outbox.state.server": "le serveur ne répond pas",
  "outbox.state.signedout": "attend que vous vous reconnectiez",
  "outbox.state.conflict": "modifié ailleurs : ouvrez-le et choisissez une version",

  "refused.no_project":
    "Non enregistré : vous ne faites plus partie de ce projet. Demandez à un responsable ; d’ici là, votre travail reste dans ce navigateur et peut être exporté",
  "refused.not_yours":
    "Non enregistré : cet item n’est pas à vous, ou a été donné à d’autres. Demandez à un responsable ; votre travail reste dans ce navigateur et peut être exporté",
  "refused.item_gone":
    "Non enregistré : cet item a été retiré du projet. Votre travail reste dans ce navigateur et peut être exporté",
  "refused.language_closed":
    "Non soumis : cette langue est close. Vos marques sont enregistrées comme brouillon ; demandez à un responsable si elles comptent encore",
  "refused.too_large":
    "Non enregistré : c’est plus que le serveur n’accepte en une fois. Raccourcissez le commentaire ou exportez votre travail",
  "refused.unknown_label":
    "Non enregistré : les étiquettes du projet ont changé. Rechargez la page et revoyez les étiquettes de cet item",
  "refused.wrong_answer":
    "Non enregistré : la réponse de cette page n’est pas celle qui est stockée. Exportez votre travail et rechargez la page",
  "refused.incomplete": "Non soumis : {detail}",
  "refused.other": "Non enregistré : {detail}",
} as const satisfies French<typeof en>;
