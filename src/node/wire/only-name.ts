import { UsageError } from "../terminal/terminal.ts";

/**
 * The one name that a verb of `dragline wire` takes.
 * @throws UsageError
 */
export function onlyName(names: readonly string[], what: string): string {
  const [name] = names;
  if (name !== undefined && names.length === 1) return name;
  throw new UsageError(`expected ${what}; try: dragline wire --help`);
}
