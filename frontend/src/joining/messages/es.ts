import type { Spanish } from "../../messages/tables";
import type en from "./en";

export default {
  "page.title": "Invitación",

  "offer.annotate": "Te invitan a anotar en",
  "offer.lead": "Te invitan a dirigir",
  "offer.by": "Te invita {name}",
  "offer.languages": "En {languages}",

  "join.as": "Unirse como {name}",
  "join.other": "Soy otra persona",
  "join.have": "Ya tengo una cuenta",
  "join.new": "Necesito una cuenta",

  "signup.title": "Te damos la bienvenida a Morel",
  "signup.text": "Después, quienes dirigen los proyectos te invitan.",

  "new.title": "Crea tu cuenta",
  "new.name": "Tu nombre",
  "new.name.hint": "Como lo ven los responsables. Nunca forma parte de los datos.",
  "new.username": "Nombre para entrar",
  "new.password": "Contraseña",
  "new.password.hint": "Al menos ocho caracteres.",
  "new.submit": "Unirse",

  "wrong.username_taken": "Alguien ya se llama así aquí. Elige otro nombre, o entra si eres tú.",
  "wrong.username": "Solo letras, cifras y @ . + - _",
  "wrong.password_too_short": "Demasiado corta: al menos ocho caracteres.",
  "wrong.password_too_common": "Demasiado común: la adivinarían.",
  "wrong.password_too_similar": "Se parece demasiado a tu nombre.",
} as const satisfies Spanish<typeof en>;
