export default {
  title: "Sugerencias de {source}, versión {version}",
  open: { one: "{n} abierta", other: "{n} abiertas" },
  none: "La fuente no ha marcado nada en esta respuesta.",
  hint: "Nada se marca hasta que usted lo acepta. Juzgue la respuesta por su cuenta.",
  revealed:
    "Su respuesta está guardada. Compárela con las sugerencias: consérvela, o cámbiela y envíela de nuevo.",
  accept: "Aceptar",
  "accept.name": "Aceptar «{quote}»",
  dismiss: "Descartar",
  "dismiss.name": "Descartar «{quote}»",
  reopen: "Reabrir",
  "reopen.name": "Reabrir «{quote}»",
  "state.accepted": "Aceptada",
  "state.dismissed": "Descartada",
  "said.accepted": "Aceptada: «{quote}», caracteres {start} a {end}",
  "said.dismissed": "Descartada: «{quote}»",
  "said.reopened": "Abierta de nuevo: «{quote}»",

  "policy.title": "Sugerencias",
  "policy.text":
    "Los anotadores pueden ver lo que una fuente ha marcado y aceptarlo marca por marca. Las sugerencias influyen en el juicio: los anotadores se acercan al modelo y no son más rápidos de forma medible. El acuerdo y el gold indican entonces que el trabajo estuvo expuesto a sugerencias.",
  "policy.mode": "Los anotadores ven sugerencias",
  "policy.blind": "Nunca",
  "policy.blind_then_reveal": "Después de su primera respuesta",
  "policy.shown": "Desde el principio",
  "policy.source": "Fuente",
  "policy.none": "Importe primero una ejecución de un modelo o juez, en Datos → Fuentes.",
  "policy.share": "Parte de los ítems a ciegas (%)",
  "policy.share.hint":
    "De 20 a 100. Se sortea por ítem con la semilla del proyecto, igual para todos los anotadores.",
  "policy.later": "Los cambios se aplican a los ítems que un anotador reciba a partir de ahora.",
  "policy.exposed": {
    one: "{n} ítem de un anotador ha mostrado sugerencias.",
    other: "{n} ítems de anotadores han mostrado sugerencias.",
  },
} as const;
