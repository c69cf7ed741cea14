import { UsageError } from "../terminal/terminal.ts";

/**
 * The whole number that a flag says; undefined when it is not there.
 * @throws UsageError
 */
export function wholeNumber<Flag extends string>(
  values: { readonly [F in Flag]?: string | undefined },
  flag: Flag,
): number | undefined {
  const text = values[flag];
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} takes a whole number; got '${text}'`);
}
