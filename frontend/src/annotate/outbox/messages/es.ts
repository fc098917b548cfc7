import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "outbox.title": "Lo que espera a ser enviado",
  "outbox.text": "Se conserva en este navegador, solo para ti, y se envía en cuanto se puede.",
  "outbox.nothing": "Ya no espera nada: el servidor lo tiene todo.",
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
} as const satisfies Spanish<typeof en>;
