import type { Environment } from "../examine/finding.ts";
import { UsageError } from "../terminal/terminal.ts";

/**
 * Values that flags such as `--secret NAME=VAR` take from variables of the environment, by name: they
 * stand in no history of a shell.
 * @throws UsageError that has no value in it
 */
export function readVariables(
  flag: string,
  texts: readonly string[],
  env: Environment,
): Readonly<Record<string, string>> {
  const pairs = texts.map((text): [name: string, value: string] => {
    const [name, variable] = pairOf(flag, text);
    const value = env[variable];
    if (value !== undefined && value !== "") return [name, value];
    throw new UsageError(`${flag} ${name}: the environment variable is not set`);
  });
  return Object.fromEntries(pairs);
}

/** @throws UsageError */
export function pairOf(flag: string, text: string): [name: string, value: string] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`${flag} takes NAME=VALUE; got '${text.split("=")[0]}'`);
  return [text.slice(0, at), text.slice(at + 1)];
}
