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
  "said.merged": { one: "{n} marca unida", other: "{n} marcas unidas" },
  "said.wiped": { one: "Se quitó {n} marca", other: "Se quitaron {n} marcas" },
  "said.selecting": "Seleccionado «{quote}», de {start} a {end}",
  "said.undone": "Deshecho",
  "said.redone": "Rehecho",
  "said.restored": "Lo que no se había guardado ha vuelto y se está guardando",

  "marks.count": { one: "{n} marca", other: "{n} marcas" },
  "marks.none": "Arrastra sobre las palabras que son falsas, o haz doble clic en una.",
  "marks.none.touch":
    "Mantén el dedo sobre una palabra errónea, mueve los bordes de la selección y toca «Marcar».",
  "marked.name": "Respuesta con sus marcas",
  "marked.start": "[marca: {label}]",
  "marked.end": "[fin de la marca]",
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
  "given.reopened": "Un responsable ha reabierto este ítem. Volverá a contar cuando lo envíes.",
  "given.reopened.reason": "Qué cambiar:",
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
  "saved.disk": "El disco del servidor está lleno: {changes}",
  "saved.network.submit": "No hay conexión: el envío está en cola",
  "saved.server.submit": "El servidor no responde: el envío está en cola",
  "saved.disk.submit": "El disco del servidor está lleno: el envío está en cola",
  "saved.signedout": "Inicia sesión de nuevo: {changes}",
  "saved.conflict": "Sin guardar: modificado en otro lugar",
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

  /* Marking tools */

  "marks.name": "Marcas",
  "marks.remove": "Quitar «{quote}»",
  "marks.relabel": "Etiqueta de «{quote}»",
  "marks.help": "Las flechas recorren las marcas, Intro lleva a los bordes de una, Retroceso la quita.",
  "skip.why": "¿Por qué omites este ítem?",
  "skip.example": "Por ejemplo: no está en una lengua que yo lea",
  "skip.missing": "Di por qué: los responsables lo leen.",
  "skip.ok": "Omitir",
  "strip.name": "Marca seleccionada",
  "strip.start": "Inicio",
  "strip.end": "Fin",
  "strip.start.back": "Empezar un carácter antes",
  "strip.start.on": "Empezar un carácter después",
  "strip.end.back": "Terminar un carácter antes",
  "strip.end.on": "Terminar un carácter después",
  "strip.remove": "Quitar la marca",
  "handle.start": "Arrastra para mover el inicio",
  "handle.end": "Arrastra para mover el fin",
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

  "queues.name": "Mis ítems",
  "queues.all": "Abrir en una página aparte",
  "queues.tab": "{name} {n}",
  "queues.todo": "Por hacer",
  "queues.draft": "Borradores",
  "queues.submitted": "Enviados",
  "queues.skipped": "Omitidos",
  "queues.todo.none": "Has empezado todos los ítems recibidos. El siguiente llega al enviar.",
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

  /* Save queue */

  "outbox.title": "Pendiente de envío",
  "outbox.text": "Se conserva en este navegador, solo para ti, y se envía en cuanto se puede.",
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
    "Lo conservó otra versión de Morel, en una forma que esta página no sabe leer. Recarga la página; si no ayuda, expórtalo.",

  "outbox.state.waiting": "se está enviando",
  "outbox.state.network": "no hay conexión",
  "outbox.state.server": "el servidor no responde",
  "outbox.state.disk": "el disco del servidor está lleno",
  "outbox.state.signedout": "espera a que inicies sesión de nuevo",
  "outbox.state.conflict": "modificado en otro lugar: ábrelo y elige una versión",

  "refused.no_project":
    "Sin guardar: ya no formas parte de este proyecto. Pregunta a un responsable; mientras tanto tu trabajo se queda en este navegador y se puede exportar",
  "refused.not_yours":
    "Sin guardar: este ítem no es tuyo, o se ha dado a otros. Pregunta a un responsable; tu trabajo se queda en este navegador y se puede exportar",
  "refused.item_gone":
    "Sin guardar: este ítem se retiró del proyecto. Tu trabajo se queda en este navegador y se puede exportar",
  "refused.language_closed":
    "Sin enviar: este idioma está cerrado. Lo que marcaste está guardado como borrador; pregunta a un responsable si aún cuenta",
  "refused.too_large":
    "Sin guardar: es más de lo que el servidor acepta de una vez. Acorta el comentario o exporta tu trabajo",
  "refused.unknown_label":
    "Sin guardar: las etiquetas del proyecto han cambiado. Recarga la página y revisa las etiquetas de este ítem",
  "refused.wrong_answer":
    "Sin guardar: la respuesta de esta página no es la que está almacenada. Exporta tu trabajo y recarga la página",
  "refused.incomplete": "Sin enviar: {detail}",
  "refused.other": "Sin guardar: {detail}",

  /* Conflicts and login */

  "signin.title": "Inicia sesión de nuevo",
  "signin.text":
    "Tu sesión ha terminado. No se pierde nada: lo que hay en la página se envía en cuanto vuelvas.",
  "signin.stranger":
    "Has iniciado sesión con otro nombre. Lo que hay en esta página pertenece a {name} y no se envía.",
  "conflict.title": "Este ítem se modificó en otro lugar",
  "conflict.text":
    "Mientras trabajabas aquí se guardó otra versión, quizá por ti en otra ventana. ¿Cuál quieres conservar?",
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
    "Has enviado {n} de {total} ítems. No te espera nada más por ahora; los ítems nuevos aparecen aquí.",
  "noitems.title": "Todavía no hay ítems",
  "noitems.text":
    "Aún no hay nada que anotar en tus lenguas. Primero un responsable tiene que importar ítems.",
  "closed.title": "Esta lengua está cerrada",
  "closed.text":
    "Los responsables han cerrado las lenguas en las que trabajas. Lo que has enviado se conserva y cuenta.",
  "paused.title": "Tu trabajo está en pausa",
  "paused.text":
    "Un responsable lo ha puesto en pausa: por ahora no recibes nada nuevo. Lo que has enviado se conserva y cuenta.",
  "quota.title": "Has hecho tu parte",
  "quota.text":
    "Tienes tantos ítems como puede tener aquí una persona. Lo que has enviado se conserva y cuenta.",
  "done.mine": "Ver mis anotaciones",
  "done.projects": "A los proyectos",
  "done.again": "Comprobar de nuevo",
  "gone.title": "Este ítem no es tuyo",
  "gone.text": "No existe, o se ha dado a otra persona. Lo que has enviado se conserva.",
  "gone.next": "Seguir con el ítem siguiente",
  "language.title": "¿En qué idioma quieres trabajar?",
  "language.text":
    "Recibes ítems de este idioma hasta que no quede ninguno. Puedes cambiarlo en cualquier momento en «Mis ítems».",
  "language.done": "{language}: terminado",
  "language.done.text": "No te espera ningún ítem de este idioma. Continúa con otro.",
  "language.todo": { one: "{n} ítem", other: "{n} ítems" },
  "language.all": "Todos los idiomas, mezclados",
  "language.name": "Idioma de los próximos ítems",

  /* Notice of long work */

  "notice.text":
    "{time} en este ítem hasta ahora. Tómate lo que haga falta; si no se puede decidir, di que dudas, o sáltalo.",
  "notice.hide": "Ocultar este aviso",
} as const satisfies Spanish<typeof en>;
