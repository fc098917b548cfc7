/* The types of a message catalogue and of a complete translation of it. Both derive from the English one.

   A message is a string with {names} in it, or a plural: one string for each plural category of the locale, chosen by the
   parameter `n`. The types check keys, categories and names of a translation; catalogues.test.ts checks what they cannot, such as
   a name that English does not have. */

export type Plural = { readonly [Form in Intl.LDMLPluralRule]?: string } & { readonly other: string };
export type Message = string | Plural;
export type Table = Readonly<Record<string, Message>>;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type NamesOf<M> = M extends Plural ? Names<M[keyof M]> : Names<M>;

type Parameters<M> = M extends Plural
  ? { n: number } & { [Name in Exclude<NamesOf<M>, "n">]: string | number }
  : { [Name in Names<M>]: string | number };
type Arguments<M> = M extends Plural ? [Parameters<M>] : [Names<M>] extends [never] ? [] : [Parameters<M>];

export type Translate<T extends Table> = <K extends keyof T>(
  key: K,
  ...parameters: Arguments<T[K]>
) => string;

/** A text that contains every one of the names. */
type Holding<Name extends string> = [Name] extends [never] ? string : Every<Name>;
type Every<Name extends string> = (
  Name extends string ? (text: `${string}{${Name}}${string}`) => void : never
) extends (text: infer Text) => void
  ? Text
  : never;

/** A form may write the number in words ("one mark"), so only `n` may be missing. */
type Translated<M, Form extends string, Free extends string> = M extends Plural
  ? { readonly [Each in Form]: Holding<Exclude<NamesOf<M>, "n">> } & {
      readonly [Each in Free]?: Holding<Exclude<NamesOf<M>, "n">>;
    }
  : Holding<Names<M>>;

type Whole<T extends Table, Form extends string, Free extends string = never> = {
  readonly [K in keyof T]: Translated<T[K], Form, Free>;
};

/* `many` is for millions ("un million de marques"); without it `other` is used. */
export type French<T extends Table> = Whole<T, "one" | "other", "many">;
export type Spanish<T extends Table> = Whole<T, "one" | "other", "many">;
export type Arabic<T extends Table> = Whole<T, Intl.LDMLPluralRule>;

/** An incomplete translation. */
export type Part<T extends Table> = Partial<Whole<T, "other", Exclude<Intl.LDMLPluralRule, "other">>>;
