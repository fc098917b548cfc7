import type { Spanish } from "../types";
import type en from "./en";

export default {
  /* Account and password reset */

  "page.title": "Cuenta",
  "page.purpose": "Cambie su contraseña, su correo electrónico y su forma de iniciar sesión.",
  "password.name": "Contraseña",
  "password.old": "Contraseña actual",
  "password.new": "Contraseña nueva",
  "password.hint": "Al menos ocho caracteres. Se cierra tu sesión en todos los demás sitios.",
  "password.change": "Cambiar la contraseña",
  "password.changed": "La contraseña ha cambiado.",
  "password.none": "Esta cuenta no tiene contraseña: se entra por su enlace.",
  "email.name": "Correo electrónico",
  "email.hint":
    "Aquí se envían los enlaces para una contraseña nueva, y los avisos de entradas desde un navegador nuevo y de cambios del segundo factor. No se envía nada más.",
  "email.change": "Guardar la dirección",
  "email.changed": "La dirección está guardada.",
  "sessions.name": "Dónde tienes sesión abierta",
  "sessions.here": "Este navegador",
  "sessions.unknown": "Navegador desconocido",
  "sessions.on": "{browser} en {system}",
  "sessions.seen": "Última actividad: {when}",
  "sessions.end": "Cerrar sesión allí",
  "sessions.end.name": "Cerrar la sesión de {what}",
  "sessions.others": "Cerrar las demás sesiones",
  "factor.name": "Segundo factor",
  "factor.off":
    "Desactivado. Si lo activas, al entrar con contraseña se pide también un código de una aplicación de tu teléfono.",
  "factor.on": {
    one: "Activado. Queda un código de recuperación.",
    other: "Activado. Códigos de recuperación restantes: {n}.",
  },
  "factor.set_up": "Configurar",
  "factor.scan": "Escanéalo con una aplicación de autenticación. Después escribe el código que muestra.",
  "factor.qr": "Código QR para una aplicación de autenticación",
  "factor.secret": "O escribe este secreto en la aplicación:",
  "factor.code": "Código",
  "factor.turn_on": "Activar",
  "factor.turn_off": "Desactivar",
  "factor.renew": "Crear códigos de recuperación nuevos",
  "factor.codes":
    "Estos son tus códigos de recuperación. Cada uno sustituye una vez a un código de la aplicación, si pierdes el teléfono. Guárdalos en un lugar seguro: no se muestran otra vez.",
  "wrong.wrong_code": "Este código es erróneo, demasiado antiguo o ya usado.",
  "wrong.not_password": "Esta no es tu contraseña.",
  "wrong.email": "Esto no es una dirección de correo.",
  "wrong.password_too_short": "Demasiado corta: al menos ocho caracteres.",
  "wrong.password_too_common": "Demasiado común: la adivinarían.",
  "wrong.password_too_similar": "Demasiado parecida a tu nombre.",
  "reset.title": "Una contraseña nueva",
  "reset.text": "Escribe el correo de tu cuenta. Recibirás un enlace para elegir una contraseña nueva.",
  "reset.ask": "Enviar el enlace",
  "reset.sent": "Si una cuenta tiene esta dirección, el enlace va de camino. Vale un día, y una sola vez.",
  "reset.for": "Para la cuenta {name}",
  "reset.set": "Establecer la contraseña",
  "reset.done": "Tu nueva contraseña está lista. Entra con ella.",
  "reset.over": "Este enlace ya no es válido",
  "reset.over.text": "Ya se usó, es demasiado antiguo o está incompleto. Pide otro.",
  "reset.again": "Enviar un enlace nuevo",
  "reset.login": "Ir a iniciar sesión",

  /* Invitation and new account */

  "join.title": "Invitación",

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

  "setup.title": "Configurar este sitio",
  "setup.text":
    "Creas la cuenta de administración del sitio, que crea proyectos y decide quién más puede crearlos.",
  "setup.submit": "Crear la cuenta",
  "setup.over": "Este enlace de configuración ya no es válido",
  "setup.over.text":
    "El sitio ya está configurado, o el servidor se ha reiniciado desde entonces, o el enlace tiene más de un día. Si todavía no hay ninguna cuenta, reinicia el servidor: muestra un enlace nuevo.",

  "new.title": "Crea tu cuenta",
  "new.name": "Tu nombre",
  "new.name.hint": "Como lo ven los responsables. Nunca forma parte de los datos.",
  "new.username": "Nombre para entrar",
  "new.password": "Contraseña",
  "new.password.hint": "Al menos ocho caracteres.",
  "new.submit": "Unirse",

  "signup.wrong.username_taken": "Este nombre ya está en uso. Elige otro, o entra si eres tú.",
  "signup.wrong.username": "Solo letras, cifras y @ . + - _",
  "signup.wrong.password_too_short": "Demasiado corta: al menos ocho caracteres.",
  "signup.wrong.password_too_common": "Demasiado común: la adivinarían.",
  "signup.wrong.password_too_similar": "Se parece demasiado a tu nombre.",

  /* Login */

  "login.title": "Iniciar sesión",
  "login.username": "Nombre",
  "login.password": "Contraseña",
  "login.submit": "Entrar",
  "login.wrong": "El nombre y la contraseña no coinciden.",
  "login.code.hint": "Seis dígitos de tu aplicación de autenticación, o un código de recuperación.",
  "login.locked": {
    one: "Demasiadas contraseñas erróneas. Inténtalo en un minuto.",
    other: "Demasiadas contraseñas erróneas. Inténtalo en {n} minutos.",
  },
  "login.forgotten": "¿Has olvidado la contraseña?",
  "login.signup": "Crear una cuenta",
  "login.setup":
    "Todavía nadie tiene cuenta aquí. Abre el enlace de configuración que mostró el servidor al arrancar.",
  "login.note": "Lo que marcaste en este equipo sin conexión se conserva y se envía en cuanto entres.",
  "login.motto.alike": "La colmenilla verdadera tiene dobles.",
  "login.motto.facts": "Los hechos también.",

  /* Single sign-on */

  way: "Entrar con {name}",
  "back.cancelled": "Se canceló allí. No ha cambiado nada.",
  "back.failed":
    "No ha funcionado. Inténtalo otra vez. Si vuelve a fallar, contacta con el administrador del sitio.",
  "back.by_invitation":
    "Nadie entra todavía aquí con esa cuenta. Sigue el enlace de una invitación, o entra con tu nombre y tu contraseña y vincúlala en la página de tu cuenta.",
  "back.account_closed": "Tu cuenta está cerrada aquí. Contacta con el administrador del sitio.",
  "back.sign_on_taken": "Esa cuenta es aquí de otra persona.",
  "back.linked": "Está vinculada: desde ahora puedes entrar con ella.",
  "linked.name": "Cuentas con las que entras",
  "linked.hint":
    "También puedes entrar con una cuenta de otro sitio. Morel solo guarda de ella tu identidad.",
  "linked.none": "Aquí no hay contraseña: entras con una cuenta de otro sitio.",
  "linked.gone": "Ya no se ofrece aquí",
  "link.password": "Tu contraseña aquí, para vincular una cuenta",
  "link.add": "Vincular {name}",
  "unlink.do": "Desvincular",
  "unlink.name": "Desvincular {what}",
} as const satisfies Spanish<typeof en>;
