// Spans of OpenTelemetry for what happens inside; here they are kept in memory and printed.
import { trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { createFetcher } from "dragline/fetcher";
import { instrument } from "dragline/opentelemetry";
import { createScraper } from "dragline/scraper";
import { createSite } from "dragline/testing";

const exporter = new InMemorySpanExporter();
const spanProcessors = [new SimpleSpanProcessor({ exporter })];
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors }));

await using site = await createSite({ "/prices": "<title>Prices</title><h1>Opal lamp</h1>" });
await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
await using scraper = createScraper({ fetcher });

// #region bridge
using _instrumentation = await instrument();
await scraper.scrape(site.url("/prices"));
// #endregion

const spans = exporter.getFinishedSpans();
const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
for (const { name, parentSpanContext } of spans) {
  console.log(name, "<", names.get(parentSpanContext?.spanId ?? "") ?? "none");
}
