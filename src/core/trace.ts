import { tracingChannel, type TracingChannel } from "node:diagnostics_channel";

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
