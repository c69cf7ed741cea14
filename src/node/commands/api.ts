import { text as textOf } from "node:stream/consumers";
import type { Client } from "../../client/index.ts";
import { callTable, chunksOf, listFields, runs } from "../../client/internal.ts";
import { nearestName } from "../../core/index.ts";
import type { Command } from "../command.ts";
import { parseFlags, type Parsed } from "../help/parse-flags.ts";
import { apiHelp } from "../help/tables/api.ts";
import { atService } from "../remote/at-service.ts";
import { exitCodes, print, UsageError, type Terminal } from "../terminal/terminal.ts";
import { writeWhole } from "../terminal/write-whole.ts";

type Values = Parsed<typeof apiHelp.flags>["values"];

/** `dragline api`: any route of a service. */
export const api: Command = {
  async run(args, terminal) {
    const { values, positionals } = parseFlags(apiHelp.flags, args);
    const [name, ...fields] = positionals;
    if (name === undefined) return await listCalls(terminal);
    checkName(name, values);
    const lists = Object.hasOwn(listFields, name) ? listFields[name] : undefined;
    const input = { ...fieldsOf(fields, lists), ...(await jsonOf(values, terminal)) };
    const { remote: url, key } = values;
    return await atService({ url, key }, terminal, async (client) =>
      show(await called(client, { name, input, values }, terminal), values, terminal),
    );
  },
};

/** A line of the table: the call, its method and its path. */
const rows = callTable
  .trim()
  .split("\n")
  .map((line) => line.split(" "));

async function listCalls(terminal: Terminal): Promise<number> {
  const width = Math.max(...rows.map(([name = ""]) => name.length));
  const lines = rows.map(
    ([name = "", method = "", path = ""]) =>
      `${name.padEnd(width)}  ${method.padEnd(6)} ${path.replace(/\?.*/, "")}\n`,
  );
  await print(terminal, lines.join(""));
  return exitCodes.ok;
}

function checkName(name: string, { wait }: Values): void {
  const names = rows.map(([each = ""]) => each);
  if (!names.includes(name)) {
    const near = nearestName(name, names);
    const hint = near === undefined ? "'dragline api' lists them" : `did you mean '${near}'?`;
    throw new UsageError(`there is no call '${name}'; ${hint}`);
  }
  if (wait && !Object.hasOwn(runs, name)) {
    throw new UsageError(`--wait is for calls that begin a job: ${Object.keys(runs).join(", ")}`);
  }
}

/** @param lists the fields that are lists, also of one value */
function fieldsOf(
  given: readonly string[],
  lists: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const fields = new Map<string, unknown[]>();
  for (const each of given) {
    const [, name = "", value = ""] = /^([A-Za-z_]\w*)=(.*)$/s.exec(each) ?? [];
    if (name === "") throw new UsageError(`expected FIELD=VALUE; got '${each.slice(0, 100)}'`);
    fields.set(name, [...(fields.get(name) ?? []), valueOf(value)]);
  }
  return Object.fromEntries(
    [...fields].map(([name, values]) => {
      const [only] = values;
      const isWhole = values.length === 1 && (Array.isArray(only) || !lists.includes(name));
      return [name, isWhole ? only : values];
    }),
  );
}

/** A text that looks like JSON and is none is a text. */
function valueOf(text: string): unknown {
  if (!/^(?:[[{]|-?\d|(?:true|false|null)$)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

async function jsonOf({ json }: Values, { stdin }: Terminal): Promise<object> {
  if (json === undefined) return {};
  const text = json === "-" ? await textOf(stdin) : json;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    throw new UsageError(`--json is not valid JSON: ${(error as Error).message}`, { cause: error });
  }
  throw new UsageError("--json takes a JSON object");
}

// Which calls there are, and what each takes, is known when the command runs.
type AnyRun = (name: string, input: object, call: { signal: AbortSignal }) => Promise<unknown>;
type AnyCall = (input: object, call: { signal: AbortSignal }) => unknown;

async function called(
  client: Client,
  { name, input, values }: { name: string; input: object; values: Values },
  { signal }: Terminal,
): Promise<unknown> {
  if (values.wait) return await (Reflect.get(client, "run") as AnyRun)(name, input, { signal });
  return await (Reflect.get(client, name) as AnyCall)(input, { signal });
}

/** Prints JSON, events as lines of JSON, and files as they are. */
async function show(answer: unknown, { output }: Values, terminal: Terminal): Promise<number> {
  const { signal } = terminal;
  const write = async (content: AsyncIterable<Uint8Array> | readonly string[]): Promise<void> => {
    if (output !== undefined) await writeWhole(output, content);
    else for await (const part of content) await print(terminal, part);
  };
  if (answer instanceof Response) {
    if (output === undefined && terminal.stdout.isTTY === true) {
      throw new UsageError("the answer is a file: give --output FILE, or a pipe");
    }
    await write(chunksOf(answer, signal));
  } else if (isEvents(answer)) {
    for await (const event of answer) await print(terminal, `${JSON.stringify(event)}\n`);
  } else await write([`${JSON.stringify(answer, null, 2)}\n`]);
  return hasFailed(answer) ? exitCodes.failed : exitCodes.ok;
}

function isEvents(answer: unknown): answer is AsyncIterable<unknown> {
  return typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer;
}

function hasFailed(answer: unknown): boolean {
  return (
    typeof answer === "object" && answer !== null && Reflect.get(answer, "status") === "failed"
  );
}
