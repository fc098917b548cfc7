import type { Spanish } from "../types";
import type en from "./en";

export default {
  "plot.svg": "SVG",
  "plot.csv": "CSV",
  "plot.svg.label": "Descargar como SVG: {plot}",
  "plot.csv.label": "Descargar como CSV: {plot}",
  "plot.table": "Como tabla",
  "distribution.title": "Ítems según el acuerdo",
  "distribution.note":
    "{n} ítems con n ≥ 2 · {policy} · línea: media, barra: intervalo del 95\u00a0%, discontinua: mínimo 1/n",
  "distribution.label": {
    one: "Histograma del acuerdo de {n} ítem; media {mean}",
    other: "Histograma del acuerdo de {n} ítems; media {mean}",
  },
  "distribution.from": "Desde",
  "distribution.to": "Hasta",
  "distribution.items": "Ítems",
  "distribution.axis": "Acuerdo de un ítem (IoU de multiconjuntos)",
  "curve.title": "Acuerdo con menos anotadores",
  "curve.note": "Acuerdo esperado de k anotadores, sobre todos sus subconjuntos",
  "curve.sampled": {
    one: "En {n} ítem con más de 12 anotadores, estimado con 1000 órdenes al azar; barras: dos veces el error estándar",
    other:
      "En {n} ítems con más de 12 anotadores, estimado con 1000 órdenes al azar; barras: dos veces el error estándar",
  },
  "curve.label": "Acuerdo esperado según el número de anotadores, de {first} con k = 2 a {last} con k = {k}",
  "curve.label.many": {
    one: "Curva por tamaño del grupo de {n} idioma",
    other: "Curvas por tamaño del grupo de {n} idiomas",
  },
  "curve.axis": "Anotadores por ítem, k",
  "curve.k": "k",
  "curve.agreement": "Acuerdo",
  "curve.error": "Error estándar",
  "votes.title": "Ítems según los votos, {label}",
  "votes.majority": "Mayoría más frecuente: {choice}, {share} de {n} ítems; empates: {ties}",
  "votes.no-majority": "Ningún ítem tiene mayoría.",
  "votes.label": "Ítems según el reparto de los votos, {label}; ítems: {n}",
  "votes.split": "Votos",
  "plot.latex": "LaTeX",
  "plot.latex.label": "Descargar como LaTeX: {plot}",
  "distribution.mean": "media {mean}",
  "curve.y": "Acuerdo esperado (IoU de multiconjuntos)",
  "curve.y.broken": "Acuerdo esperado (IoU de multiconjuntos); eje cortado por debajo de {value}",
  "curve.shown": "Se muestran {shown} de {n} idiomas",
  "curve.choose": "Elegir idiomas",
  "curve.choose.most": "Se distinguen como máximo {n} líneas. Desmarque una para elegir otra.",
  "votes.axis": "Votos sobre un ítem, primero la opción más frecuente",
} as const satisfies Spanish<typeof en>;
