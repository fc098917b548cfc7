import type { Spanish } from "../types";
import type en from "./en";

export default {
  /* Workspace */

  "title.annotate": "Anotar · {project}",

  "queue.item": "Ítem {n} de {total}",
  "queue.done": "{done} de {total} enviados",
  "queue.progress": "{done} de {total} ítems enviados",
  "queue.name": "Navegación entre ítems",
  "queue.previous": "Ítem anterior",
  "queue.next": "Ítem siguiente",
  "queue.step": "{name} ({key})",

  "guidelines.name": "Pautas",

  "keys.name": "Teclas",

  "answer.name": "Respuesta",
  "answer.empty": "Respuesta vacía: cuenta como abstención",
  "snap.name": "Ajustar a",
  "snap.words": "Palabras",
  "snap.characters": "Caracteres",
  "snap.other": "Mantenga {key} al arrastrar para la otra forma",
  "labels.name": "Etiqueta de las marcas",
  "answer.undo": "Deshacer",
  "answer.redo": "Rehacer",
  "answer.help":
    "Las flechas mueven un cursor, con Mayús seleccionan, Intro marca lo seleccionado. La lista de marcas sigue a la respuesta.",

  "said.marked": "Marcado «{quote}», de {start} a {end}",
  "said.removed": "Marca «{quote}» quitada",
  "said.moved": "La marca es ahora «{quote}», de {start} a {end}",
  "said.relabelled": "«{quote}» es ahora: {label}",
  "said.merged": { one: "{n} marca unida", other: "{n} marcas unidas" },
  "said.wiped": { one: "Se quitó {n} marca", other: "Se quitaron {n} marcas" },
  "said.selecting": "Seleccionado «{quote}», de {start} a {end}",
  "said.undone": "Deshecho",
  "said.redone": "Rehecho",
  "said.restored": "Los cambios sin guardar se han restaurado y se están guardando",

  "marks.count": { one: "{n} marca", other: "{n} marcas" },
  "marks.none": "Arrastre sobre las palabras erróneas, o haga doble clic en una.",
  "marks.none.touch":
    "Mantenga el dedo sobre una palabra errónea, mueva los bordes de la selección y toque «Marcar».",
  "marked.name": "Respuesta con sus marcas",
  "marked.start": "[marca: {label}]",
  "marked.end": "[fin de la marca]",
  "marks.none.said": "Ha elegido «nada que marcar».",
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
  "flags.missing": "Marque algo, o elija «Nada que marcar».",

  "judge.missing": "Elija una opción.",

  "comment.name": "Comentario",

  "consulted.name": "También consultado",
  "consulted.add": "Página de Wikipedia",

  "act.submit": "Enviar y siguiente",
  "act.skip": "Omitir…",
  "act.again": "Enviar de nuevo",
  "act.keep": "Conservar y siguiente",
  "act.drop": "Descartar los cambios",
  "act.drop.title": "Volver a lo que envió. Deshacer recupera los cambios.",
  "act.ask": "Preguntar…",
  "act.ask.name": "Preguntar al responsable",
  "act.ask.news": {
    one: "Preguntar al responsable: {n} respuesta nueva",
    other: "Preguntar al responsable: {n} respuestas nuevas",
  },
  "act.history": "Versiones anteriores",
  "given.reopened": "Un responsable ha reabierto este ítem. Volverá a contar cuando lo envíe.",
  "given.reopened.reason": "Qué cambiar:",
  "given.skipped": "Omitió este ítem. Envíelo para retomarlo.",
  "given.expired":
    "El plazo de este ítem ha terminado, y quizá otra persona trabaje en él. Lo que envíe se conserva, y cuenta si el ítem aún necesita un anotador.",

  "saved.at": "Guardado {time}",
  "saved.submitted": "Enviado {time}",
  "saved.edited": "Guardado {time}, aún sin enviar de nuevo",
  "saved.waiting": "Aún sin guardar…",
  "saved.sending": "Guardando…",
  "saved.submitting": "Enviando…",
  "saved.network": "No hay conexión: {changes}",
  "saved.server": "El servidor no responde: {changes}",
  "saved.disk": "El disco del servidor está lleno: {changes}",
  "saved.network.submit": "No hay conexión: el envío está en cola",
  "saved.server.submit": "El servidor no responde: el envío está en cola",
  "saved.disk.submit": "El disco del servidor está lleno: el envío está en cola",
  "saved.signedout": "Inicie sesión de nuevo: {changes}",
  "saved.conflict": "Sin guardar: modificado en otro lugar",
  "saved.changes": { one: "{n} cambio aún sin enviar", other: "{n} cambios aún sin enviar" },
  "saved.kept.yes": "{state}. Conservado en este navegador",
  "saved.kept.full":
    "{state}. Este navegador no tiene sitio para conservarlo: deje la página abierta y libere espacio",
  "saved.kept.nothing": "{state}. Este navegador no conserva nada: deje la página abierta",
  "saved.retry": "Reintentar ahora",
  "saved.surplus": "El ítem está completo: su trabajo se conserva, y cuenta si un responsable lo acepta",

  "signin.open": "Iniciar sesión",

  "conflict.open": "Elegir…",

  "reference.name": "Referencia",
  "reference.none": "Este ítem no tiene referencia.",

  "next.failed": "Enviado. No se ha podido cargar el siguiente ítem.",
  "left.waiting": {
    one: "{n} ítem espera a ser enviado. Se conserva en este navegador.",
    other: "{n} ítems esperan a ser enviados. Se conservan en este navegador.",
  },
  "left.unreadable":
    "Este navegador guarda trabajo suyo que esta versión de la página no puede leer. No está perdido.",
  "left.stuck": "Sin enviar, espera su decisión: «{question}»",
  "left.open": "Abrirlo",
  "left.details": "Detalles…",
  "leave.unsent": "Parte de su trabajo aún no está guardada. ¿Salir de todos modos?",
  "leave.logout":
    "Parte de su trabajo aún no se ha enviado. Se queda en este navegador y se enviará cuando vuelva a iniciar sesión aquí. ¿Cerrar la sesión de todos modos?",

  /* Marking tools */

  "marks.name": "Marcas",
  "marks.remove": "Quitar «{quote}»",
  "marks.relabel": "Etiqueta de «{quote}»",
  "marks.help": "Las flechas recorren las marcas, Intro lleva a los bordes de una, Retroceso la quita.",
  "skip.why": "¿Por qué omite este ítem?",
  "skip.example": "Por ejemplo: no está en un idioma que yo lea",
  "skip.missing": "Indique el motivo: los responsables lo leen.",
  "skip.ok": "Omitir",
  "strip.name": "Marca seleccionada",
  "strip.start": "Inicio",
  "strip.end": "Fin",
  "strip.start.back": "Empezar un carácter antes",
  "strip.start.on": "Empezar un carácter después",
  "strip.end.back": "Terminar un carácter antes",
  "strip.end.on": "Terminar un carácter después",
  "strip.remove": "Quitar la marca",
  "handle.start": "Arrastre para mover el inicio",
  "handle.end": "Arrastre para mover el fin",
  "selection.name": "Texto seleccionado",
  "selection.mark": "Marcar",
  "selection.key": "Enter",
  "chooser.name": "¿Qué marca?",
  "evidence.name": "Prueba",
  "evidence.add": "Añadir una prueba para «{quote}»",
  "evidence.count": { one: "{n} prueba para «{quote}»", other: "{n} pruebas para «{quote}»" },
  "evidence.lacking": {
    one: "Cada marca necesita una prueba, y a {n} le falta.",
    other: "Cada marca necesita una prueba, y a {n} les falta.",
  },
  "evidence.lacking.show": "Mostrar la siguiente",

  /* Own work */

  "queues.name": "Mis anotaciones",
  "queues.all": "Abrir en una página aparte",
  "queues.tab": "{name} {n}",
  "queues.todo": "Por hacer",
  "queues.draft": "Borradores",
  "queues.submitted": "Enviados",
  "queues.skipped": "Omitidos",
  "queues.todo.none": "Ha empezado todos los ítems que tiene asignados. El siguiente llega al enviar.",
  "queues.draft.none": "Ningún borrador.",
  "queues.submitted.none": "Aún no se ha enviado nada.",
  "queues.skipped.none": "No se ha omitido ninguno.",
  "queues.search": "Buscar en estas preguntas",
  "queues.notfound": "Ninguna de las preguntas listadas hasta ahora contiene estas palabras.",

  "queues.current": "En curso",
  "queues.reopened": "Reabierto por un responsable",
  "queues.edited": "Modificado después, sin enviar de nuevo",
  "queues.marks": { one: "{n} marca", other: "{n} marcas" },
  "queues.nothing": "Nada que marcar",
  "queues.unsure": "Con dudas",
  "queues.today": "Hoy: {n} enviados en {time}",

  "title.mine": "Mis anotaciones · {project}",
  "queue.continue": "Anotar",
  "mine.title": "Mis anotaciones",
  "mine.purpose": "Encuentre de nuevo sus ítems: continúe borradores y lea o cambie lo que envió.",
  "mine.statistics": "Mis estadísticas",

  /* Revisions of an annotation */

  "history.name": "Versiones anteriores",
  "history.text":
    "Cada vez que guarda se conserva una versión. Restaurar una cambia lo que hay en la página, y se puede deshacer.",
  "history.empty": "Este ítem aún no tiene ninguna versión guardada.",
  "history.restore": "Restaurar esta versión",
  "history.restored": "Se ha restaurado una versión anterior",

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

  /* Save queue */

  "outbox.title": "Pendiente de envío",
  "outbox.text": "Se conserva en este navegador, solo para usted, y se envía en cuanto se puede.",
  "outbox.nothing": "Todo se ha enviado.",
  "outbox.item": "Ítem {item} de {project}",
  "outbox.since": "desde el {day}, {time}",
  "outbox.changes": { one: "{n} cambio", other: "{n} cambios" },
  "outbox.submit": "por enviar como definitivo",
  "outbox.open": "Abrir",
  "outbox.export": "Exportar como JSON",
  "outbox.retry": "Reintentar ahora",
  "outbox.discard": "Descartar…",
  "outbox.discard.sure": "¿Descartar para siempre? No está en ningún servidor y no se puede recuperar.",
  "outbox.discard.yes": "Descartar",
  "outbox.unreadable":
    "Lo conservó otra versión de Morel, en una forma que esta página no sabe leer. Recargue la página; si no ayuda, expórtelo.",

  "outbox.state.waiting": "se está enviando",
  "outbox.state.network": "no hay conexión",
  "outbox.state.server": "el servidor no responde",
  "outbox.state.disk": "el disco del servidor está lleno",
  "outbox.state.signedout": "espera a que inicie sesión de nuevo",
  "outbox.state.conflict": "modificado en otro lugar: ábralo y elija una versión",

  "refused.no_project":
    "Sin guardar: ya no forma parte de este proyecto. Pregunte a un responsable; mientras tanto su trabajo se queda en este navegador y se puede exportar",
  "refused.not_yours":
    "Sin guardar: este ítem no es suyo, o se ha dado a otros. Pregunte a un responsable; su trabajo se queda en este navegador y se puede exportar",
  "refused.item_gone":
    "Sin guardar: este ítem se retiró del proyecto. Su trabajo se queda en este navegador y se puede exportar",
  "refused.language_closed":
    "Sin enviar: este idioma está cerrado. Lo que marcó está guardado como borrador; pregunte a un responsable si aún cuenta",
  "refused.too_large":
    "Sin guardar: es más de lo que el servidor acepta de una vez. Acorte el comentario o exporte su trabajo",
  "refused.unknown_label":
    "Sin guardar: las etiquetas del proyecto han cambiado. Recargue la página y revise las etiquetas de este ítem",
  "refused.wrong_answer":
    "Sin guardar: la respuesta de esta página no es la que está almacenada. Exporte su trabajo y recargue la página",
  "refused.incomplete": "Sin enviar: {detail}",
  "refused.other": "Sin guardar: {detail}",

  /* Conflicts and login */

  "signin.title": "Inicie sesión de nuevo",
  "signin.text":
    "Su sesión ha terminado. No se pierde nada: lo que hay en la página se envía en cuanto vuelva.",
  "signin.stranger":
    "Ha iniciado sesión con otro nombre. Lo que hay en esta página pertenece a {name} y no se envía.",
  "conflict.title": "Este ítem se modificó en otro lugar",
  "conflict.text":
    "Mientras trabajaba aquí se guardó otra versión, quizá por usted en otra ventana. ¿Cuál quiere conservar?",
  "conflict.mine": "En esta página",
  "conflict.theirs": "Guardado {time}",
  "conflict.keep": "Conservar lo que hay en esta página",
  "conflict.adopt": "Tomar la versión guardada",
  "conflict.nothing": "Nada que marcar",
  "conflict.nomarks": "Sin marcas",
  "conflict.unsure": "Con dudas",
  "conflict.silent": "La referencia no dice nada",

  /* No item */

  "done.title": "Todo hecho",
  "done.text":
    "Ha enviado {n} de {total} ítems. No le espera nada más por ahora; los ítems nuevos aparecen aquí.",
  "noitems.title": "Todavía no hay ítems",
  "noitems.text":
    "Aún no hay nada que anotar en sus idiomas. Primero un responsable tiene que importar ítems.",
  "closed.title": "Este idioma está cerrado",
  "closed.text":
    "Los responsables han cerrado los idiomas en los que trabaja. Lo que ha enviado se conserva y cuenta.",
  "paused.title": "Su trabajo está en pausa",
  "paused.text":
    "Un responsable ha puesto su trabajo en pausa: por ahora no recibe ítems nuevos. Lo que ha enviado se conserva y cuenta.",
  "quota.title": "Ha alcanzado su cuota",
  "quota.text": "Tiene el número máximo de ítems para una persona. Lo que ha enviado se conserva y cuenta.",
  "done.mine": "Ver mis anotaciones",
  "done.projects": "Ir a los proyectos",
  "done.again": "Comprobar de nuevo",
  "gone.title": "Este ítem no está asignado a usted",
  "gone.text": "No existe, o lo tiene otra persona. Lo que ha enviado se conserva.",
  "gone.next": "Seguir con el ítem siguiente",
  "language.title": "¿En qué idioma quiere trabajar?",
  "language.text":
    "Recibe ítems de este idioma hasta que no quede ninguno. Puede cambiarlo en cualquier momento en «Mis anotaciones».",
  "language.done": "{language}: terminado",
  "language.done.text": "No le espera ningún ítem de este idioma. Continúe con otro.",
  "language.todo": { one: "{n} ítem", other: "{n} ítems" },
  "language.all": "Todos los idiomas, mezclados",
  "language.name": "Idioma de los próximos ítems",

  /* Notice of long work */

  "notice.text":
    "{time} en este ítem hasta ahora. Tómese lo que haga falta; si no se puede decidir, diga que duda, u omítalo.",
  "notice.hide": "Ocultar este aviso",
} as const satisfies Spanish<typeof en>;
