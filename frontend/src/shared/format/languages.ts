/** Whether two language codes are the same: case does not count, nor whether the parts are joined by hyphens or underscores. */
export function sameLanguage(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

const plain = (code: string) => code.toLowerCase().replaceAll("_", "-");
