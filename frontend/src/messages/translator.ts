/* Interface texts as a typed table: a key that does not exist, or a parameter that is missing, does not compile.

   A message is a string with {names} in it, or a plural: one string for each English plural category, chosen by the
   parameter `n`. Numbers are written in the reader's manner (1,234). */

export type Plural = { readonly one: string; readonly other: string };
export type Message = string | Plural;
export type Table = Readonly<Record<string, Message>>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Parameters<M> = M extends Plural
  ? { n: number } & { [Name in Exclude<Names<M["one"] | M["other"]>, "n">]: string | number }
  : { [Name in Names<M>]: string | number };
type Arguments<M> = M extends Plural ? [Parameters<M>] : [Names<M>] extends [never] ? [] : [Parameters<M>];

export type Translate<T extends Table> = <K extends keyof T>(
  key: K,
  ...parameters: Arguments<T[K]>
) => string;

const LOCALE = "en";
const plurals = new Intl.PluralRules(LOCALE);
const numbers = new Intl.NumberFormat(LOCALE);

export function translator<const T extends Table>(table: T): Translate<T> {
  return (key, ...parameters) => {
    const message: Message = table[key] ?? String(key);
    const values: Readonly<Record<string, string | number>> = parameters[0] ?? {};
    return fill(typeof message === "string" ? message : form(message, Number(values["n"])), values);
  };
}

function form(message: Plural, n: number): string {
  return plurals.select(n) === "one" ? message.one : message.other;
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : (value ?? place);
  });
}
