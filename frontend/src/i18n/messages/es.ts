import type { Spanish } from "../types";
import type en from "./en";

export default {
  "ask.name": "Preguntar al responsable",
  "ask.label": "Tu pregunta sobre este ítem",
  "ask.others": "Tus otras preguntas",
  "ask.open": "Abrir el ítem",

  "thread.name": "Mensajes",
  "thread.you": "Tú",
  "thread.gone": "Alguien que ya no está",
  "thread.note": "Lo ven tú y los responsables. Nunca forma parte de los datos.",
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
  "page.answer": "Tu respuesta",
  "page.item": "Ver el ítem",
  "page.none": "Ninguna pregunta te espera",
  "page.none.text": "Cuando alguien pregunte sobre un ítem, podrás leerlo y responder aquí.",
  "page.none.all": "Aún no hay preguntas",
} as const satisfies Spanish<typeof en>;
