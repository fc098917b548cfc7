import type { French } from "../../../messages/tables";
import type en from "./en";

export default {
  "done.title": "Tout est fait",
  "done.text":
    "Vous avez soumis {n} items sur {total}. Rien d’autre ne vous attend pour l’instant ; les nouveaux items apparaissent ici.",
  "noitems.title": "Pas encore d’items",
  "noitems.text":
    "Il n’y a encore rien à annoter dans vos langues. Un responsable doit d’abord importer des items.",
  "closed.title": "Cette langue est fermée",
  "closed.text":
    "Les responsables ont fermé les langues dans lesquelles vous travaillez. Ce que vous avez soumis est gardé et compte.",
  "paused.title": "Votre travail est en pause",
  "paused.text":
    "Un responsable l’a mis en pause : rien de nouveau ne vous est donné pour l’instant. Ce que vous avez soumis est gardé et compte.",
  "quota.title": "Vous avez fait votre part",
  "quota.text":
    "Vous avez autant d’items qu’une personne peut en avoir ici. Ce que vous avez soumis est gardé et compte.",
  "done.mine": "Voir mes annotations",
  "done.projects": "Vers les projets",
  "done.again": "Regarder de nouveau",
  "gone.title": "Cet item n’est pas à vous",
  "gone.text": "Il n’existe pas, ou il a été donné à quelqu’un d’autre. Ce que vous avez soumis est gardé.",
  "gone.next": "Continuer avec l’item suivant",
} as const satisfies French<typeof en>;
