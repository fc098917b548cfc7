import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "queues.name": "Mis ítems",
  "queues.all": "En su propia página",
  "queues.tab": "{name} {n}",
  "queues.todo": "Por hacer",
  "queues.draft": "Borradores",
  "queues.submitted": "Enviados",
  "queues.skipped": "Omitidos",
  "queues.todo.none": "No espera nada que no hayas empezado. El siguiente ítem llega al enviar.",
  "queues.draft.none": "Ningún borrador.",
  "queues.submitted.none": "Aún no se ha enviado nada.",
  "queues.skipped.none": "No se ha omitido ninguno.",
  "queues.search": "Buscar en estas preguntas",
  "queues.notfound": "Ninguna de las preguntas listadas hasta ahora contiene estas palabras.",

  "queues.current": "En curso",
  "queues.edited": "Modificado después, sin enviar de nuevo",
  "queues.marks": { one: "{n} marca", other: "{n} marcas" },
  "queues.nothing": "Nada que marcar",
  "queues.unsure": "Con dudas",
  "queues.today": "Hoy: {n} enviados en {time}",

  "title.mine": "Mis anotaciones · {project}",
  "queue.continue": "Anotar",
  "mine.title": "Mis anotaciones",
} as const satisfies Spanish<typeof en>;
