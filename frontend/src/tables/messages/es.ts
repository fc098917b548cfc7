import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "tables.title": "Tablas",
  "tables.of": "Tablas de {project}",
  "tables.running": "Calculando…",
  "tables.as-of": "Calculado {when}",
  "tables.as-of.day": "Calculado el {day}",
  "tables.never": "Todavía sin calcular",
  "tables.done": "Cálculo terminado",
  "tables.failed": "El último cálculo ha fallado: {message}",
  "tables.again": "Calcular de nuevo",
  "tables.empty": "Todavía no hay nada que comparar.",
  number: "{n}",
  n: "n = {n}",
  "done.title": "Hecho y previsto",
  "done.title.everyone": "Hecho por lengua",
  "done.note": "Anotaciones contadas, de las que necesitan los ítems. Al día.",
  "done.note.everyone": "Anotaciones contadas. Al día.",
  "done.note.above":
    "Algunos ítems tienen más de las que necesitan: en la parte, compensan lo que falta a otros.",
  "done.language": "Lengua",
  "done.annotations": "Hecho",
  "done.planned": "Previsto",
  "done.share": "Parte",
  "done.complete": "Ítems completos",
  "done.over-full": "Ítems con exceso",
  "done.open": "Ítems abiertos",
  "models.title": "Alucinaciones por modelo y lengua",
  "models.note":
    "Parte de los ítems en los que algo es gold; debajo, la parte de los caracteres y n, los ítems con una anotación que cuenta; cada celda lleva a estos · {policy}",
  "models.model": "Modelo",
  "models.none": "Sin nombre",
  "models.cell": {
    one: "{part} de {n} ítem tiene gold",
    other: "{part} de {n} ítems tienen gold",
  },
  "models.characters": "{share} de los caracteres",
  "matrix.title": "Acuerdo de cada dos anotadores",
  "matrix.note":
    "Media del IoU de multiconjuntos de ambos en los n ítems que los dos han anotado; lo mínimo posible es un medio · {policy}",
  "matrix.annotator": "Anotador",
  "matrix.cell": {
    one: "{one} y {other}: {n} ítem en común",
    other: "{one} y {other}: {n} ítems en común",
  },
  "days.title": "Trabajo por día",
  "days.note": "Anotaciones enviadas aquí que cuentan, por día (UTC). Cada día lleva a sus ítems.",
  "days.label": {
    one: "{n} anotación en los días mostrados, {most} en el más activo",
    other: "{n} anotaciones en los días mostrados, {most} en el más activo",
  },
  "days.day": "Día",
  "days.annotations": "Anotaciones",
} as const satisfies Spanish<typeof en>;
