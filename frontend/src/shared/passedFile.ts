/* A file that one page passes to the import page of a project, which uploads it. It is lost when the browser reloads. */

let passed: { slug: string; file: File } | null = null;

export function passFile(slug: string, file: File): void {
  passed = { slug, file };
}

/** Returns the file passed to the project, once; null if there is none. */
export function takeFile(slug: string): File | null {
  const file = passed?.slug === slug ? passed.file : null;
  passed = null;
  return file;
}
