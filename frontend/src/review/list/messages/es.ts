import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "items.title": "Ítems",
  "items.of": "Ítems de {project}",

  "filter.name": "Qué ítems",
  "filter.language": "Lengua",
  "filter.language.all": "Todas las lenguas",
  "filter.order": "Orden",
  "filter.order.agreement": "Menor acuerdo",
  "filter.order.ordinal": "Orden de importación",
  "filter.order.unknown": "No existe el orden «{order}»",
  "filter.search": "Buscar",
  "filter.search.hint": "Palabras de la pregunta o la respuesta, o un identificador",

  "order.agreement.note": "Ítems con n ≥ 2, IoU de multiconjuntos · {policy}",
  "order.ordinal.note": "Todos los ítems, en el orden de importación",

  "row.agreement": "Acuerdo",
  "row.agreement.none": "–",
  "row.n": "{n} de {redundancy}",
  "row.n.title": "Anotaciones contadas, de las que necesita el ítem",
  "row.n.everyone": "n = {n}",
  "row.status.open": "abierto",
  "row.status.complete": "completo",
  "row.status.over-full": "con exceso",
  "row.drafts": { one: "{n} borrador", other: "{n} borradores" },
  "row.held": { one: "lo tiene {n}", other: "lo tienen {n}" },
  "row.surplus": { one: "{n} excedente", other: "{n} excedentes" },
  "row.ties": { one: "{n} empate", other: "{n} empates" },
  "row.unsure": { one: "{n} con dudas", other: "{n} con dudas" },
  "row.comments": { one: "{n} comentario", other: "{n} comentarios" },

  "items.shown": { one: "{n} ítem", other: "{n} ítems" },
  "items.shown.more": "los primeros {n} ítems",

  "none.items.title": "Todavía no hay ítems",
  "none.items.text":
    "Los ítems son las preguntas y respuestas por marcar. Importa un archivo de ellos para empezar.",
  "none.items.import": "Importar ítems",
  "none.agreement.title": "Ningún ítem tiene aún dos anotaciones",
  "none.agreement.text":
    "Para que haya acuerdo, dos personas tienen que haber enviado el mismo ítem. Hasta entonces, los ítems están en el orden de importación.",
  "none.agreement.ordinal": "Mostrar en el orden de importación",
  "none.match.title": "Sin resultados",
  "none.match.text": "Ningún ítem tiene estas palabras en su pregunta, su respuesta o su identificador.",
  "none.match.agreement":
    "Ningún ítem con dos anotaciones tiene estas palabras en su pregunta, su respuesta o su identificador. Otros quizá sí.",
  "none.match.language": "No hay ningún ítem así en esta lengua.",
  "none.match.clear": "Mostrar todos los ítems",
} as const satisfies Spanish<typeof en>;
