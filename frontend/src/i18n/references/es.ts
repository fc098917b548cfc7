import type { Spanish } from "../types";
import type en from "./en";

export default {
  /* Reference pages */

  "reference.name": "Referencia",
  "reference.wikipedia": "Wikipedia, {language}",
  "reference.text": "Texto de referencia",
  "reference.publication": "Publicación",
  "reference.revision": "revisión {revision}",
  "reference.open": "Abrir la página",
  "reference.contents": "Contenido",
  "reference.top": "Inicio",
  "reference.link": "El texto de esta referencia no está guardado aquí. Léalo en su fuente:",

  "find.name": "Buscar en la página",
  "find.count": "{at} de {total}",
  "find.none": "Sin coincidencias",
  "find.on": "Coincidencia siguiente (Intro)",
  "find.back": "Coincidencia anterior (Mayús Intro)",
  "find.alike": "La misma fecha o el mismo número, escrito de otra forma.",
  "find.near": "No literalmente. El pasaje más cercano está marcado.",
  "find.approach": "Buscar el pasaje más cercano",
  "find.nothing": "Nada parecido en esta página.",

  "tabs.name": "Páginas",
  "tab.waiting": "Cargando",
  "tab.failed": "No disponible",
  "languages.count": { one: "{n} idioma", other: "{n} idiomas" },

  "state.waiting": "Esta página se está obteniendo. Aparecerá aquí por sí sola.",
  "state.failed": "No se ha podido obtener esta página: {problem}",
  "state.cut":
    "No se puede contactar con Morel, y esta página aún no está en este navegador. Se intenta de nuevo por sí solo.",
  "state.fetch": "Obtenerla",
  "state.retry": "Reintentar",
  "problem.bad_answer": "lo que ha llegado no es una respuesta de Wikipedia.",
  "problem.bad_title": "ninguna página puede llevar este título.",
  "problem.busy": "Wikipedia está ocupada.",
  "problem.changed": "la página se editó mientras se leía.",
  "problem.failure": "algo ha fallado en este servidor.",
  "problem.missing": "no hay ninguna página con este título.",
  "problem.namespace": "no es un artículo, y solo se consultan artículos.",
  "problem.off": "la obtención de páginas está desactivada en este servidor.",
  "problem.other_wiki": "el título lleva a otro wiki.",
  "problem.rate_limited": "Wikipedia pide menos solicitudes.",
  "problem.refused": "Wikipedia ha rechazado la solicitud.",
  "problem.server_error": "Wikipedia comunica un error de servidor.",
  "problem.timeout": "Wikipedia no ha respondido a tiempo.",
  "problem.too_large": "la página es demasiado grande.",
  "problem.unreachable": "no se ha podido contactar con Wikipedia.",

  "evidence.for": "Prueba para «{quote}»",
  "evidence.detach": "Separar",
  "evidence.attach": "Adjuntar la selección",
  "evidence.sentence": "Seleccionar esta frase",
  "evidence.instead": "Adjuntar en su lugar",
  "evidence.silent": "La referencia no dice nada",
  "evidence.choose": "Seleccione el pasaje en la página, o búsquelo.",
  "evidence.nomark": "Seleccione antes una marca: una prueba es de una marca.",
  "evidence.attached": "Prueba adjuntada para «{quote}»",
  "evidence.show": "Mostrarla en la página",
  "evidence.replace": "Sustituir «{text}»",
  "evidence.remove": "Quitar «{text}»",

  "link.remove": "Quitar {title}",

  "add.name": "Dirección o título de la página",
  "add.in": "Títulos en",
  "add.ok": "Añadir",
  "add.found": "Títulos encontrados",
  "add.none": "Ningún título empieza por «{text}».",
  "add.failed": "Ahora no se pueden buscar títulos: {problem} Aun así se puede pegar una dirección.",
  "refusal.bad_address": "Esto no es la dirección de una página web.",
  "refusal.bad_title": "Ninguna página puede llevar este título.",
  "refusal.namespace": "No es un artículo: solo se consultan artículos.",
  "refusal.no_language": "La dirección no dice en qué idioma, como en de.wikipedia.org.",
  "refusal.no_title": "La dirección no nombra ninguna página.",
  "refusal.not_https": "Otras fuentes solo se aceptan con una dirección https.",
  "refusal.not_wikipedia": "Esto no es la dirección de una página de Wikipedia.",
  "refusal.other_wiki": "Es otro wiki, no una Wikipedia.",
  "refusal.scheme": "Esto no es la dirección de una página web.",
  "refusal.too_long": "La dirección es demasiado larga.",
  "refusal.unknown_language": "No hay ninguna Wikipedia en este idioma.",

  /* References of a project */

  "references.title": "Referencias",
  "references.served": {
    one: "{served} de {n} ítem tiene su página de Wikipedia",
    other: "{served} de {n} ítems tienen su página de Wikipedia",
  },
  "references.snapshots": { one: "{n} copia guardada", other: "{n} copias guardadas" },
  "references.none":
    "Ningún ítem remite a una página de Wikipedia. Los que se importan con un wikipedia_url sí, y sus páginas se obtienen desde aquí.",
  "references.off":
    "La obtención de páginas está desactivada en este servidor (MOREL_WIKIPEDIA). Los anotadores ven la dirección de una página en lugar de su texto.",
  "references.unread": "No se ha podido cargar el estado de las referencias",

  "fetch.missing": "Obtener las referencias",
  "fetch.missing.title": "Obtiene las páginas que aún no están guardadas",
  "fetch.resume": "Reanudar la obtención",
  "fetch.all": "Obtener todo de nuevo",
  "fetch.all.title":
    "Toma una copia nueva de cada página que ha cambiado. Los ítems ya mostrados a un anotador conservan la suya.",
  "fetch.stop": "Detener",
  "fetch.failed": "No se ha podido iniciar la obtención",

  "run.waiting": "Espera su turno",
  "run.running": "Páginas pedidas: {done} de {n}",
  "run.text": "La obtención continúa aunque salga de esta página.",
  "run.stopped": "Detenido en la página {done} de {n}. Lo obtenido se conserva.",
  "run.ended": "Terminado antes de tiempo, en la página {done} de {n}. Lo obtenido se conserva.",

  "problems.title": {
    one: "{n} página no se ha podido obtener",
    other: "{n} páginas no se han podido obtener",
  },
  "problems.stored": "Hay una copia anterior.",
  "problems.items": { one: "Ítem {items}", other: "Ítems {items}" },
  "problems.more": { one: "{items} y {n} más", other: "{items} y {n} más" },
  "problems.fix":
    "Si un título no existe, importe el ítem con otro. Si no se ha podido llegar a una página, inténtelo de nuevo.",
} as const satisfies Spanish<typeof en>;
