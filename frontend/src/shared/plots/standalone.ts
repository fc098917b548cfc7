/* A drawing of the page as a file of its own: what the style sheet says of it is written into it, in the light colours, for
   papers are white. */

const LINES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin"] as const;
const LETTERS = [
  "fill",
  "stroke",
  "stroke-width",
  "paint-order",
  "font-family",
  "font-size",
  "text-anchor",
] as const;

export function standalone(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return "";
  const scheme = drawing.style.colorScheme;
  drawing.style.colorScheme = "light";
  drawing.style.setProperty("--paper", "white");
  const parts = [...drawing.querySelectorAll("*")];
  [...copy.querySelectorAll("*")].forEach((part, at) => {
    const original = parts[at];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of part.localName === "text" ? LETTERS : LINES)
      part.setAttribute(name, style.getPropertyValue(name));
    part.removeAttribute("class");
    part.removeAttribute("style");
  });
  drawing.style.colorScheme = scheme;
  drawing.style.removeProperty("--paper");
  copy.removeAttribute("class");
  copy.removeAttribute("style");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}
