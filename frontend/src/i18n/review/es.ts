import type { Spanish } from "../types";
import type en from "./en";

export default {
  "page.name": "Revisión",
  "page.title": "Revisión · {project}",
  "page.shown": { one: "{n} anotación", other: "{n} anotaciones" },

  "wish.name": "Qué anotaciones",
  "wish.kind": "Cuáles primero",
  "wish.language": "Idioma",
  "wish.n": "Cuántas",
  "wish.at.most": "{n} como máximo",
  "wish.draw": "Sortear otras",
  "wish.reviewed": "También las revisadas",
  "kind.fastest": "Las más rápidas",
  "kind.agreement": "Menor acuerdo",
  "kind.nothing": "Nada que marcar",
  "kind.random": "Al azar",

  "note.fastest": "Primero las de menor tiempo activo",
  "note.agreement": "Primero las de menor acuerdo con las demás del ítem, {policy}",
  "note.nothing": "Nada que marcar, de quienes más lo dicen",
  "note.random": "Elegidas al azar, sorteo {draw}",

  "row.untimed": "sin tiempo",
  "row.marks": { one: "{n} marca", other: "{n} marcas" },
  "row.nothing": "nada que marcar",
  "row.agreement": "acuerdo {value}",
  "row.habit": "nada en {said} de {n}",
  "row.reviewed": "Revisada por {name}, {ago}",
  "row.reviewed.mine": "Revisada por ti, {ago}",
  "row.somebody": "alguien que ya no está",
  "row.mark": "Marcar como revisada",
  "row.mark.of": "Marcar como revisada: {name} en {id}",
  "row.undo": "Deshacer",
  "row.undo.of": "Deshacer: {name} en {id} está revisada",

  "none.title": "Nada que revisar aquí",
  "none.fastest": "En cuanto alguien envíe un ítem en este idioma, aparecerá aquí.",
  "none.agreement":
    "Para el acuerdo hacen falta dos personas que hayan enviado el mismo ítem de este idioma.",
  "none.nothing": "Lo que se envíe en este idioma sin nada que marcar aparecerá aquí.",
  "none.random": "En cuanto alguien envíe un ítem en este idioma, podrá salir en el sorteo.",
  "none.hidden": "Lo que ya se ha revisado queda fuera.",
  "none.reviewed": "Mostrar las revisadas",
  "none.people": "Ver quién anota",
  "none.items": "Todavía no hay ítems",
  "none.items.text": "Importa ítems e invita a personas: lo que envíen se revisa aquí.",
  "none.import": "Importar ítems",
} as const satisfies Spanish<typeof en>;
