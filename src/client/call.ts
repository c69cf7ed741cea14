import { checkArgument } from "../core/index.ts";
import { ClientError } from "./client-error.ts";
import type { CallOptions } from "./call-options.ts";
import type { ClientSettings } from "./client-options.ts";
import { readEvents } from "./events.ts";
import { textOf } from "./read-body.ts";
import { send, type Sending } from "./send.ts";

/** A line of the table, read. */
interface Row {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Names in the query; of GET and DELETE, all that is not in the path is there. */
  readonly query: readonly string[];
  readonly signs: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** The name of a line of the table, and the call that it stands for. */
export function callOf(settings: ClientSettings, line: string): [string, unknown] {
  const [name = "", method = "", place = "", signs = ""] = line.split(" ");
  const [path = "", names = ""] = place.split("?");
  const row: Row = { name, method, path, query: names.split(","), signs };
  if (signs.includes("~")) {
    const events = async function* (input?: Fields, call?: CallOptions) {
      const response = await send(settings, sendingOf(row, input, call), whole);
      yield* readEvents(response, call?.signal);
    };
    return [name, events];
  }
  const call = async (input?: Fields, call?: CallOptions): Promise<unknown> => {
    const read = signs.includes("=")
      ? whole
      : (response: Response): Promise<unknown> => jsonOf(response, call?.signal);
    return await send<unknown>(settings, sendingOf(row, input, call), read);
  };
  return [name, call];
}

function sendingOf(row: Row, input: Fields = {}, call: CallOptions = {}): Sending {
  checkArgument(`input of ${row.name}(input)`, input, "object");
  checkArgument(`options of ${row.name}(input, options)`, call, "object");
  const { signal } = call;
  if (signal !== undefined) checkArgument(`signal of ${row.name}`, signal, "signal");
  const rest = new Map(Object.entries(input));
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return segmentOf(row, name, value);
  });
  const inQuery = row.method === "GET" || row.method === "DELETE";
  const query = [...rest].filter(([name]) => inQuery || row.query.includes(name));
  for (const [name] of query) rest.delete(name);
  const whole = {
    method: row.method,
    path: `${path}${queryOf(query)}`,
    acts: row.signs.includes("!") || hasActions(input),
    signal,
  };
  if (inQuery) return { ...whole, headers: {}, body: undefined };
  if (row.signs.includes("<")) return { ...whole, headers: {}, body: rest.get("body") as BodyInit };
  const headers = { "content-type": "application/json" };
  return { ...whole, headers, body: JSON.stringify(Object.fromEntries(rest)) };
}

/** A scrape with browser actions acts on its website. */
function hasActions({ actions }: Fields): boolean {
  return Array.isArray(actions) && actions.length > 0;
}

/** An empty part of a path would name another route. */
function segmentOf({ name: call }: Row, name: string, value: unknown): string {
  if (typeof value === "number" || (typeof value === "string" && !/^\.{0,2}$/.test(value))) {
    return encodeURIComponent(value);
  }
  const message = `${call} needs '${name}', a text that names what is meant.`;
  throw new ClientError("INVALID_REQUEST", { message });
}

/** A query with its question mark, or nothing; what is undefined or null is not sent. */
export function queryOf(fields: readonly (readonly [name: string, value: unknown])[]): string {
  const given = fields.filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

const whole = (response: Response): Response => response;

async function jsonOf(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await textOf(response, signal);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const { status } = response;
    const message = "The answer is no JSON; is this a Dragline service?";
    throw new ClientError("UNEXPECTED_ANSWER", { message, details: { status }, cause });
  }
}
