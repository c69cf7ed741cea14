import { channel, tracingChannel, type TracingChannel } from "node:diagnostics_channel";

/**
 * The operations that can be traced, each with the context its subscribers receive. Subscribe with
 * `tracingChannel(name).subscribe({ start, asyncEnd, error })` of `node:diagnostics_channel`.
 */
export interface TraceTable {
  /** One connection: name resolution, TCP, proxy and TLS. */
  "dragline:net:connect": { readonly origin: string };
  /** One call of `fetch`, redirects and retries included. */
  "dragline:fetcher:fetch": { readonly url: string };
  /** One attempt at one URL. */
  "dragline:fetcher:attempt": { readonly url: string; readonly attempt: number };
  /** One visit of a page in a browser. */
  "dragline:browser:visit": { readonly url: string };
  /** One scrape, from URL to formats. */
  "dragline:scraper:scrape": { readonly url: string };
  /** One map of a site. */
  "dragline:mapper:map": { readonly url: string };
  /** One attempt at a page of a crawl, reading included. */
  "dragline:crawler:page": { readonly url: string; readonly attempt: number };
  /** One object that a model is asked for, repair included; its `result` has the `usage`. */
  "dragline:ai:generate": { readonly provider: string; readonly modelId: string };
  /** One step of a conversation in which a model calls tools; its `result` has the `usage`. */
  "dragline:ai:tools": { readonly provider: string; readonly modelId: string };
  /** One task that a model does with tools; its `result` is how it ended. */
  "dragline:agent:task": { readonly prompt: string };
  /** One compiled task that is done again; its `result` is how it ended. */
  "dragline:agent:replay": { readonly prompt: string };
  /** One search at one provider, pages and retries included; its `result` is the answer. */
  "dragline:search:search": { readonly provider: string; readonly query: string };
  /** One question to one answer engine, waits and retries included; its `result` is the reply. */
  "dragline:visibility:ask": { readonly engine: string; readonly query: string };
  /** One research, from prompt to report; its `result` is the report. */
  "dragline:research:run": { readonly prompt: string };
  /** One run of a job of the service; its `result` has the job's `status`, or `lost`, and its `credits`. */
  "dragline:service:job": {
    readonly jobId: string;
    readonly type: string;
    /** Of the request that submitted it, where a subscriber gave one. */
    readonly traceparent?: string | undefined;
  };
  /** One check of a monitor, by one worker; its `result` has the `run` as it ended, if it did. */
  "dragline:monitor:check": { readonly monitorId: string; readonly runId: string };
  /** One attempt at a delivery; its `result` says how it went. A URL may hold secrets: the host alone. */
  "dragline:webhooks:attempt": {
    readonly deliveryId: string;
    readonly attempt: number;
    readonly host: string;
    /** Of what made the event, where a subscriber gave one. */
    readonly traceparent?: string | undefined;
  };
  /** One attempt at a message; its `result` says how it went. `target` tells no secret. */
  "dragline:notifier:attempt": { readonly messageId: string; readonly target: string };
  /** One connection to a remote browser, from its socket to its end; its `result` is the end. */
  "dragline:cdp-proxy:connection": { readonly connectionId: string };
  /**
   * One request to the service; its `result` is the answer, with `status`. `route` is the path of
   * the table's row, without values: `/map/{id}`; empty when there is no such route.
   */
  "dragline:service:request": {
    readonly method: string;
    readonly route: string;
    readonly requestId: string;
    /** The header of that name; a client may write anything there. */
    readonly traceparent?: string | undefined;
  };
}

/** The name of a traced operation. */
export type TraceName = keyof TraceTable;

