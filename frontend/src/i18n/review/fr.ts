import type { French } from "../types";
import type en from "./en";

export default {
  "page.name": "Relecture",
  "page.title": "Relecture · {project}",
  "page.shown": { one: "{n} annotation", other: "{n} annotations" },

  "wish.name": "Quelles annotations",
  "wish.kind": "Lesquelles en premier",
  "wish.language": "Langue",
  "wish.n": "Combien",
  "wish.at.most": "{n} au plus",
  "wish.draw": "En tirer d’autres",
  "wish.reviewed": "Aussi celles déjà relues",
  "kind.fastest": "Les plus rapides",
  "kind.agreement": "Le moins d’accord",
  "kind.nothing": "Rien à marquer",
  "kind.random": "Au hasard",

  "note.fastest": "Le temps actif le plus court d’abord",
  "note.agreement": "L’accord le plus faible avec les autres de l’item d’abord, {policy}",
  "note.nothing": "Rien à marquer, par celles et ceux qui le disent le plus",
  "note.random": "Tirées au hasard, tirage {draw}",

  "row.untimed": "sans durée",
  "row.marks": { one: "{n} marque", other: "{n} marques" },
  "row.nothing": "rien à marquer",
  "row.agreement": "accord {value}",
  "row.habit": "rien dans {said} sur {n}",
  "row.reviewed": "Relue par {name}, {ago}",
  "row.reviewed.mine": "Relue par vous, {ago}",
  "row.somebody": "une personne partie depuis",
  "row.mark": "Marquer comme relue",
  "row.mark.of": "Marquer comme relue\u00a0: {name} sur {id}",
  "row.undo": "Annuler",
  "row.undo.of": "Annuler\u00a0: {name} sur {id} est relue",

  "none.title": "Rien à relire ici",
  "none.fastest": "Dès que quelqu’un soumet un item dans cette langue, il apparaît ici.",
  "none.agreement": "Pour l’accord, il faut deux personnes qui ont soumis le même item de cette langue.",
  "none.nothing": "Ce qui est soumis dans cette langue sans rien à marquer apparaît ici.",
  "none.random": "Dès que quelqu’un soumet un item dans cette langue, il peut être tiré.",
  "none.hidden": "Ce qui a déjà été relu est laissé de côté.",
  "none.reviewed": "Montrer celles déjà relues",
  "none.people": "Voir qui annote",
  "none.items": "Pas encore d’items",
  "none.items.text":
    "Importez des items et invitez des personnes\u00a0: ce qu’elles soumettent se relit ici.",
  "none.import": "Importer des items",
} as const satisfies French<typeof en>;
