import type { French } from "../types";
import type en from "./en";

export default {
  /* Account and password reset */

  "page.title": "Compte",
  "page.purpose": "Modifiez votre mot de passe, votre adresse e-mail et votre mode de connexion.",
  "password.name": "Mot de passe",
  "password.old": "Mot de passe actuel",
  "password.new": "Nouveau mot de passe",
  "password.hint": "Au moins huit caractères. Vous êtes déconnecté partout ailleurs.",
  "password.change": "Changer le mot de passe",
  "password.changed": "Le mot de passe a été modifié.",
  "password.none": "Ce compte n’a pas de mot de passe\u00a0: on y entre par son lien.",
  "email.name": "Adresse e-mail",
  "email.hint":
    "C’est là que sont envoyés les liens vers un nouveau mot de passe, et les avis de connexion depuis un nouveau navigateur ou de changement du second facteur. Les notifications que vous choisissez y sont aussi envoyées.",
  "email.change": "Enregistrer l’adresse",
  "email.changed": "L’adresse est enregistrée.",
  "sessions.name": "Où vous êtes connecté",
  "sessions.here": "Ce navigateur",
  "sessions.unknown": "Navigateur inconnu",
  "sessions.on": "{browser} sur {system}",
  "sessions.seen": "Dernière activité\u00a0: {when}",
  "sessions.end": "Déconnecter",
  "sessions.end.name": "Déconnecter {what}",
  "sessions.others": "Déconnecter partout ailleurs",
  "factor.name": "Second facteur",
  "factor.off":
    "Désactivé. Une fois activé, la connexion par mot de passe demande aussi un code d’une application de votre téléphone.",
  "factor.on": {
    one: "Activé. Codes de secours restants\u00a0: {n}.",
    other: "Activé. Codes de secours restants\u00a0: {n}.",
  },
  "factor.set_up": "Configurer",
  "factor.scan":
    "Scannez ce code avec une application d’authentification, puis saisissez le code qu’elle affiche.",
  "factor.qr": "Code QR pour une application d’authentification",
  "factor.secret": "Ou saisissez ce secret dans l’application\u00a0:",
  "factor.code": "Code",
  "factor.turn_on": "Activer",
  "factor.turn_off": "Désactiver",
  "factor.renew": "Créer de nouveaux codes de secours",
  "factor.codes":
    "Voici vos codes de secours. Chacun remplace une fois un code de l’application, si vous perdez votre téléphone. Conservez-les en lieu sûr\u00a0: ils ne seront plus affichés.",
  "wrong.wrong_code": "Ce code est erroné, trop ancien ou déjà utilisé.",
  "wrong.not_password": "Ce n’est pas votre mot de passe.",
  "wrong.email": "Ce n’est pas une adresse e-mail.",
  "wrong.password_too_short": "Trop court\u00a0: au moins huit caractères.",
  "wrong.password_too_common": "Trop courant\u00a0: on le devinerait.",
  "wrong.password_too_similar": "Trop proche de votre nom.",
  "reset.title": "Un nouveau mot de passe",
  "reset.text":
    "Saisissez l’adresse e-mail de votre compte. Vous recevrez un lien pour choisir un nouveau mot de passe.",
  "reset.ask": "Envoyer le lien",
  "reset.sent":
    "Si un compte a cette adresse, le lien est en route. Il est valable un jour et ne sert qu’une fois.",
  "reset.for": "Pour le compte {name}",
  "reset.set": "Définir le mot de passe",
  "reset.done": "Votre nouveau mot de passe est défini. Utilisez-le pour vous connecter.",
  "reset.over": "Ce lien n’est plus valable",
  "reset.over.text": "Il a déjà servi, est trop ancien ou incomplet. Demandez-en un autre.",
  "reset.again": "Envoyer un nouveau lien",
  "reset.login": "Vers la connexion",

  /* Invitation and new account */

  "join.title": "Invitation",

  "offer.annotate": "Vous êtes invité à annoter dans",
  "offer.lead": "Vous êtes invité à diriger",
  "offer.by": "Invité par {name}",
  "offer.languages": "En {languages}",

  "join.as": "Rejoindre en tant que {name}",
  "join.other": "Je suis quelqu’un d’autre",
  "join.have": "J’ai un compte",
  "join.new": "Il me faut un compte",

  "signup.title": "Bienvenue sur Morel",
  "signup.text": "Les responsables vous invitent ensuite dans leurs projets.",

  "setup.title": "Configurer ce site",
  "setup.text":
    "Vous créez le compte de l’administrateur du site : l’administrateur crée les projets et décide qui d’autre peut en créer.",
  "setup.submit": "Créer le compte",
  "setup.over": "Ce lien de configuration n’est plus valable",
  "setup.over.text":
    "Le site est déjà configuré, ou le serveur a été redémarré depuis, ou le lien date de plus d’un jour. S’il n’y a pas encore de compte, redémarrez le serveur\u00a0: il affiche un nouveau lien.",

  "new.title": "Créez votre compte",
  "new.name": "Votre nom",
  "new.name.hint": "Tel que les responsables le voient. Il ne fait jamais partie des données.",
  "new.username": "Nom de connexion",
  "new.password": "Mot de passe",
  "new.password.hint": "Au moins huit caractères.",
  "new.submit": "Rejoindre",

  "signup.wrong.username_taken":
    "Ce nom est déjà pris. Choisissez-en un autre, ou connectez-vous si c’est vous.",
  "signup.wrong.username": "Lettres, chiffres et @ . + - _ seulement.",
  "signup.wrong.password_too_short": "Trop court : au moins huit caractères.",
  "signup.wrong.password_too_common": "Trop courant : on le devinerait.",
  "signup.wrong.password_too_similar": "Trop proche de votre nom.",

  /* Login */

  "login.title": "Connexion",
  "login.username": "Nom",
  "login.password": "Mot de passe",
  "login.submit": "Se connecter",
  "login.wrong": "Nom ou mot de passe incorrect.",
  "login.code.hint": "Les six chiffres de votre application d’authentification, ou un code de secours.",
  "login.locked": {
    one: "Trop de mots de passe erronés. Réessayez dans une minute.",
    other: "Trop de mots de passe erronés. Réessayez dans {n} minutes.",
  },
  "login.forgotten": "Mot de passe oublié\u202f?",
  "login.signup": "Créer un compte",
  "login.setup":
    "Personne n’a encore de compte ici. Ouvrez le lien de configuration que le serveur a affiché à son démarrage.",
  "login.note":
    "Les marques faites sur cet appareil sans connexion sont conservées. Elles seront envoyées après votre connexion.",
  "login.motto.alike": "La vraie morille a ses sosies.",
  "login.motto.facts": "Les faits aussi.",

  /* Single sign-on */

  way: "Se connecter avec {name}",
  "back.cancelled": "L’opération a été annulée sur l’autre site. Rien n’a changé.",
  "back.failed":
    "La connexion a échoué. Réessayez. Si l’échec se répète, contactez l’administrateur du site.",
  "back.by_invitation":
    "Aucun compte de ce site n’est encore lié à cette connexion. Suivez le lien d’une invitation, ou connectez-vous avec votre nom et votre mot de passe, puis liez-la sur la page de votre compte.",
  "back.account_closed": "Votre compte est fermé ici. Contactez l’administrateur du site.",
  "back.sign_on_taken": "Ce compte appartient ici à quelqu’un d’autre.",
  "back.linked": "Il est lié\u00a0: vous pouvez désormais vous connecter avec lui.",
  "linked.name": "Comptes avec lesquels vous vous connectez",
  "linked.hint":
    "Vous pouvez aussi vous connecter avec un compte ailleurs. Morel n’en conserve que votre identité.",
  "linked.none": "Ce compte n’a pas de mot de passe. Connectez-vous avec un compte lié.",
  "linked.gone": "N’est plus proposé ici",
  "link.password": "Votre mot de passe ici, pour lier un compte",
  "link.add": "Lier {name}",
  "unlink.do": "Délier",
  "unlink.name": "Délier {what}",
} as const satisfies French<typeof en>;