/** Every traced operation's name. */
export const traceNames = Object.freeze([
  "dragline:net:connect",
  "dragline:fetcher:fetch",
  "dragline:fetcher:attempt",
  "dragline:browser:visit",
  "dragline:scraper:scrape",
  "dragline:mapper:map",
  "dragline:crawler:page",
  "dragline:ai:generate",
  "dragline:ai:tools",
  "dragline:agent:task",
  "dragline:agent:replay",
  "dragline:search:search",
  "dragline:visibility:ask",
  "dragline:research:run",
  "dragline:monitor:check",
  "dragline:webhooks:attempt",
  "dragline:notifier:attempt",
  "dragline:cdp-proxy:connection",
  "dragline:service:request",
  "dragline:service:job",
] as const satisfies readonly TraceName[]);

const channels = new Map<TraceName, TracingChannel<string, object>>(
  traceNames.map((name) => [name, tracingChannel<string, object>(name)]),
);

/** Runs `run` inside the tracing channel `name`; without subscribers it costs a lookup. */
export function traced<Name extends TraceName, Result>(
  name: Name,
  context: TraceTable[Name],
  run: () => Promise<Result>,
): Promise<Result> {
  const channel = channels.get(name);
  if (channel === undefined || !channel.hasSubscribers) return run();
  return channel.tracePromise(run, { ...context });
}

/**
 * What is reported as it happens, each with its message. Subscribe with `subscribe(name, listener)` of
 * `node:diagnostics_channel`.
 */
export interface EventTable {
  /** A URL of a crawl came to its end; `from` is the page that named it. */
  "dragline:crawler:url": {
    readonly crawl: string;
    readonly url: string;
    readonly reason: string;
    readonly from: string | undefined;
  };
  /** Once in a while, at most once a second: how a crawl stands (`CrawlProgress`). */
  "dragline:crawler:progress": { readonly crawl: string; readonly progress: object };
  /** Something failed in the service that must not: for the host's log, as clients are not told. */
  "dragline:service:failure": {
    readonly requestId: string | undefined;
    readonly jobId: string | undefined;
    readonly error: unknown;
  };
  /**
   * Work is stored that goes on later, or in another process: a subscriber writes into `carrier` what
   * names the trace (`traceparent` of W3C Trace Context).
   */
  "dragline:core:carrier": { readonly carrier: Record<string, string> };
  /** A job was answered from the result cache, without a run. */
  "dragline:service:cached": { readonly jobId: string; readonly type: string };
  /** The save of a connection, or the return of what it held, failed: for the host's log. */
  "dragline:cdp-proxy:failure": { readonly connectionId: string; readonly error: unknown };
  /** A check failed for a reason of the host's own parts (`INTERNAL`): for the host's log. */
  "dragline:monitor:failure": {
    readonly monitorId: string;
    readonly runId: string | null;
    readonly error: unknown;
  };
}

/** The name of an event. */
export type EventName = keyof EventTable;

/** Every event's name. */
export const eventNames = Object.freeze([
  "dragline:crawler:url",
  "dragline:crawler:progress",
  "dragline:service:failure",
  "dragline:core:carrier",
  "dragline:service:cached",
  "dragline:monitor:failure",
  "dragline:cdp-proxy:failure",
] as const satisfies readonly EventName[]);

const events = new Map(eventNames.map((name) => [name, channel(name)]));

/** Whether anybody listens; what it takes to tell can be left undone otherwise. */
export function isHeard(name: EventName): boolean {
  return events.get(name)?.hasSubscribers === true;
}

/** Tells the listeners of an event. */
export function tell<Name extends EventName>(name: Name, message: EventTable[Name]): void {
  events.get(name)?.publish(message);
}

/** A version, ids of trace and span, and flags, as W3C Trace Context has them. */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/** What names the trace that is under way, to be stored with work; null where nobody traces. */
export function currentTraceparent(): string | null {
  if (!isHeard("dragline:core:carrier")) return null;
  const carrier: Record<string, string> = {};
  tell("dragline:core:carrier", { carrier });
  return readTraceparent(carrier["traceparent"]) ?? null;
}

/** The text where it names a trace. */
export function readTraceparent(text: string | null | undefined): string | undefined {
  return typeof text === "string" && TRACEPARENT.test(text) ? text : undefined;
}
