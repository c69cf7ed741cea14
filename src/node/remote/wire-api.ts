import { isClientError, type Client } from "../../client/index.ts";
import { callTable } from "../../client/internal.ts";
import { wrongUsage, type WireApi } from "../identity/wire-api.ts";
import { printableLine } from "../terminal/printable.ts";
import { UsageError, type Terminal } from "../terminal/terminal.ts";
import { atService } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

/** Characters of a refusal that are shown. */
const LONGEST_LINE = 2000;

/**
 * Does work that asks routes below `/v1/wire` of a service elsewhere.
 * @returns as `atService`
 * @throws as `atService`
 */
export function withWireApi(
  place: RemotePlace,
  terminal: Terminal,
  work: (api: WireApi) => Promise<number>,
): Promise<number> {
  return atService(place, terminal, (client) => work(wireApiOf(client, terminal.signal)));
}

// Which calls there are, and what each takes, is known when the command runs.
type AnyCall = (input: object, call: { readonly signal: AbortSignal }) => Promise<unknown>;

/** The routes below `/v1/wire` of a client's service. */
export function wireApiOf(client: Client, signal: AbortSignal): WireApi {
  return {
    ask: async <Answer>(route: string, body: object = {}): Promise<Answer> => {
      const { name, fields } = callOf(route);
      const call = Reflect.get(client, name) as AnyCall;
      try {
        // The service's own answer, by its own schema.
        return (await call({ ...fields, ...body }, { signal })) as Answer;
      } catch (error) {
        if (!isClientError(error) || !wrongUsage.has(error.details.serviceCode ?? "")) throw error;
        throw new UsageError(printableLine(error.message, LONGEST_LINE), { cause: error });
      }
    },
  };
}

/** The client's call of a route, and what stands in the route's path and query. */
function callOf(route: string) {
  const [method = "", place = ""] = route.split(" ", 2);
  const [path = "", query] = place.split("?", 2);
  for (const line of callTable.trim().split("\n")) {
    const [name = "", verb, pattern = ""] = line.split(" ");
    const inPath = verb === method ? fieldsIn(`/wire${path}`, pattern) : undefined;
    if (inPath !== undefined) {
      return { name, fields: { ...inPath, ...Object.fromEntries(new URLSearchParams(query)) } };
    }
  }
  throw new Error(`the client has no call for ${route}`);
}

/** The parts of a path that a pattern such as `/wire/identities/{id}` names; undefined where it is another. */
function fieldsIn(path: string, pattern: string): Readonly<Record<string, string>> | undefined {
  const parts = path.split("/");
  const names = pattern.split("/");
  const fits = names.every((name, at) => name.startsWith("{") || name === parts[at]);
  if (!fits || names.length !== parts.length) return undefined;
  const named = names.flatMap((name, at) =>
    name.startsWith("{") ? [[name.slice(1, -1), decodeURIComponent(parts[at] ?? "")]] : [],
  );
  return Object.fromEntries(named) as Record<string, string>;
}
