import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "Ajustes · {project}",
  "page.name": "Ajustes",
  "page.saved": "Guardado {time}",
  "page.saving": "Guardando…",

  "project.title": "Proyecto",
  "project.name": "Nombre",
  "project.description": "De qué trata (lo ven los anotadores)",

  "work.title": "Quién anota qué",
  "work.pool": "Reserva: cada ítem se reparte hasta tener sus anotaciones, primero los menos cubiertos.",
  "work.everyone": "Cada cual anota todo en sus lenguas.",
  "work.balanced":
    "Muestra equilibrada: se reparten tantos ítems por pregunta, instrucción y modelo, primero los menos cubiertos.",
  "work.redundancy": "Anotaciones por ítem",
  "work.redundancy.hint": "Más abre trabajo enseguida; menos no quita nada.",
  "work.quota": "Ítems por persona",
  "work.quota.hint": "Vacío: sin límite.",
  "work.notice": "Segundos en un ítem antes de un aviso",
  "work.notice.hint": "Vacío: ninguno. Una línea discreta, una vez por ítem; no mete prisa a nadie.",
  "work.sample": "Ítems por pregunta, instrucción y modelo",
  "work.sample.hint": "Elegidos por un azar que no cambia. Más abre trabajo; lo empezado se queda.",
  "work.languages": "Otro número para una lengua",
  "work.whole": "Un número entero, por favor.",

  "scheme.title": "Lo que dicen los anotadores",

  "counting.title": "Acuerdo y gold",
  "counting.name": "Limpieza de las marcas antes de contarlas",
  "counting.mushroom-2025": "Como en los datos de Mu-SHROOM, los bordes pasan los blancos y la puntuación.",
  "counting.merged": "Como mushroom-2025, y las marcas que entonces se tocan son una.",
  "counting.raw": "Tal como se marcaron.",
  "counting.pending":
    "Todas las cifras se recalculan según {policy}. Hasta entonces siguen siendo las de {present}.",
  "counting.failed": "Se ha detenido: {reason}",
  "counting.go-on": "Continuar",
  "counting.far": "Cuánto falta",

  "names.title": "Nombres",
  "names.anonymous": "Las personas responsables ven seudónimos en lugar de nombres",
  "names.hint":
    "En todas las páginas y archivos de este proyecto. Cualquier responsable puede desactivarlo, y desde entonces los responsables ven los nombres.",

  "evidence.title": "Pruebas y fuentes",
  "evidence.name": "Pruebas de las marcas",
  "evidence.off": "No",
  "evidence.optional": "Opcionales",
  "evidence.required": "Obligatorias",
  "evidence.other": "Los enlaces pueden llevar fuera de Wikipedia",

  "guide.title": "Pautas",
  "guide.language": "Lengua",
  "guide.text": "Texto, en Markdown",
  "guide.preview": "Como lo leen los anotadores",
  "guide.empty": "Aún no hay nada escrito en esta lengua.",
  "guide.version": "La versión {n} está en vigor",
  "guide.draft": "Aún sin publicar; guardado en este navegador",
  "guide.publish": "Publicar como versión {n}",
  "guide.back": "Volver a la versión {n}",
  "guide.again": "Todos la leen de nuevo antes de su próximo ítem",
  "guide.versions": "Versiones",
  "guide.made": "Versión {n} del {day}",
  "guide.accepted": "aceptada por {n} de {total}",
  "guide.asked": "leída de nuevo por todos",

  "learn.title": "Aprendizaje",
  "learn.items": {
    one: "Un ítem de práctica precede al trabajo: un ítem importado con el tipo «training» y sus marcas correctas.",
    other:
      "{n} ítems de práctica preceden al trabajo: ítems importados con el tipo «training» y sus marcas correctas.",
  },
  "learn.tries": "Rondas para alcanzar el umbral",
  "learn.tries.hint": "Vacío: nadie tiene que alcanzarlo.",
  "learn.mark": "Umbral, %",
  "learn.mark.hint": "Acuerdo medio con las marcas correctas. Quien no comparte nada con ellas tiene 50.",
  "learn.checks": "Un ítem de cada cuántos es un control oculto",
  "learn.checks.hint": {
    one: "Vacío: ninguno. Hay un ítem de tipo «check» con sus marcas correctas.",
    other: "Vacío: ninguno. Hay {n} ítems de tipo «check» con sus marcas correctas.",
  },

  "valid.title": "Curaduría",
  "valid.adjudication": "Se puede arbitrar sobre los ítems: el gold dice entonces de dónde viene",
  "valid.text":
    "Lo que encuentran estas reglas se lista en Curaduría, donde se excluye con el nombre de la regla. Nada se excluye solo.",
  "valid.empty": "Nada marcado, sin decir que no hay nada que marcar",
  "valid.unsure": "Nada marcado por alguien con dudas",
  "valid.fast": "Hecho en menos segundos que",
  "valid.checks": "De quien superó menos controles ocultos que, %",
  "valid.off": "Vacío: cualquiera.",
} as const satisfies Spanish<typeof en>;
