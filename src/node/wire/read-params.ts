import type { Json } from "../../storage/index.ts";
import type { Parameter } from "../../wire/index.ts";
import type { Environment } from "../examine/finding.ts";
import { pairOf, readVariables } from "../input/read-variables.ts";
import { UsageError } from "../terminal/terminal.ts";

/** What is read of an action to read its parameters. */
interface Parametered {
  readonly info: {
    readonly action_id: string;
    readonly parameters: readonly Pick<Parameter, "name" | "type" | "items">[];
  };
}

/**
 * Parameters of `NAME=VALUE` texts: each is read as its parameter's type, one of a list may be given
 * several times, and `--params` gives them all as a JSON object.
 * @throws UsageError
 */
export function readParams(
  texts: readonly string[],
  whole: string | undefined,
  { info }: Parametered,
): Record<string, Json> {
  const params: Record<string, Json> = whole === undefined ? {} : objectOf(whole);
  const lists = new Map<string, Json[]>();
  for (const [name, text] of texts.map((it) => pairOf("--param", it))) {
    const parameter = info.parameters.find((it) => it.name === name);
    if (parameter === undefined) {
      const known = info.parameters.map((it) => it.name).join(", ") || "none";
      throw new UsageError(
        `${info.action_id} has no parameter '${name}'; known parameters are: ${known}`,
      );
    }
    if (parameter.type === "array" && !text.startsWith("[")) {
      const list = lists.get(name) ?? [];
      list.push(valueOf(parameter.items ?? "string", name, text));
      lists.set(name, list);
    } else params[name] = valueOf(parameter.type, name, text);
  }
  return { ...params, ...Object.fromEntries(lists) };
}

/**
 * A credential of `NAME=VARIABLE` texts: secrets come from the environment, never from the command
 * line, which others on the machine can read.
 * @throws UsageError
 */
export function readCredential(
  texts: readonly string[],
  env: Environment,
): { readonly values: Readonly<Record<string, string>> } | undefined {
  return texts.length === 0 ? undefined : { values: readVariables("--credential", texts, env) };
}

function valueOf(type: Parameter["type"], name: string, text: string): Json {
  if (type === "string") return text;
  const value = jsonOf(text);
  const fits =
    type === "integer"
      ? Number.isInteger(value)
      : type === "array"
        ? Array.isArray(value)
        : typeof value === type;
  if (value !== undefined && fits) return value;
  throw new UsageError(`--param ${name} must be of the type ${type}; got '${text}'`);
}

function objectOf(text: string): Record<string, Json> {
  const value = jsonOf(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value))
    return { ...(value as Record<string, Json>) };
  throw new UsageError("--params takes a JSON object");
}

function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
