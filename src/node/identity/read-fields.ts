import type { Values } from "../help/flag.ts";
import type { fieldFlags } from "../help/flags/service-flags.ts";
import { printableLine } from "../terminal/printable.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { StdinLines } from "./stdin-lines.ts";

/** A field that a person fills in. */
export interface AskedField {
  readonly name: string;
  /** What a person is asked for. */
  readonly label: string;
  readonly secret: boolean;
  readonly required: boolean;
  /** Whether it has lines of its own; in one line they stand with spaces between. */
  readonly isList?: boolean;
}

/** What the flags of fields say. */
export type FieldValues = Values<typeof fieldFlags>;

/** Characters of a label. */
const LONGEST_LABEL = 120;

/**
 * The values of fields by name: of the flags, and for the rest of the terminal or of stdin.
 * @throws UsageError for a secret among the flags, for fields that are not there, and for a stdin that
 *   ends early or is not JSON; Interrupted
 */
export async function readFields(
  fields: readonly AskedField[],
  { param = [], stdin }: FieldValues,
  terminal: Terminal,
): Promise<Readonly<Record<string, unknown>>> {
  const given = givenFields(fields, param);
  const left = fields.filter(({ name }) => !Object.hasOwn(given, name));
  if (left.length === 0 && stdin === undefined) return given;
  using input = new StdinLines(terminal);
  if (stdin !== undefined) return { ...objectOf(await input.whole()), ...given };
  return { ...(await typedFields(left, input)), ...given };
}

async function typedFields(
  left: readonly AskedField[],
  input: StdinLines,
): Promise<Readonly<Record<string, string>>> {
  const values: Record<string, string> = {};
  for (const field of left) {
    const text = await input.line(promptOf(field), field.secret);
    if (text === undefined && field.required) throw endedEarly(field, left);
    if (text === undefined || text === "") continue;
    values[field.name] = field.isList === true ? text.trim().split(/\s+/).join("\n") : text;
  }
  return values;
}

/** @throws UsageError that never repeats a value */
function givenFields(
  fields: readonly AskedField[],
  texts: readonly string[],
): Readonly<Record<string, string>> {
  const given = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf("=");
    const name = text.slice(0, Math.max(at, 0));
    const field = fields.find((it) => it.name === name);
    if (field === undefined) {
      const open = fields.filter(({ secret }) => !secret).map((it) => it.name);
      throw new UsageError(`--param takes NAME=VALUE; names: ${open.join(", ") || "none"}`);
    }
    if (field.secret) {
      throw new UsageError(`'${name}' is a secret: type it on the terminal or send it on stdin`);
    }
    const before = given.get(name);
    if (before !== undefined && field.isList !== true) {
      throw new UsageError(`--param ${name} was given twice`);
    }
    given.set(name, `${before === undefined ? "" : `${before}\n`}${text.slice(at + 1)}`);
  }
  return Object.fromEntries(given);
}

function promptOf({ label, required }: AskedField): string {
  return `${printableLine(label, LONGEST_LABEL)}${required ? "" : " (may be empty)"}: `;
}

function endedEarly({ name }: AskedField, left: readonly AskedField[]): UsageError {
  const names = left.map((field) => field.name).join(", ");
  return new UsageError(`stdin ended before '${name}'; expected one line for each of: ${names}`);
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  // The parser's own words would repeat what it read.
  const wrong = new UsageError("stdin is not a JSON object");
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    throw wrong;
  }
  throw wrong;
}
