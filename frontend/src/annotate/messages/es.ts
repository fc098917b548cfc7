import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "title.annotate": "Anotar · {project}",

  "queue.item": "Ítem {n} de {total}",
  "queue.done": "{done} de {total} enviados",
  "queue.progress": "{done} de {total} ítems enviados",
  "queue.name": "Recorrido por los ítems",
  "queue.previous": "Ítem anterior",
  "queue.next": "Ítem siguiente",
  "queue.step": "{name} ({key})",

  "guidelines.name": "Pautas",

  "keys.name": "Teclas",

  "answer.name": "Respuesta",
  "snap.name": "Ajustar a",
  "snap.words": "Palabras",
  "snap.characters": "Caracteres",
  "snap.other": "Mantén {key} al arrastrar para la otra forma",
  "labels.name": "Etiqueta de las marcas",
  "answer.undo": "Deshacer",
  "answer.redo": "Rehacer",
  "answer.help":
    "Las flechas mueven un cursor, con Mayús seleccionan, Intro marca lo seleccionado. La lista de marcas sigue a la respuesta.",

  "said.marked": "Marcado «{quote}», de {start} a {end}",
  "said.removed": "Marca «{quote}» quitada",
  "said.moved": "La marca es ahora «{quote}», de {start} a {end}",
  "said.relabelled": "«{quote}» es ahora: {label}",
  "said.wiped": { one: "Se quitó {n} marca", other: "Se quitaron {n} marcas" },
  "said.selecting": "Seleccionado «{quote}», de {start} a {end}",
  "said.undone": "Deshecho",
  "said.redone": "Rehecho",
  "said.restored": "Lo que no se había guardado ha vuelto y se está guardando",

  "marks.count": { one: "{n} marca", other: "{n} marcas" },
  "marks.none": "Arrastra sobre las palabras que son falsas, o haz doble clic en una.",
  "marks.none.said": "Has dicho que no hay nada que marcar.",
  "marks.clear": "Quitar todas",
  "marks.length": { one: "{n} carácter", other: "{n} caracteres" },

  "flags.nothing": "Nada que marcar",
  "flags.unsure": "Con dudas",
  "flags.ask": {
    one: "Hay {n} marca. ¿Quitarla?",
    other: "Hay {n} marcas. ¿Quitarlas?",
  },
  "flags.ask.yes": { one: "Quitarla", other: "Quitarlas" },
  "flags.ask.no": { one: "Conservarla", other: "Conservarlas" },
  "flags.cleared": "Se ha quitado «Nada que marcar», porque ahora hay una marca.",
  "flags.missing": "Marca algo, o di que no hay nada que marcar.",

  "judge.missing": "Elige una opción.",

  "comment.name": "Comentario",

  "consulted.name": "También consultado",
  "consulted.add": "Página de Wikipedia",

  "act.submit": "Enviar y siguiente",
  "act.skip": "Omitir…",
  "act.again": "Enviar de nuevo",
  "act.drop": "Descartar los cambios",
  "act.drop.title": "Volver a lo que enviaste. Deshacer recupera los cambios.",
  "act.ask": "Preguntar…",
  "act.ask.name": "Preguntar al responsable",
  "act.ask.news": {
    one: "Preguntar al responsable: {n} respuesta nueva",
    other: "Preguntar al responsable: {n} respuestas nuevas",
  },
  "act.history": "Versiones anteriores",
  "given.skipped": "Omitiste este ítem. Al enviarlo lo retomas.",
  "given.expired":
    "El plazo de este ítem ha terminado, y quizá lo tenga otra persona. Lo que envíes se conserva, y cuenta si aún hay sitio.",

  "saved.at": "Guardado {time}",
  "saved.submitted": "Enviado {time}",
  "saved.edited": "Guardado {time}, aún sin enviar de nuevo",
  "saved.waiting": "Aún sin guardar…",
  "saved.sending": "Guardando…",
  "saved.submitting": "Enviando…",
  "saved.network": "No hay conexión: {changes}",
  "saved.server": "El servidor no responde: {changes}",
  "saved.network.submit": "No hay conexión: el envío está en cola",
  "saved.server.submit": "El servidor no responde: el envío está en cola",
  "saved.signedout": "Inicia sesión de nuevo: {changes}",
  "saved.conflict": "Sin guardar: modificado en otro lugar",
  "saved.refused": "Sin guardar: {detail}",
  "saved.changes": { one: "{n} cambio aún sin enviar", other: "{n} cambios aún sin enviar" },
  "saved.kept.yes": "{state}. Conservado en este navegador",
  "saved.kept.full":
    "{state}. Este navegador no tiene sitio para conservarlo: deja la página abierta y libera espacio",
  "saved.kept.nothing": "{state}. Este navegador no conserva nada: deja la página abierta",
  "saved.retry": "Reintentar ahora",
  "saved.surplus": "Otros fueron más rápidos: se conserva, y cuenta si un responsable lo acepta",

  "signin.open": "Iniciar sesión",

  "conflict.open": "Elegir…",

  "reference.name": "Referencia",
  "reference.none": "Este ítem no tiene referencia.",

  "next.failed": "Enviado. El siguiente ítem no ha llegado.",
  "left.waiting": {
    one: "{n} ítem espera a ser enviado. Se conserva en este navegador.",
    other: "{n} ítems esperan a ser enviados. Se conservan en este navegador.",
  },
  "left.unreadable":
    "Este navegador guarda trabajo tuyo que esta versión de la página no puede leer. No está perdido.",
  "left.stuck": "No enviado, y te necesita: «{question}»",
  "left.open": "Abrirlo",
  "left.details": "Detalles…",
  "leave.unsent": "Parte de tu trabajo aún no está guardada. ¿Salir de todos modos?",
  "leave.logout":
    "Parte de tu trabajo aún no se ha enviado. Se queda en este navegador y se enviará cuando vuelvas a iniciar sesión aquí. ¿Cerrar la sesión de todos modos?",
} as const satisfies Spanish<typeof en>;
