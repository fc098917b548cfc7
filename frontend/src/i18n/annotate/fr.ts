import type { French } from "../types";
import type en from "./en";

export default {
  /* Workspace */

  "title.annotate": "Annoter · {project}",

  "queue.item": "Item {n} sur {total}",
  "queue.done": "{done} sur {total} soumis",
  "queue.progress": "{done} items soumis sur {total}",
  "queue.name": "Navigation entre les items",
  "queue.previous": "Item précédent",
  "queue.next": "Item suivant",
  "queue.step": "{name} ({key})",

  "guidelines.name": "Consignes",

  "keys.name": "Touches",

  "answer.name": "Réponse",
  "answer.empty": "Réponse vide : comptée comme une abstention",
  "snap.name": "Ajuster aux",
  "snap.words": "Mots",
  "snap.characters": "Caractères",
  "snap.other": "Maintenez {key} en glissant pour l’autre façon",
  "labels.name": "Étiquette des marques",
  "answer.undo": "Annuler",
  "answer.redo": "Rétablir",
  "answer.help":
    "Les flèches déplacent un curseur, avec Maj elles sélectionnent, Entrée marque la sélection. La liste des marques suit la réponse.",

  "said.marked": "« {quote} » marqué, de {start} à {end}",
  "said.removed": "Marque « {quote} » retirée",
  "said.moved": "La marque est maintenant « {quote} », de {start} à {end}",
  "said.relabelled": "« {quote} » est maintenant : {label}",
  "said.merged": { one: "{n} marque fusionnée", other: "{n} marques fusionnées" },
  "said.wiped": { one: "{n} marque retirée", other: "{n} marques retirées" },
  "said.selecting": "« {quote} » sélectionné, de {start} à {end}",
  "said.undone": "Annulé",
  "said.redone": "Rétabli",
  "said.restored": "Les modifications non enregistrées sont rétablies et en cours d’enregistrement",

  "marks.count": { one: "{n} marque", other: "{n} marques" },
  "marks.none": "Glissez sur les mots erronés, ou double-cliquez sur l’un d’eux.",
  "marks.none.touch":
    "Maintenez le doigt sur un mot erroné, déplacez les bords de la sélection, puis touchez « Marquer ».",
  "marked.name": "Réponse avec ses marques",
  "marked.start": "[marque : {label}]",
  "marked.end": "[fin de la marque]",
  "marks.none.said": "Vous avez choisi «\u00a0rien à marquer\u00a0».",
  "marks.clear": "Tout effacer",
  "marks.length": { one: "{n} caractère", other: "{n} caractères" },

  "flags.nothing": "Rien à marquer",
  "flags.unsure": "Incertain",
  "flags.ask": {
    one: "Il y a {n} marque. La retirer ?",
    other: "Il y a {n} marques. Les retirer ?",
  },
  "flags.ask.yes": { one: "La retirer", other: "Les retirer" },
  "flags.ask.no": { one: "La garder", other: "Les garder" },
  "flags.cleared": "«\u00a0Rien à marquer\u00a0» a été retiré, car il y a maintenant une marque.",
  "flags.missing": "Marquez quelque chose, ou choisissez «\u00a0Rien à marquer\u00a0».",

  "judge.missing": "Choisissez une réponse.",

  "comment.name": "Commentaire",

  "consulted.name": "Aussi consulté",
  "consulted.add": "Page Wikipédia",

  "act.submit": "Soumettre et continuer",
  "act.skip": "Passer…",
  "act.again": "Soumettre de nouveau",
  "act.keep": "Garder et continuer",
  "act.drop": "Abandonner les modifications",
  "act.drop.title": "Revenir à ce que vous avez soumis. « Annuler » rétablit les modifications.",
  "act.ask": "Demander…",
  "act.ask.name": "Demander au responsable",
  "act.ask.news": {
    one: "Demander au responsable : {n} nouvelle réponse",
    other: "Demander au responsable : {n} nouvelles réponses",
  },
  "act.history": "Versions antérieures",
  "given.reopened": "Un responsable a rouvert cet item. Il comptera de nouveau une fois soumis.",
  "given.reopened.reason": "À modifier :",
  "given.skipped": "Vous avez passé cet item. Soumettez-le pour le reprendre.",
  "given.expired":
    "Le temps prévu pour cet item est écoulé, et quelqu’un d’autre y travaille peut-être. Ce que vous soumettez est gardé, et compte si l’item a encore besoin d’un annotateur.",

  "saved.at": "Enregistré {time}",
  "saved.submitted": "Soumis {time}",
  "saved.edited": "Enregistré {time}, pas encore soumis de nouveau",
  "saved.waiting": "Pas encore enregistré…",
  "saved.sending": "Enregistrement…",
  "saved.submitting": "Soumission…",
  "saved.network": "Pas de connexion : {changes}",
  "saved.server": "Le serveur ne répond pas : {changes}",
  "saved.disk": "Le disque du serveur est plein : {changes}",
  "saved.network.submit": "Pas de connexion : la soumission est en attente",
  "saved.server.submit": "Le serveur ne répond pas : la soumission est en attente",
  "saved.disk.submit": "Le disque du serveur est plein : la soumission est en attente",
  "saved.signedout": "Reconnectez-vous : {changes}",
  "saved.conflict": "Non enregistré : modifié ailleurs",
  "saved.changes": {
    one: "{n} modification pas encore envoyée",
    other: "{n} modifications pas encore envoyées",
  },
  "saved.kept.yes": "{state}. Gardé dans ce navigateur",
  "saved.kept.full":
    "{state}. Ce navigateur n’a plus de place : laissez la page ouverte et libérez de l’espace",
  "saved.kept.nothing": "{state}. Ce navigateur ne garde rien : laissez la page ouverte",
  "saved.retry": "Réessayer maintenant",
  "saved.surplus": "L’item est complet\u00a0: votre travail est gardé, et compte si un responsable l’accepte",

  "signin.open": "Se connecter",

  "conflict.open": "Choisir…",

  "reference.name": "Référence",
  "reference.none": "Cet item n’a pas de référence.",

  "next.failed": "Soumis. L’item suivant n’a pas pu être chargé.",
  "left.waiting": {
    one: "{n} item attend d’être envoyé. Il est gardé dans ce navigateur.",
    other: "{n} items attendent d’être envoyés. Ils sont gardés dans ce navigateur.",
  },
  "left.unreadable":
    "Ce navigateur garde un travail que cette version de la page ne peut pas lire. Il n’est pas perdu.",
  "left.stuck": "Non envoyé, attend votre décision\u00a0: «\u00a0{question}\u00a0»",
  "left.open": "L’ouvrir",
  "left.details": "Détails…",
  "leave.unsent": "Une partie de votre travail n’est pas encore enregistrée. Quitter quand même ?",
  "leave.logout":
    "Une partie de votre travail n’est pas encore envoyée. Elle reste dans ce navigateur et sera envoyée dès que vous vous y reconnecterez. Se déconnecter quand même ?",

  /* Marking tools */

  "marks.name": "Marques",
  "marks.remove": "Retirer « {quote} »",
  "marks.relabel": "Étiquette de « {quote} »",
  "marks.help":
    "Les flèches parcourent les marques, Entrée mène aux bords de l’une d’elles, Retour arrière la retire.",
  "skip.why": "Pourquoi passez-vous cet item ?",
  "skip.example": "Par exemple : pas dans une langue que je lis",
  "skip.missing": "Indiquez un motif\u00a0: les responsables le lisent.",
  "skip.ok": "Passer",
  "strip.name": "Marque sélectionnée",
  "strip.start": "Début",
  "strip.end": "Fin",
  "strip.start.back": "Commencer un caractère plus tôt",
  "strip.start.on": "Commencer un caractère plus tard",
  "strip.end.back": "Finir un caractère plus tôt",
  "strip.end.on": "Finir un caractère plus tard",
  "strip.remove": "Retirer la marque",
  "handle.start": "Glisser pour déplacer le début",
  "handle.end": "Glisser pour déplacer la fin",
  "selection.name": "Texte sélectionné",
  "selection.mark": "Marquer",
  "selection.key": "Enter",
  "chooser.name": "Quelle marque ?",
  "evidence.name": "Preuve",
  "evidence.add": "Ajouter une preuve pour « {quote} »",
  "evidence.count": { one: "{n} preuve pour « {quote} »", other: "{n} preuves pour « {quote} »" },
  "evidence.lacking": {
    one: "Chaque marque demande une preuve, et {n} n’en a pas.",
    other: "Chaque marque demande une preuve, et {n} n’en ont pas.",
  },
  "evidence.lacking.show": "Montrer la suivante",

  /* Own work */

  "queues.name": "Mes annotations",
  "queues.all": "Ouvrir sur une page à part",
  "queues.tab": "{name} {n}",
  "queues.todo": "À faire",
  "queues.draft": "Brouillons",
  "queues.submitted": "Soumis",
  "queues.skipped": "Passés",
  "queues.todo.none":
    "Vous avez commencé tous les items qui vous sont attribués. Le suivant arrive quand vous soumettez.",
  "queues.draft.none": "Aucun brouillon.",
  "queues.submitted.none": "Rien n’est encore soumis.",
  "queues.skipped.none": "Aucun item n’a été passé.",
  "queues.search": "Chercher dans ces questions",
  "queues.notfound": "Aucune des questions listées jusqu’ici ne contient ces mots.",

  "queues.current": "En cours",
  "queues.reopened": "Rouvert par un responsable",
  "queues.edited": "Modifié depuis, pas soumis de nouveau",
  "queues.marks": { one: "{n} marque", other: "{n} marques" },
  "queues.nothing": "Rien à marquer",
  "queues.unsure": "Incertain",
  "queues.today": "Aujourd’hui : {n} soumis en {time}",

  "title.mine": "Mes annotations · {project}",
  "queue.continue": "Annoter",
  "mine.title": "Mes annotations",
  "mine.purpose":
    "Retrouvez vos items\u00a0: reprenez des brouillons, relisez ou modifiez ce que vous avez soumis.",
  "mine.statistics": "Mes statistiques",

  /* Revisions of an annotation */

  "history.name": "Versions antérieures",
  "history.text":
    "Chaque enregistrement est conservé. Rétablir une version change ce qui est sur la page\u202f; vous pouvez l’annuler.",
  "history.empty": "Cet item n’a pas encore de version enregistrée.",
  "history.restore": "Rétablir cette version",
  "history.restored": "Une version antérieure a été rétablie",

  "history.submitted": "Soumis",
  "history.counts": "C’est celle qui compte",
  "history.same": "Rien n’a changé",
  "history.added": { one: "{n} marque ajoutée", other: "{n} marques ajoutées" },
  "history.removed": { one: "{n} marque retirée", other: "{n} marques retirées" },
  "history.moved": { one: "{n} marque déplacée", other: "{n} marques déplacées" },
  "history.relabelled": {
    one: "{n} marque avec une autre étiquette",
    other: "{n} marques avec une autre étiquette",
  },
  "history.label": "{label} : {choice}",
  "history.none": "aucun",
  "history.nothing": "Rien à marquer",
  "history.nothing.off": "«\u00a0Rien à marquer\u00a0» retiré",
  "history.unsure": "Incertain",
  "history.unsure.off": "Plus incertain",
  "history.comment": "Commentaire",
  "history.comment.changed": "Commentaire modifié",
  "history.link": "Consulté",
  "history.links.changed": "Pages consultées modifiées",
  "history.evidence.changed": "Preuves modifiées",

  /* Save queue */

  "outbox.title": "En attente d’envoi",
  "outbox.text": "C’est gardé dans ce navigateur, pour vous seulement, et envoyé dès que possible.",
  "outbox.nothing": "Tout a été envoyé.",
  "outbox.item": "Item {item} de {project}",
  "outbox.since": "depuis le {day}, {time}",
  "outbox.changes": { one: "{n} modification", other: "{n} modifications" },
  "outbox.submit": "à soumettre",
  "outbox.open": "Ouvrir",
  "outbox.export": "Exporter en JSON",
  "outbox.retry": "Réessayer maintenant",
  "outbox.discard": "Abandonner…",
  "outbox.discard.sure":
    "Abandonner définitivement\u202f? Aucun serveur n’a ce travail, et il ne pourra pas être rétabli.",
  "outbox.discard.yes": "Abandonner",
  "outbox.unreadable":
    "Gardé par une autre version de Morel, sous une forme que cette page ne sait pas lire. Rechargez la page ; si cela ne suffit pas, exportez-le.",

  "outbox.state.waiting": "envoi en cours",
  "outbox.state.network": "pas de connexion",
  "outbox.state.server": "le serveur ne répond pas",
  "outbox.state.disk": "le disque du serveur est plein",
  "outbox.state.signedout": "attend que vous vous reconnectiez",
  "outbox.state.conflict": "modifié ailleurs : ouvrez-le et choisissez une version",

  "refused.no_project":
    "Non enregistré : vous ne faites plus partie de ce projet. Demandez à un responsable ; d’ici là, votre travail reste dans ce navigateur et peut être exporté",
  "refused.not_yours":
    "Non enregistré : cet item n’est pas à vous, ou a été donné à d’autres. Demandez à un responsable ; votre travail reste dans ce navigateur et peut être exporté",
  "refused.item_gone":
    "Non enregistré : cet item a été retiré du projet. Votre travail reste dans ce navigateur et peut être exporté",
  "refused.language_closed":
    "Non soumis\u00a0: cette langue est fermée. Vos marques sont enregistrées comme brouillon\u202f; demandez à un responsable si elles comptent encore",
  "refused.too_large":
    "Non enregistré : c’est plus que le serveur n’accepte en une fois. Raccourcissez le commentaire ou exportez votre travail",
  "refused.unknown_label":
    "Non enregistré : les étiquettes du projet ont changé. Rechargez la page et revoyez les étiquettes de cet item",
  "refused.wrong_answer":
    "Non enregistré : la réponse de cette page n’est pas celle qui est stockée. Exportez votre travail et rechargez la page",
  "refused.incomplete": "Non soumis : {detail}",
  "refused.other": "Non enregistré : {detail}",

  /* Conflicts and login */

  "signin.title": "Reconnectez-vous",
  "signin.text":
    "Votre session est terminée. Rien n’est perdu : ce qui est sur la page est envoyé dès que vous êtes de retour.",
  "signin.stranger":
    "Vous êtes connecté sous un autre nom. Ce qui est sur cette page appartient à {name} et n’est pas envoyé.",
  "conflict.title": "Cet item a été modifié ailleurs",
  "conflict.text":
    "Pendant que vous travailliez ici, une autre version a été enregistrée, peut-être par vous dans une autre fenêtre. Laquelle voulez-vous garder\u202f?",
  "conflict.mine": "Sur cette page",
  "conflict.theirs": "Enregistré {time}",
  "conflict.keep": "Garder ce qui est sur cette page",
  "conflict.adopt": "Prendre la version enregistrée",
  "conflict.nothing": "Rien à marquer",
  "conflict.nomarks": "Aucune marque",
  "conflict.unsure": "Incertain",
  "conflict.silent": "La référence est muette",

  /* No item */

  "done.title": "Tout est fait",
  "done.text":
    "Vous avez soumis {n} items sur {total}. Rien d’autre ne vous attend pour l’instant ; les nouveaux items apparaissent ici.",
  "noitems.title": "Pas encore d’items",
  "noitems.text":
    "Il n’y a encore rien à annoter dans vos langues. Un responsable doit d’abord importer des items.",
  "closed.title": "Cette langue est fermée",
  "closed.text":
    "Les responsables ont fermé les langues dans lesquelles vous travaillez. Ce que vous avez soumis est gardé et compte.",
  "paused.title": "Votre travail est en pause",
  "paused.text":
    "Un responsable a mis votre travail en pause\u00a0: vous ne recevez pas de nouveaux items pour l’instant. Ce que vous avez soumis est gardé et compte.",
  "quota.title": "Vous avez atteint votre quota",
  "quota.text":
    "Vous avez le nombre maximal d’items pour une personne. Ce que vous avez soumis est gardé et compte.",
  "done.mine": "Voir mes annotations",
  "done.projects": "Aller aux projets",
  "done.again": "Vérifier à nouveau",
  "gone.title": "Cet item ne vous est pas attribué",
  "gone.text": "Il n’existe pas, ou quelqu’un d’autre l’a. Ce que vous avez soumis est gardé.",
  "gone.next": "Continuer avec l’item suivant",
  "language.title": "Dans quelle langue voulez-vous travailler ?",
  "language.text":
    "Vous recevez des items de cette langue jusqu’à ce qu’il n’en reste plus. Vous pouvez la changer à tout moment sous « Mes annotations ».",
  "language.done": "{language} : terminé",
  "language.done.text": "Aucun item de cette langue ne vous attend. Continuez avec une autre langue.",
  "language.todo": { one: "{n} item", other: "{n} items" },
  "language.all": "Toutes les langues, mélangées",
  "language.name": "Langue des items suivants",

  /* Notice of long work */

  "notice.text":
    "{time} sur cet item jusqu’ici. Prenez le temps qu’il faut\u202f; s’il ne se laisse pas trancher, dites que vous hésitez, ou passez-le.",
  "notice.hide": "Masquer cet avis",
} as const satisfies French<typeof en>;
