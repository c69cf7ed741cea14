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
 * What is told as it happens, each with its message. Subscribe with `subscribe(name, listener)` of
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
}

/** The name of an event. */
export type EventName = keyof EventTable;

/** Every event's name. */
export const eventNames = Object.freeze([
  "dragline:crawler:url",
  "dragline:crawler:progress",
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
