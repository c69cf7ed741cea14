/** What help says of a flag. */
interface FlagText {
  /** What the flag does, without a full stop at its end. */
  readonly meaning: string;
  /** A name from an earlier version, which still works. */
  readonly formerly?: string;
  /** The heading that help shows the flag under; "Options" when absent. */
  readonly group?: string;
}

/** A flag without a value: `--json`. */
export interface Switch extends FlagText {
  readonly type: "boolean";
}

/** A flag with a value: `--output FILE`. */
export interface Option extends FlagText {
  readonly type: "string";
  /** What stands for the value in help: `FILE`. */
  readonly value: string;
  /** What counts without the flag, for help alone: parseArgs would fill in a `default`. */
  readonly byDefault?: string;
  /** The values that it takes; any where absent. A list takes several of them with commas. */
  readonly choices?: readonly string[];
}

/** A flag with a value that may be repeated: `--header LINE`. */
export interface List extends Option {
  readonly multiple: true;
}

/** A flag, as `parseArgs` takes it and as help shows it. */
export type Flag = Switch | Option | List;

/** The flags of a command by name. */
export type Flags = Readonly<Record<string, Flag>>;

/** What a command line says of such flags. */
export type Values<F extends Flags> = {
  readonly [Name in keyof F]?: ValueOf<F[Name]> | undefined;
};

type ValueOf<F extends Flag> = F extends Switch
  ? boolean
  : F extends List
    ? ChoiceOf<F>[]
    : ChoiceOf<F>;

/** What one value of a flag may be. */
export type ChoiceOf<F extends Flag> = F extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : string;

/** Makes a flag without a value. */
export function toggle(meaning: string): Switch {
  return { type: "boolean", meaning };
}

/** Makes a flag with a value. */
export function option(value: string, meaning: string, byDefault?: string): Option {
  return { type: "string", value, meaning, ...(byDefault !== undefined && { byDefault }) };
}

/** Makes a flag with a value that may be repeated. */
export function list(value: string, meaning: string, byDefault?: string): List {
  return { ...option(value, meaning, byDefault), multiple: true };
}

/** Makes a flag that takes one of a few values. */
export function choice<const Choice extends string>(
  [value, ...choices]: readonly [value: string, ...choices: Choice[]],
  meaning: string,
  byDefault?: NoInfer<Choice>,
): Option & { readonly choices: readonly Choice[] } {
  return { ...option(value, meaning, byDefault), choices };
}

/** Makes a flag that takes some of a few values, with commas or repeated. */
export function choices<const Choice extends string>(
  words: readonly [value: string, ...choices: Choice[]],
  meaning: string,
  byDefault?: string,
): List & { readonly choices: readonly Choice[] } {
  const { choices: all, ...flag } = choice(words, meaning);
  return { ...flag, ...(byDefault !== undefined && { byDefault }), choices: all, multiple: true };
}

/** Puts flags under a heading of their own. */
export function grouped<F extends Flags>(group: string, flags: F): F {
  const entries = Object.entries(flags).map(([name, flag]) => [name, { ...flag, group }]);
  // The same names with the same kinds of flags.
  return Object.fromEntries(entries) as F;
}
