import type { Attributes } from "@opentelemetry/api";
import type { TraceName } from "../core/index.ts";

/** What a span says of an operation. */
interface SpanFacts {
  readonly name: string;
  readonly kind: "internal" | "client" | "server" | "consumer";
  readonly attributes: Attributes;
}

/** Operations that begin or end at another program's. */
const kinds: Readonly<Partial<Record<TraceName, SpanFacts["kind"]>>> = Object.freeze({
  "dragline:service:request": "server",
  "dragline:cdp-proxy:connection": "server",
  "dragline:service:job": "consumer",
  "dragline:net:connect": "client",
  "dragline:fetcher:attempt": "client",
  "dragline:ai:generate": "client",
  "dragline:ai:tools": "client",
  "dragline:search:search": "client",
  "dragline:visibility:ask": "client",
  "dragline:webhooks:attempt": "client",
});

/** The attribute of a member of a context. Prompts and queries are people's words, and are in none. */
const names: Readonly<Record<string, string>> = Object.freeze({
  attempt: "dragline.attempt",
  connectionId: "dragline.connection.id",
  deliveryId: "dragline.delivery.id",
  engine: "dragline.engine",
  host: "server.address",
  jobId: "dragline.job.id",
  method: "http.request.method",
  modelId: "gen_ai.request.model",
  monitorId: "dragline.monitor.id",
  origin: "dragline.origin",
  provider: "dragline.provider",
  requestId: "dragline.request.id",
  route: "http.route",
  runId: "dragline.run.id",
  type: "dragline.job.type",
});

/** Name, kind and attributes of the span of an operation. */
export function spanFacts(operation: TraceName, context: object): SpanFacts {
  const kind = kinds[operation] ?? "internal";
  const attributes: Attributes = {};
  for (const [member, value] of Object.entries(context)) {
    const name = names[member];
    if (name === undefined || (typeof value !== "string" && typeof value !== "number")) continue;
    attributes[name] = value;
  }
  const url = plainUrl(Reflect.get(context, "url"));
  if (url !== undefined) attributes["url.full"] = url;
  return { name: nameOf(operation, attributes), kind, attributes };
}

/** Of few values: spans are found by it. */
function nameOf(operation: TraceName, attributes: Attributes): string {
  const { "http.request.method": method, "http.route": route } = attributes;
  if (operation === "dragline:service:request") return [method, route].join(" ").trim();
  const type = attributes["dragline.job.type"];
  const name = operation.replaceAll(":", ".");
  return typeof type === "string" ? `${name} ${type}` : name;
}

/** Without name, password, query and fragment, which may hold secrets of a site. */
function plainUrl(value: unknown): string | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url === null ? undefined : `${url.protocol}//${url.host}${url.pathname}`;
}

/** What a metric says of how an operation ended; of few values. */
export function metricFacts(operation: TraceName, ended: EndedContext): Attributes {
  const { context, result, error } = ended;
  const facts: Attributes = { "dragline.operation": operation };
  for (const member of ["method", "route", "type"] as const) {
    const value: unknown = Reflect.get(context, member);
    const name = names[member];
    if (typeof value === "string" && name !== undefined) facts[name] = value;
  }
  const status = memberOf(result, "status");
  if (typeof status === "number") facts["http.response.status_code"] = status;
  if (typeof status === "string") facts["dragline.outcome"] = status;
  if (error !== undefined) facts["error.type"] = errorType(error);
  return facts;
}

/** An operation that has ended. */
interface EndedContext {
  readonly context: object;
  /** Undefined when it threw. */
  readonly result: unknown;
  readonly error: unknown;
}

/** The code of an error of ours, or its class. */
export function errorType(error: unknown): string {
  const code = memberOf(error, "code");
  if (typeof code === "string") return code;
  return error instanceof Error ? error.name : typeof error;
}

/** A member of what may be anything. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
