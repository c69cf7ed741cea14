import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import type * as opentelemetry from "@opentelemetry/api";
import type { Context, Histogram, Span, Tracer } from "@opentelemetry/api";
import {
  isMissingPackage,
  systemClock,
  traceNames,
  type EventTable,
  type TraceName,
} from "../core/index.ts";
import { errorType, memberOf, metricFacts, spanFacts } from "./span-facts.ts";

const SCOPE = "dragline";
const CARRIER = "dragline:core:carrier";

/** What a subscriber of a trace channel is given. */
interface Message {
  readonly result?: unknown;
  readonly error?: unknown;
  /** Of the trace that the operation goes on with; another process may have begun it. */
  readonly traceparent?: string | undefined;
}

/** A span that is open. */
interface OpenSpan {
  readonly span: Span;
  readonly begun: number;
}

/**
 * Makes spans and metrics of all that Dragline does in this process, with the providers that are
 * registered with `@opentelemetry/api`. An operation within another is its child; a request goes on with
 * the trace of its `traceparent` header, a job with that of its request, and a delivery with that of its
 * job, whichever process runs them. URLs have no query in spans; prompts, keys and bodies are in none.
 * @returns what ends it; spans that are open then are not told
 * @throws Error where `@opentelemetry/api` is not installed
 */
export async function instrument(): Promise<Disposable> {
  return new Instrumentation(await loadApi());
}

class Instrumentation implements Disposable {
  readonly #api: typeof opentelemetry;
  readonly #tracer: Tracer;
  readonly #durations: Histogram;
  /** Of the operation under way, for those within it. */
  readonly #current = new AsyncLocalStorage<Context>();
  readonly #open = new WeakMap<object, OpenSpan>();
  readonly #releases: (() => void)[];

  constructor(api: typeof opentelemetry) {
    this.#api = api;
    this.#tracer = api.trace.getTracer(SCOPE);
    this.#durations = api.metrics.getMeter(SCOPE).createHistogram("dragline.operation.duration", {
      description: "Operations, by channel and how they ended.",
      unit: "s",
      advice: {
        explicitBucketBoundaries: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300],
      },
    });
    subscribe(CARRIER, this.#onCarrier);
    this.#releases = [
      () => void unsubscribe(CARRIER, this.#onCarrier),
      ...traceNames.map((name) => this.#listen(name)),
    ];
  }

  [Symbol.dispose](): void {
    for (const release of this.#releases) release();
  }

  #listen(name: TraceName): () => void {
    const { start, asyncEnd } = tracingChannel<Context, object>(name);
    const onEnd = (message: unknown): void => this.#end(name, message as object);
    // All that happens within the operation sees its span.
    start.bindStore(this.#current, (message) => this.#begin(name, message));
    asyncEnd.subscribe(onEnd);
    return () => {
      start.unbindStore(this.#current);
      asyncEnd.unsubscribe(onEnd);
    };
  }

  #begin(operation: TraceName, message: object): Context {
    const { trace, SpanKind } = this.#api;
    const { name, kind, attributes } = spanFacts(operation, message);
    const kindOf = {
      internal: SpanKind.INTERNAL,
      client: SpanKind.CLIENT,
      server: SpanKind.SERVER,
      consumer: SpanKind.CONSUMER,
    };
    const parent = this.#parentOf(message);
    const span = this.#tracer.startSpan(name, { kind: kindOf[kind], attributes }, parent);
    this.#open.set(message, { span, begun: systemClock.monotonic() });
    return trace.setSpan(parent, span);
  }

  /** The operation around it, or the trace that it was handed, or what the host has open. */
  #parentOf(message: Message): Context {
    const { context, propagation, trace } = this.#api;
    const around = this.#current.getStore() ?? context.active();
    const { traceparent } = message;
    if (traceparent === undefined || trace.getSpan(around) !== undefined) return around;
    return propagation.extract(around, { traceparent });
  }

  #end(operation: TraceName, message: Message): void {
    const open = this.#open.get(message);
    // It began before anybody listened.
    if (open === undefined) return;
    const { span, begun } = open;
    const { result, error } = message;
    const facts = metricFacts(operation, { context: message, result, error });
    span.setAttributes(facts);
    const status = memberOf(result, "status");
    const isFault = error !== undefined || (typeof status === "number" && status >= 500);
    if (isFault || status === "failed" || status === "lost") {
      // A message may quote what it failed on; the code does not.
      const code = error === undefined ? String(status) : errorType(error);
      span.setStatus({ code: this.#api.SpanStatusCode.ERROR, message: code });
    }
    span.end();
    this.#durations.record((systemClock.monotonic() - begun) / 1000, facts);
  }

  /** Somebody stores work that goes on elsewhere. */
  readonly #onCarrier = (message: unknown): void => {
    const { carrier } = message as EventTable[typeof CARRIER];
    const { context, propagation } = this.#api;
    propagation.inject(this.#current.getStore() ?? context.active(), carrier);
  };
}

async function loadApi(): Promise<typeof opentelemetry> {
  try {
    return await import("@opentelemetry/api");
  } catch (cause) {
    if (!isMissingPackage(cause)) throw cause;
    throw new Error(
      "The bridge to OpenTelemetry needs its API: `npm install @opentelemetry/api`.",
      {
        cause,
      },
    );
  }
}
