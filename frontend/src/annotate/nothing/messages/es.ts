import type { Spanish } from "../../../messages/tables";
import type en from "./en";

export default {
  "done.title": "Todo hecho",
  "done.text":
    "Has enviado {n} de {total} ítems. No te espera nada más por ahora; los ítems nuevos aparecen aquí.",
  "noitems.title": "Todavía no hay ítems",
  "noitems.text":
    "Aún no hay nada que anotar en tus lenguas. Primero un responsable tiene que importar ítems.",
  "closed.title": "Esta lengua está cerrada",
  "closed.text":
    "Los responsables han cerrado las lenguas en las que trabajas. Lo que has enviado se conserva y cuenta.",
  "paused.title": "Tu trabajo está en pausa",
  "paused.text":
    "Un responsable lo ha puesto en pausa: por ahora no recibes nada nuevo. Lo que has enviado se conserva y cuenta.",
  "quota.title": "Has hecho tu parte",
  "quota.text":
    "Tienes tantos ítems como puede tener aquí una persona. Lo que has enviado se conserva y cuenta.",
  "done.mine": "Ver mis anotaciones",
  "done.projects": "A los proyectos",
  "done.again": "Mirar de nuevo",
  "gone.title": "Este ítem no es tuyo",
  "gone.text": "No existe, o se ha dado a otra persona. Lo que has enviado se conserva.",
  "gone.next": "Seguir con el ítem siguiente",
} as const satisfies Spanish<typeof en>;
