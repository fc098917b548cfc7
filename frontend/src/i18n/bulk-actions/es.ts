import type { Spanish } from "../types";
import type en from "./en";

export default {
  "open.assign": "Asignar…",
  "open.split": "Fijar la partición…",
  "open.tag": "Añadir palabra clave…",
  "open.untag": "Quitar palabra clave…",
  "open.archive": "Archivar…",
  "open.restore": "Restaurar…",
  more: "Más acciones",
  clear: "Anular la selección",

  "field.split": "Partición",
  "field.split.hint": "Déjelo vacío para quitar la partición",
  "field.tag": "Palabra clave",

  "do.split": "Fijar la partición",
  "do.split.none": "Quitar la partición",
  "do.tag": "Añadir la palabra clave",
  "do.untag": "Quitar la palabra clave",
  "do.archive": "Archivar",
  "do.restore": "Restaurar",
  cancel: "Cancelar",

  "preview.name": "Efecto",
  "preview.counting": "Contando…",
  "preview.changes": { one: "Cambia {n} ítem.", other: "Cambian {n} ítems." },
  "preview.none": "No cambia ningún ítem.",
  "preview.unchanged": { one: "{n} ítem queda como está.", other: "{n} ítems quedan como están." },
  "preview.begun": {
    one: "{n} ítem no se puede archivar, porque está asignado o anotado.",
    other: "{n} ítems no se pueden archivar, porque están asignados o anotados.",
  },
  "preview.too_many_tags": {
    one: "{n} ítem ya tiene demasiadas palabras clave.",
    other: "{n} ítems ya tienen demasiadas palabras clave.",
  },
  "preview.archive": "Los ítems archivados no se asignan a nadie. Encuéntrelos en Estado: Archivados.",

  "done.split": {
    one: "{n} ítem está en la partición «{value}».",
    other: "{n} ítems están en la partición «{value}».",
  },
  "done.split.none": { one: "{n} ítem ya no tiene partición.", other: "{n} ítems ya no tienen partición." },
  "done.tag": {
    one: "{n} ítem tiene la palabra clave «{value}».",
    other: "{n} ítems tienen la palabra clave «{value}».",
  },
  "done.untag": {
    one: "La palabra clave «{value}» se quitó de {n} ítem.",
    other: "La palabra clave «{value}» se quitó de {n} ítems.",
  },
  "done.archive": { one: "{n} ítem está archivado.", other: "{n} ítems están archivados." },
  "done.restore": { one: "{n} ítem está restaurado.", other: "{n} ítems están restaurados." },
  undone: { one: "{n} ítem está como antes.", other: "{n} ítems están como antes." },
  "undone.kept": {
    one: "{n} ítem se cambió después y queda como está.",
    other: "{n} ítems se cambiaron después y quedan como están.",
  },
  "open.exclude": "Excluir anotaciones…",
  "exclude.who": "Anotaciones de",
  "exclude.everybody": "Todos los anotadores",
  "exclude.what": "Estas anotaciones dejan de contar:",
  "exclude.undone": "Vuelven a contar: {n}",
  "exclude.list": "Todas las exclusiones",
  "assign.items": "Ítems por asignar: {n}",
  "assign.taken": "Ya reservados o enviados por esta persona: {n}",
  "assign.closed": "En idiomas cerrados, no se asignan: {n}",
  "assign.over_full": "Ítems con más anotaciones de lo previsto: {n}",
  "assign.languages": "En idiomas que esta persona no tiene: {n}",
  running: "{done} de {total} ítems cambiados",
  failed: "El cambio se detuvo: {message}",
  resume: "Continuar",

  tags: "Palabras clave",
  "tag.items": "{name} ({n})",
  "tag.remove": "Quitar la palabra clave {name}",
  "filter.tag": "Palabra clave",
  archived: "Archivado: el ítem no se asigna a nadie.",
} as const satisfies Spanish<typeof en>;
