import type { Spanish } from "../types";
import type en from "./en";

export default {
  "crossed.title": "Gold por campo",
  "crossed.of": "Gold por campo, {project}",
  "crossed.intro": "Cómo se reparte el gold de una etiqueta entre los valores de un campo de los ítems.",
  "crossed.clear": "Borrar la selección",
  "crossed.no-labels.title": "Sin etiquetas de ítems",
  "crossed.no-labels":
    "El esquema de este proyecto no tiene etiquetas de ítems, así que no hay gold que cruzar.",
  "crossed.no-fields.title": "Ningún campo que cruzar",
  "crossed.no-fields":
    "Se ofrece un campo si tiene varios valores y algunos se repiten. Importe metadatos con los ítems.",
  "crossed.choose": "Elija un campo.",
  "crossed.left-out": "Quedan fuera: {what}",
  "crossed.too-few": {
    one: "{n} ítem con muy pocas anotaciones",
    other: "{n} ítems con muy pocas anotaciones",
  },
  "crossed.no-value": { one: "{n} ítem sin valor", other: "{n} ítems sin valor" },
  "crossed.no-gold": {
    one: "{n} ítem sin gold (empate o ningún voto)",
    other: "{n} ítems sin gold (empate o ningún voto)",
  },
  "crossed.nothing.title": "Ningún ítem tiene gold todavía",
  "crossed.nothing": "El gold necesita tantas anotaciones de un ítem como su redundancia.",
  "crossed.policy": "Política de gold: {policy}",
  "choices.name": "Qué se cruza",
  "choices.field": "Campo",
  "choices.and": "Y campo",
  "choices.choose": "Elegir…",
  "choices.none": "Ninguno",
  "choices.label": "Etiqueta",
  "choices.choice": "Proporciones de la opción",
  "field.language": "Idioma",
  "field.model": "Modelo",
  "field.prompt": "Prompt",
  "field.question": "Pregunta",
  "field.split": "Partición",
  "field.file": "Archivo importado",
  "counts.title": "{label} por {fields}",
  "counts.majority": "Lo más frecuente: {choice}, {share} de {n} ítems: la exactitud si se predice siempre.",
  "counts.all": "Todos",
  "counts.residuals":
    "Los números pequeños son residuos, (O − E) / √E; más allá de ±1, ±2 y ±3 el color de la celda es más intenso.",
  "counts.dependent":
    "El gold cuenta cada ítem una vez. Las anotaciones de un ítem dependen unas de otras, y quizá también los ítems de una misma pregunta.",
  "shares.title": "Proporción de «{choice}», {label}",
  "shares.note":
    "Ítems según la proporción de sus anotadores que hicieron esa elección; línea: media. Las barras de todos los valores tienen la misma escala.",
  "shares.label": "Histogramas de la proporción de «{choice}», uno para cada uno de {n} valores",
  "shares.row": "n = {n}, media {mean}",
  "shares.bar": "{n} ítems con una proporción de {share}",
  "shares.axis": "proporción de «{choice}»",
  "shares.value": "Valor",
  "shares.items": "Ítems",
  "shares.mean": "Media",
  "shares.shares": "Ítems según la proporción",
  "tests.title": "Pruebas",
  "tests.note":
    "Mann–Whitney: unilateral, las proporciones de la primera son mayores; asintótica, corregida por empates. Kolmogorov–Smirnov: bilateral. Sin corrección por el número de pruebas.",
  "tests.many": "Los valores se prueban de dos en dos si son 20 como máximo.",
  "tests.pair": "Par",
  "tests.mann-whitney": "Mann–Whitney p",
  "tests.ks": "Kolmogorov–Smirnov D",
  "tests.ks-p": "Kolmogorov–Smirnov p",
} as const satisfies Spanish<typeof en>;
