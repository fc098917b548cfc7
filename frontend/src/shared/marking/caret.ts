/*
 * A caret in text that cannot be edited. Browsers move a caret only in editable text, but Selection.modify moves and extends a
 * selection anywhere: by grapheme, word, line, and visually left and right in bidirectional text.
 */

type Alter = "move" | "extend";

/** Moves the selection in `root` as an editor would. Returns false if the key does not move a caret. */
export function moveCaret(root: HTMLElement, event: KeyboardEvent): boolean {
  const selection = document.getSelection();
  const step = stepOf(event);
  if (!selection || !step) return false;
  if (!root.contains(selection.focusNode)) selection.collapse(root, 0);
  const { anchorNode, anchorOffset } = selection;
  const alter: Alter = event.shiftKey ? "extend" : "move";
  if (step.granularity === "document") jump(root, selection, step.direction, alter);
  else selection.modify(alter, step.direction, step.granularity);
  if (!root.contains(selection.focusNode)) {
    jump(
      root,
      selection,
      isBack(step.direction, root) ? "backward" : "forward",
      alter,
      anchorNode,
      anchorOffset,
    );
  }
  return true;
}

interface Step {
  direction: "left" | "right" | "forward" | "backward";
  granularity: "character" | "word" | "line" | "lineboundary" | "document";
}

function stepOf(event: KeyboardEvent): Step | null {
  const far = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  switch (event.code) {
    case "ArrowLeft":
      return { direction: "left", granularity: far ? "word" : "character" };
    case "ArrowRight":
      return { direction: "right", granularity: far ? "word" : "character" };
    case "ArrowUp":
      return far ? null : { direction: "backward", granularity: "line" };
    case "ArrowDown":
      return far ? null : { direction: "forward", granularity: "line" };
    case "Home":
      return { direction: "backward", granularity: far ? "document" : "lineboundary" };
    case "End":
      return { direction: "forward", granularity: far ? "document" : "lineboundary" };
    default:
      return null;
  }
}

function isBack(direction: Step["direction"], root: HTMLElement): boolean {
  if (direction === "backward" || direction === "forward") return direction === "backward";
  return (direction === "left") === (getComputedStyle(root).direction === "ltr");
}

/** Moves to the start or end of the text, or extends the selection to it. */
function jump(
  root: HTMLElement,
  selection: Selection,
  direction: Step["direction"],
  alter: Alter,
  anchor: Node | null = selection.anchorNode,
  anchorOffset: number = selection.anchorOffset,
) {
  const end = direction === "backward" ? 0 : root.childNodes.length;
  if (alter === "extend" && anchor) selection.setBaseAndExtent(anchor, anchorOffset, root, end);
  else selection.collapse(root, end);
}
