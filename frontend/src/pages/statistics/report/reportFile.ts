/* A part of the page as a file of its own: its markup and the page's style sheets. It has no scripts, asks no server for anything,
   and is light, because it is for print and mail. */

/** What only makes sense on the page. */
const PAGE_ONLY = "button, [role='status'], script, link, style";

/** Returns an HTML document with a copy of `content`, in its parent. `address`: of the page; relative links start there. */
export async function reportFile(content: HTMLElement, title: string, address: string): Promise<string> {
  // A detached copy in this document: the content policy of the page forbids style attributes that are set in any other way.
  const copy = content.cloneNode(true);
  const root = document.createElement("div");
  const parent = (content.parentElement ?? root).cloneNode(false);
  parent.appendChild(copy);
  root.append(parent);
  for (const part of root.querySelectorAll(PAGE_ONLY)) part.remove();
  for (const link of root.querySelectorAll("a[href]"))
    link.setAttribute("href", new URL(link.getAttribute("href") ?? "", address).href);
  for (const region of root.querySelectorAll("[tabindex]")) region.removeAttribute("tabindex");

  const { lang, dir } = document.documentElement;
  const name = document.createElement("title");
  name.textContent = title;
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${name.outerHTML}
<style>
${await styles()}
:root { color-scheme: light; }
body { overflow: auto; }
</style>
</head>
<body>
${root.innerHTML}
</body>
</html>
`;
}

/** Returns the text of the style sheets, as served: the browser does not give back shorthands that use variables. */
async function styles(): Promise<string> {
  const addresses = [...document.styleSheets].flatMap(({ href }) => href ?? []);
  const texts = addresses.map(async (href) => {
    const response = await fetch(href);
    if (!response.ok) throw new Error(`${href}: status ${response.status}`);
    return response.text();
  });
  return (await Promise.all(texts)).join("\n");
}
