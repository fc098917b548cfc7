/* A stored extract is plain text whose headings stand as `== Heading ==` on lines of their own, as Wikipedia gives it. */

export interface Section {
  /** Empty for what stands before the first heading. */
  heading: string;
  /** 2 for `==`, 3 for `===`, and so on. */
  level: number;
  paragraphs: string[];
}

const HEADING = /^(={2,6})[ \t]*(\S.*?)[ \t]*\1[ \t]*$/;

export function sections(extract: string): Section[] {
  const found: Section[] = [{ heading: "", level: 2, paragraphs: [] }];
  for (const line of extract.split(/\r\n|\r|\n/)) {
    const heading = HEADING.exec(line);
    if (heading) found.push({ heading: heading[2] ?? "", level: heading[1]?.length ?? 2, paragraphs: [] });
    else if (line.trim() !== "") found.at(-1)?.paragraphs.push(line);
  }
  return found.filter(({ heading, paragraphs }) => heading !== "" || paragraphs.length > 0);
}
