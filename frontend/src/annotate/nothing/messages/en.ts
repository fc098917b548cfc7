export default {
  "done.title": "All done",
  "done.text":
    "You have submitted {n} of {total} items. Nothing else waits for you now; new items appear here.",
  "noitems.title": "No items yet",
  "noitems.text": "There is nothing to annotate in your languages so far. A lead has to import items first.",
  "closed.title": "This language is closed",
  "closed.text":
    "The leads have closed the languages you work in. What you have submitted is kept and counts.",
  "paused.title": "Your work is paused",
  "paused.text":
    "A lead has paused it: you are given nothing new for now. What you have submitted is kept and counts.",
  "quota.title": "You have done your share",
  "quota.text":
    "You have as many items as one person may have here. What you have submitted is kept and counts.",
  "done.mine": "Look at my annotations",
  "done.projects": "To the projects",
  "done.again": "Look again",
  "gone.title": "This item is not yours",
  "gone.text": "It does not exist, or it was given to somebody else. What you have submitted is kept.",
  "gone.next": "Go on with the next item",
} as const;
