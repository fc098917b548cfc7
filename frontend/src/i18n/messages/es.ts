import type { Spanish } from "../types";
import type en from "./en";

export default {
  "ask.name": "Preguntar al responsable",
  "ask.label": "Su pregunta sobre este ítem",
  "ask.others": "Sus otras preguntas",
  "ask.open": "Abrir el ítem",

  "thread.name": "Mensajes",
  "thread.you": "Usted",
  "thread.gone": "Antiguo miembro",
  "thread.note": "Lo ven usted y los responsables. Nunca forma parte de los datos.",
  "thread.note.lead": "Lo ven el anotador y todos los responsables. Nunca forma parte de los datos.",
  "thread.send": "Enviar",
  "thread.sending": "Enviando…",

  "list.waits": "espera respuesta",
  "list.unread": { one: "{n} sin leer", other: "{n} sin leer" },
  "list.more": "Mostrar más",

  "page.title": "Preguntas · {project}",
  "page.name": "Preguntas",
  "page.filter": "Mostrar",
  "page.waiting": "Pendientes",
  "page.all": "Todas",
  "page.answer": "Su respuesta",
  "page.item": "Ver el ítem",
  "page.none": "Ninguna pregunta le espera",
  "page.none.text": "Cuando un anotador pregunte sobre un ítem, podrá leerlo y responder aquí.",
  "page.none.all": "Aún no hay preguntas",
} as const satisfies Spanish<typeof en>;
