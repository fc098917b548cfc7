import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "history.title": "Historial",
  "history.empty": "A este ítem todavía no le ha pasado nada.",
  "history.given": "lo recibió",
  "history.expired": "lo recibió y volvió al cabo de un tiempo",
  "history.skipped": "lo recibió y lo saltó",
  "history.skipped.why": "lo recibió y lo saltó: {reason}",
  "history.submitted": "envió",
  "history.imported": "importado",
  "history.revision": "revisión {n}",
  "history.marks": { one: "{n} marca", other: "{n} marcas" },
  "history.nothing": "nada que marcar",
  "history.excluded": "quedó fuera",
  "history.excluded.why": "quedó fuera: {reason}",
  "history.in-force": "vigente",
  "history.between": " · ",
  "history.by": "{what} · por {by}",
  "history.included": "cuenta de nuevo",
  "history.included.by": "cuenta de nuevo · por {by}",
  "history.decided": "decidió",
  "history.decided.why": "decidió: {note}",
  "history.withdrawn": "retiró la decisión",
} as const satisfies Spanish<typeof en>;
