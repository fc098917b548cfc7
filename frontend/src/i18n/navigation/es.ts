import type { Spanish } from "../types";
import type en from "./en";

export default {
  "nav.project": "Proyecto",
  "nav.review": "Revisión",
  "nav.curation": "Curaduría",
  "nav.questions": "Preguntas",
  "nav.questions.waiting": { one: "{n} pendiente", other: "{n} pendientes" },
  "nav.people": "Personas",
  "nav.settings": "Ajustes",
  "nav.import": "Importar",
  "nav.releases": "Publicaciones",
  "nav.annotate": "Anotar",

  "nav.gold": "Gold",
  "nav.tables": "Tablas",

  "nav.tasks": "Tareas compartidas",
  "nav.task": "Tarea compartida",
  "nav.leaderboard": "Clasificación",
  "nav.submissions": "Envíos",
  "nav.team": "Equipo",
  "nav.announcements": "Anuncios",
  "nav.messages.unread": { one: "{n} sin leer", other: "{n} sin leer" },
  "nav.questions.teams": { one: "{n} equipo espera respuesta", other: "{n} equipos esperan respuesta" },
  "nav.announcements.unread": { one: "{n} sin leer", other: "{n} sin leer" },
  "nav.team.own": "Equipo {team}",
  "nav.organizer": "Organización",
  "nav.organize": "Organizar",
  "nav.evaluation": "Evaluación",
  "nav.login": "Iniciar sesión",
  "nav.task.unpublished": "Sin publicar",
  "nav.task.synthetic": "Demostración: todos los sistemas son sintéticos.",
} as const satisfies Spanish<typeof en>;
