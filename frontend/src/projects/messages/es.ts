import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "projects.title": "Proyectos",
  "projects.new": "Nuevo proyecto",
  "projects.morning": "Buenos días, {name}",
  "projects.afternoon": "Buenas tardes, {name}",
  "projects.evening": "Buenas noches, {name}",
  "projects.today": { one: "{n} respuesta enviada hoy", other: "{n} respuestas enviadas hoy" },
  "projects.today.none": "Hoy todavía no has enviado nada",

  "projects.languages": { one: "{n} lengua", other: "{n} lenguas" },
  "projects.role": "{role} · {languages}",

  "next.stopped": "Te detuviste en mitad de «{question}».",
  "next.draft": {
    one: "Se conserva {n} marca como borrador.",
    other: "Se conservan {n} marcas como borrador.",
  },
  "next.draft.none": "Se conserva como borrador, sin marcas por ahora.",
  "next.start": {
    one: "Hay {n} respuesta que aún no has hecho.",
    other: "Hay {n} respuestas que aún no has hecho.",
  },
  "next.done": "{done} de {total} hechas",
  "next.drafts": { one: "{n} borrador", other: "{n} borradores" },
  "next.skipped": "{n} omitidas",
  "next.continue": "Continuar",
  "next.begin": "Empezar",
  "next.mine": "Mis anotaciones",

  "card.todo": "Por hacer",
  "card.submitted": "Enviados",
  "card.drafts": "Borradores",
  "card.complete": "Completos",
  "card.agreement": "Acuerdo, {items}",
  "card.items": { one: "{n} ítem", other: "{n} ítems" },
  "card.agreement.none": "aún no",
  "card.policy": "Criterio",
  "card.mine": "Mi propio trabajo",
  "card.annotate": "Anotar",
  "card.progress": "{percent} completo",

  "empty.title": "Todavía no hay proyectos",
  "empty.text":
    "Un proyecto reúne las respuestas por revisar, las personas que las marcan y el gold que resulta. En cuanto alguien te añada a uno, aparecerá aquí.",
  "empty.admin":
    "Tú administras este servidor: los proyectos empiezan contigo. Quien dirige uno importa respuestas e invita a personas.",
} as const satisfies Spanish<typeof en>;
