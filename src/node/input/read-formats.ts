import { UsageError } from "../terminal/terminal.ts";

/**
 * The formats that `--format` names, several with commas or by repetition; markdown without it.
 * @throws UsageError
 */
export function readFormats<Format extends string>(
  lists: readonly string[] | undefined,
  known: readonly Format[],
): readonly Format[] {
  const names = (lists ?? ["markdown"])
    .flatMap((list) => list.split(","))
    .map((name) => name.trim());
  const unknown = names.find((name) => !known.includes(name as Format));
  if (unknown === undefined) return [...new Set(names as Format[])];
  throw new UsageError(`unknown format '${unknown}'; known formats are ${known.join(", ")}`);
}
