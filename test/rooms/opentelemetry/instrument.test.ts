import { context, metrics, propagation, trace, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from "@opentelemetry/sdk-trace";
import { instrument } from "dragline/opentelemetry";
import { createService } from "dragline/service";
import { MemoryRecords } from "dragline/storage/memory";
import { createSite } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentTraceparent, traced } from "../../../src/core/index.ts";

let spans: InMemorySpanExporter;
let numbers: InMemoryMetricExporter;
let reader: PeriodicExportingMetricReader;
let meters: MeterProvider;

beforeEach(() => {
  spans = new InMemorySpanExporter();
  numbers = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  reader = new PeriodicExportingMetricReader({ exporter: numbers, exportIntervalMillis: 60_000 });
  meters = new MeterProvider({ readers: [reader] });
  const spanProcessors = [new SimpleSpanProcessor({ exporter: spans })];
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  metrics.setGlobalMeterProvider(meters);
});

afterEach(async () => {
  await meters.shutdown();
  for (const api of [trace, context, propagation, metrics]) api.disable();
});

/** The only span of that name. */
function spanOf(name: string): ReadableSpan {
  const found = spans.getFinishedSpans().filter((span) => span.name === name);
  expect([name, found.length]).toEqual([name, 1]);
  return found[0] as ReadableSpan;
}

const parentOf = (span: ReadableSpan): string | undefined => span.parentSpanContext?.spanId;

const url = "https://user:secret@shop.example/lamps?token=secret#secret";

describe("instrument", () => {
  it("makes a span of each operation, with that around it as its parent", async () => {
    using _ = await instrument();
    await traced("dragline:scraper:scrape", { url }, () =>
      traced("dragline:fetcher:attempt", { url, attempt: 2 }, async () => "x"),
    );
    const inner = spanOf("dragline.fetcher.attempt");
    const outer = spanOf("dragline.scraper.scrape");
    expect(parentOf(inner)).toBe(outer.spanContext().spanId);
    expect(parentOf(outer)).toBeUndefined();
    expect([inner.kind, outer.kind]).toEqual([SpanKind.CLIENT, SpanKind.INTERNAL]);
    expect(inner.attributes).toMatchObject({
      "dragline.attempt": 2,
      "url.full": "https://shop.example/lamps",
    });
    expect(JSON.stringify(inner.attributes)).not.toContain("secret");
  });

  it("goes on with the span that the host has open", async () => {
    using _ = await instrument();
    await trace.getTracer("host").startActiveSpan("page", async (span) => {
      await traced("dragline:mapper:map", { url }, async () => "x");
      span.end();
    });
    expect(parentOf(spanOf("dragline.mapper.map"))).toBe(spanOf("page").spanContext().spanId);
  });

  it("tells a failure by its code, and nobody's words", async () => {
    using _ = await instrument();
    const failure = Object.assign(new Error("secret words"), { code: "TIMEOUT" });
    const run = traced("dragline:research:run", { prompt: "secret words" }, async () => {
      throw failure;
    });
    await expect(run).rejects.toBe(failure);
    const span = spanOf("dragline.research.run");
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR, message: "TIMEOUT" });
    expect(span.attributes["error.type"]).toBe("TIMEOUT");
    expect(JSON.stringify([span.attributes, span.events, span.status])).not.toContain("secret");
  });

  it("leads from a request to its job and its webhook, in other processes too", async () => {
    using _ = await instrument();
    const hooked = Promise.withResolvers<void>();
    await using site = await createSite({
      "/": "<title>t</title><p>A page.</p>",
      "/hook": (_request, response) => {
        response.writeHead(204).end();
        hooked.resolve();
      },
    });
    await using records = new MemoryRecords();
    const options = { allow: ["127.0.0.1"], allowCallbacks: ["127.0.0.1"] };
    await using api = createService({ records }, options);
    await using worker = createService({ records }, options);
    const { key } = await api.keys.create((await api.accounts.create()).id);
    const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
    const answer = await api.fetch(
      new Request("https://api.example/v1/map", {
        method: "POST",
        headers: {
          "x-api-key": key,
          "content-type": "application/json",
          traceparent: `00-${traceId}-${spanId}-01`,
        },
        body: JSON.stringify({ url: site.url("/"), webhook_url: site.url("/hook") }),
      }),
    );
    expect(answer.status).toBe(202);
    const stop = new AbortController();
    const running = worker.run({ signal: stop.signal });
    await hooked.promise;
    stop.abort();
    await running;
    const [request, job, attempt] = [
      spanOf("POST /map"),
      spanOf("dragline.service.job map"),
      spanOf("dragline.webhooks.attempt"),
    ];
    expect(parentOf(request)).toBe(spanId);
    expect(parentOf(job)).toBe(request.spanContext().spanId);
    expect(parentOf(attempt)).toBe(job.spanContext().spanId);
    for (const span of [request, job, attempt, spanOf("dragline.mapper.map")]) {
      expect(span.spanContext().traceId).toBe(traceId);
    }
    expect(request.kind).toBe(SpanKind.SERVER);
    await reader.forceFlush();
    const points = numbers
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
      .filter(({ descriptor }) => descriptor.name === "dragline.operation.duration")
      .flatMap(({ dataPoints }) => dataPoints.map(({ attributes }) => attributes));
    expect(points).toContainEqual({
      "dragline.operation": "dragline:service:request",
      "http.request.method": "POST",
      "http.route": "/map",
      "http.response.status_code": 202,
    });
    expect(points).toContainEqual({
      "dragline.operation": "dragline:service:job",
      "dragline.job.type": "map",
      "dragline.outcome": "completed",
    });
  });

  it("takes nothing but a trace from a header, and makes none up", async () => {
    using _ = await instrument();
    await using service = createService();
    for (const traceparent of ["x".repeat(5000), "00-0-0-00", "ff"]) {
      const request = new Request("https://api.example/v1/health", { headers: { traceparent } });
      expect((await service.fetch(request)).status).toBe(200);
    }
    const healths = spans.getFinishedSpans().filter(({ name }) => name === "GET /health");
    expect(healths.map(parentOf)).toEqual([undefined, undefined, undefined]);
  });

  it("does nothing any more when it is disposed, nor without a provider", async () => {
    expect(currentTraceparent()).toBeNull();
    const instrumentation = await instrument();
    const within = () =>
      traced("dragline:mapper:map", { url }, async () => currentTraceparent()?.slice(0, 3));
    expect(await within()).toBe("00-");
    instrumentation[Symbol.dispose]();
    expect(await within()).toBeUndefined();
    expect(spans.getFinishedSpans()).toHaveLength(1);
    trace.disable();
    using _ = await instrument();
    await traced("dragline:mapper:map", { url }, async () => "x");
    expect(spans.getFinishedSpans()).toHaveLength(1);
  });
});
