export default {
  title: "Suggestions de {source}, version {version}",
  open: { one: "{n} ouverte", other: "{n} ouvertes" },
  none: "La source n’a rien marqué dans cette réponse.",
  hint: "Rien n’est marqué tant que vous ne l’acceptez pas. Jugez la réponse vous-même.",
  revealed:
    "Votre réponse est enregistrée. Comparez-la aux suggestions\u00a0: gardez-la, ou modifiez-la et soumettez de nouveau.",
  accept: "Accepter",
  "accept.name": "Accepter «\u00a0{quote}\u00a0»",
  dismiss: "Rejeter",
  "dismiss.name": "Rejeter «\u00a0{quote}\u00a0»",
  reopen: "Rouvrir",
  "reopen.name": "Rouvrir «\u00a0{quote}\u00a0»",
  "state.accepted": "Acceptée",
  "state.dismissed": "Rejetée",
  "said.accepted": "Acceptée\u00a0: «\u00a0{quote}\u00a0», caractères {start} à {end}",
  "said.dismissed": "Rejetée\u00a0: «\u00a0{quote}\u00a0»",
  "said.reopened": "De nouveau ouverte\u00a0: «\u00a0{quote}\u00a0»",

  "policy.title": "Suggestions",
  "policy.text":
    "Les annotateurs peuvent voir ce qu’une source a marqué et l’accepter marque par marque. Les suggestions influencent le jugement\u00a0: les annotateurs se rapprochent du modèle sans être mesurablement plus rapides. L’accord et le gold indiquent alors que le travail a été exposé.",
  "policy.mode": "Les annotateurs voient les suggestions",
  "policy.blind": "Jamais",
  "policy.blind_then_reveal": "Après leur première réponse",
  "policy.shown": "Dès le début",
  "policy.source": "Source",
  "policy.none": "Importez d’abord une exécution d’un modèle ou d’un juge, sous Données → Sources.",
  "policy.share": "Part des items à l’aveugle (%)",
  "policy.share.hint":
    "De 20 à 100. Tirée par item avec la graine du projet, de même pour tous les annotateurs.",
  "policy.later": "Les changements s’appliquent aux items qu’un annotateur reçoit désormais.",
  "policy.exposed": {
    one: "Suggestions montrées pour {n} item d’un annotateur.",
    other: "Suggestions montrées pour {n} items d’annotateurs.",
  },
} as const;
