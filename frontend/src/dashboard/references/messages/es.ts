import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "references.title": "Referencias",
  "references.served": {
    one: "{served} de {n} elemento tiene su página de Wikipedia",
    other: "{served} de {n} elementos tienen su página de Wikipedia",
  },
  "references.snapshots": { one: "{n} copia guardada", other: "{n} copias guardadas" },
  "references.none":
    "Ningún elemento remite a una página de Wikipedia. Los que se importan con un wikipedia_url sí, y sus páginas se obtienen desde aquí.",
  "references.off":
    "La obtención de páginas está desactivada en este servidor (MOREL_WIKIPEDIA). Los anotadores ven la dirección de una página en lugar de su texto.",
  "references.unread": "No se ha podido leer el estado de las referencias",

  "fetch.missing": "Obtener las referencias",
  "fetch.missing.title": "Obtiene las páginas de las que aún no hay nada guardado",
  "fetch.resume": "Seguir obteniendo",
  "fetch.all": "Obtener todo de nuevo",
  "fetch.all.title":
    "Toma una copia nueva de cada página que ha cambiado. Los elementos ya mostrados conservan la suya.",
  "fetch.stop": "Detener",
  "fetch.failed": "No se ha podido empezar",

  "run.waiting": "Espera su turno",
  "run.running": "Páginas pedidas: {done} de {n}",
  "run.text": "Sigue aunque salgas de esta página.",
  "run.stopped": "Detenido en la página {done} de {n}. Lo obtenido se conserva.",
  "run.ended": "Terminado antes de tiempo, en la página {done} de {n}. Lo obtenido se conserva.",

  "problems.title": {
    one: "{n} página no se ha podido obtener",
    other: "{n} páginas no se han podido obtener",
  },
  "problems.stored": "Hay una copia anterior.",
  "problems.items": { one: "Elemento {items}", other: "Elementos {items}" },
  "problems.more": { one: "{items} y {n} más", other: "{items} y {n} más" },
  "problems.fix":
    "Lo que no existe con su título hay que importarlo con otro; lo que no se ha alcanzado se puede intentar de nuevo.",
} as const satisfies Spanish<typeof en>;
