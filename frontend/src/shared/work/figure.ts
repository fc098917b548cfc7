/** A headline number, with what it counts. */
export type Figure = {
  name: string;
  value: string;
  note?: string | undefined;
  href?: string;
  testid?: string;
};
