import type en from "./en";
import type { Spanish } from "./types";

export default {
  "app.name": "Morel",
  "app.title": "{page} · Morel",
  "app.loading": "Cargando…",
  "app.retry": "Reintentar",
  "app.close": "Cerrar",
  "app.cancel": "Cancelar",
  "app.more": "Mostrar más",
  "app.link": "El enlace",
  "app.copy": "Copiar",
  "app.copied": "Copiado",
  "app.undo": "Deshacer",

  "nav.home": "Morel, proyectos",
  "nav.overview": "Resumen",
  "nav.items": "Ítems",

  "display.name": "Presentación",

  "bell.name": "Notificaciones",
  "bell.unread": {
    one: "Notificaciones, {n} sin leer",
    many: "Notificaciones, {n} sin leer",
    other: "Notificaciones, {n} sin leer",
  },
  "account.name": "{initials}, cuenta de {name}",
  "account.projects": "Proyectos",
  "account.tasks": "Tareas compartidas",
  "account.own": "Cuenta",
  "account.logout": "Cerrar sesión",

  "role.annotator": "Anotador",
  "role.lead": "Responsable",

  "names.shown": "Los responsables ven los nombres desde el {since}. Motivo:",
  "names.shown.until": "Los responsables pudieron ver los nombres del {since} al {until}. Motivo:",
  "language.none": "Sin idioma",
  "number.percent": "{n}\u00a0%",
  "number.of": "{done} de {total}",

  "time.now": "ahora mismo",
  "time.minutes": "{n} min",
  "time.hours": "{h} h {min} min",

  "page.missing": "Aquí no hay nada",
  "page.missing.text": "No hay ninguna página en esta dirección, o no tiene acceso a ella.",
  "page.missing.home": "A los proyectos",
  "page.broken": "No se ha podido cargar esta página",

  "error.network": "Sin conexión",
  "error.network.text": "El servidor no responde. Todo seguirá en cuanto vuelva la conexión.",
  "error.answer": "El servidor ha dado una respuesta que Morel no entiende",
  "error.answer.text": "Estado {status}. Si persiste, avise a quienes administran este servidor.",
  "error.unknown": "Algo ha salido mal",
} as const satisfies Spanish<typeof en>;
