import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "history.name": "Versiones anteriores",
  "history.text":
    "Cada vez que guardas se conserva una versión. Restaurarla cambia lo que hay en la página, y se puede deshacer.",
  "history.empty": "Aún no se ha guardado nada de este ítem.",
  "history.restore": "Restaurar esta versión",
  "history.restored": "Ha vuelto una versión anterior",

  "history.submitted": "Enviado",
  "history.counts": "Esta es la que cuenta",
  "history.same": "Nada ha cambiado",
  "history.added": { one: "{n} marca añadida", other: "{n} marcas añadidas" },
  "history.removed": { one: "{n} marca quitada", other: "{n} marcas quitadas" },
  "history.moved": { one: "{n} marca movida", other: "{n} marcas movidas" },
  "history.relabelled": { one: "{n} marca con otra etiqueta", other: "{n} marcas con otra etiqueta" },
  "history.label": "{label}: {choice}",
  "history.none": "ninguno",
  "history.nothing": "Nada que marcar",
  "history.nothing.off": "Quitado «Nada que marcar»",
  "history.unsure": "Con dudas",
  "history.unsure.off": "Ya sin dudas",
  "history.comment": "Comentario",
  "history.comment.changed": "Comentario modificado",
  "history.link": "Consultado",
  "history.links.changed": "Páginas consultadas modificadas",
  "history.evidence.changed": "Pruebas modificadas",
} as const satisfies Spanish<typeof en>;
