import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "overview.title": "Resumen de {project}",

  "live.on": "En vivo",
  "live.title": "Lo que cambia se ve en un segundo",
  "live.lost": "Reconectando, desde las {time}",
  "live.lost.title": "Se relee cada {n} segundos hasta que el servidor vuelva a responder en vivo",
  "live.none": "Cada {n} segundos",
  "live.none.title": "Ninguna conexión directa llega al servidor, así que las cifras se piden",
  "live.off": "A las {time}",
  said: {
    one: "Acuerdo {agreement}, {done} de {n} ítem completo",
    other: "Acuerdo {agreement}, {done} de {n} ítems completos",
  },
  "refresh.failed": "No se han podido releer las cifras",

  "recomputing.far": {
    one: "Recalculando según {policy}: {done} de {n} ítem.",
    other: "Recalculando según {policy}: {done} de {n} ítems.",
  },
  "recomputing.failed": "Se ha detenido: {reason}",
  "recomputing.go-on": "Continuar en los ajustes",
  "recomputing.until": "Hasta entonces todas las cifras son las de {policy}.",

  "figure.name": "Acuerdo, todas las lenguas",
  "figure.none": "–",
  "figure.counted": { one: "{n} ítem con n ≥ 2", other: "{n} ítems con n ≥ 2" },
  "figure.policy": "IoU de multiconjuntos · {policy}",
  "figure.no-spans": "este esquema no tiene segmentos sobre los que acordar",
  "progress.complete": { one: "{done} de {n} ítem completo", other: "{done} de {n} ítems completos" },
  "progress.everyone": "Todos anotan todo: una lengua está completa cuando la cierras.",
  "annotations.count": { one: "{n} anotación", other: "{n} anotaciones" },
  "annotations.range": "{range} por ítem",
  "annotations.surplus": { one: "{n} excedente, sin contar", other: "{n} excedentes, sin contar" },
  "annotations.surplus.title":
    "Enviadas tarde, cuando el ítem ya tenía todo lo que necesita. Se conservan, pero no cuentan.",

  "table.caption": "Avance y acuerdo por lengua, criterio {policy}",
  "table.language": "Lengua",
  "table.complete": "Completos",
  "table.n": "n",
  "table.n.title": "Anotaciones contadas de un ítem, de la menor a la mayor",
  "table.agreement": "Acuerdo",
  "table.counted": "Contados",
  "table.counted.title": "Ítems con n ≥ 2, sobre los que se promedia el acuerdo",
  "table.floor": "Mínimo",
  "table.floor.title": "1/n del ítem con más anotaciones: ningún acuerdo puede ser menor",
  "table.axis.start": "0",
  "table.axis": "discontinua: mínimo 1/n",
  "table.axis.end": "1",
  "table.annotations": "Anotaciones",
  "table.over-full": "Con exceso",
  "table.over-full.title": "Ítems con más anotaciones que su redundancia; todas cuentan",
  "table.gold": "Descargar",
  "table.closing": "Lengua",

  "cell.number": "{n}",
  "cell.range": "{least}–{most}",
  "cell.agreement": "Acuerdo, {language}: {agreement}",
  "cell.complete": "{done} de {total} ítems completos",
  "cell.total": " / {n}",
  "cell.closed": "cerrada",
  "cell.none": "–",

  "plot.label": "{language}: acuerdo {agreement}, mínimo {floor}",
  "plot.none": "{language}: aún sin acuerdo",

  "gold.plain": "Gold",
  "gold.extra": "Gold + bruto",
  "gold.plain.label": "Gold, {language}",
  "gold.extra.label": "Gold + anotaciones en bruto, {language}",
  "gold.saved": "{language}: gold descargado, sin dejar fuera ningún ítem.",
  "gold.left-out": {
    one: "{language}: gold descargado. {n} ítem queda fuera porque tiene pocas anotaciones.",
    other: "{language}: gold descargado. {n} ítems quedan fuera porque tienen pocas anotaciones.",
  },
  "gold.empty":
    "{language}: aún no hay nada que descargar. El gold se hace con los ítems que tienen todas las anotaciones que necesitan.",
  "gold.failed": "{language}: no se ha podido descargar el gold",

  "closing.close": "Cerrar",
  "closing.open": "Reabrir",
  "closing.close.label": "Cerrar, {language}",
  "closing.open.label": "Reabrir, {language}",
  "closing.failed": "{language}: no se ha podido cambiar",

  "worst.title": "Dónde no hay consenso",
  "worst.note": "Primero el acuerdo más bajo · {policy}",
  "worst.all": "Todos los ítems",
  "worst.none": "Ningún ítem tiene aún dos anotaciones. En cuanto uno las tenga, aparecerá aquí.",

  "empty.items.title": "Todavía no hay ítems",
  "empty.items.text":
    "Los ítems son las preguntas y respuestas por marcar. Importa un archivo y el trabajo puede empezar; esta página mostrará entonces cuánto se ha avanzado y en qué medida hay acuerdo.",
  "empty.items.import": "Importar ítems",
  "empty.annotations.title": "Nadie ha anotado todavía",
  "empty.annotations.text":
    "Di a los anotadores de este proyecto que pueden empezar: al iniciar sesión reciben el primer ítem. También se pueden importar anotaciones hechas en otro lugar.",
  "empty.annotations.import": "Importar anotaciones",
  "empty.annotations.begin": "Anotar por tu cuenta",
} as const satisfies Spanish<typeof en>;
