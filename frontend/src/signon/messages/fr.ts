import type { French } from "../../messages/tables";
import type en from "./en";

export default {
  way: "Se connecter avec {name}",
  "back.cancelled": "C’était annulé là-bas. Rien n’a changé.",
  "back.failed":
    "Cela n’a pas fonctionné. Réessayez\u202f; si l’échec se répète, signalez-le à qui s’occupe de ce site.",
  "back.by_invitation":
    "Personne ne se connecte encore ici avec ce compte. Suivez le lien d’une invitation, ou connectez-vous avec votre nom et votre mot de passe, puis liez-le sur la page de votre compte.",
  "back.account_closed": "Votre compte est fermé ici. Adressez-vous à qui s’occupe de ce site.",
  "back.sign_on_taken": "Ce compte appartient ici à quelqu’un d’autre.",
  "back.linked": "Il est lié\u00a0: vous pouvez désormais vous connecter avec lui.",
  "linked.name": "Comptes avec lesquels vous vous connectez",
  "linked.hint":
    "Un compte ailleurs peut être une autre entrée dans celui-ci. On n’en garde que qui vous y êtes.",
  "linked.none": "Il n’y a pas de mot de passe ici\u00a0: vous vous connectez avec un compte ailleurs.",
  "linked.gone": "N’est plus proposé ici",
  "link.password": "Votre mot de passe ici, pour lier un compte",
  "link.add": "Lier {name}",
  "unlink.do": "Délier",
  "unlink.name": "Délier {what}",
} as const satisfies French<typeof en>;
