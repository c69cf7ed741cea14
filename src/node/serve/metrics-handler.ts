import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Service } from "../../service/index.ts";
import type { ServiceMetrics } from "./service-metrics.ts";

/** What the metrics server tells of. */
interface MetricsParts {
  readonly metrics: Pick<ServiceMetrics, "contentType" | "text">;
  readonly service: Pick<Service, "fetch">;
  /** Aborts when the service is about to end. */
  readonly stopping: AbortSignal;
}

/**
 * Answers `/metrics` for Prometheus, `/ready` for load balancers, and `/live`, which says no more than that
 * the process answers; not for the public.
 */
export function metricsHandler(parts: MetricsParts): RequestListener {
  return (request, response) => {
    answer(parts, request, response).catch(() => response.destroy());
  };
}

async function answer(
  { metrics, service, stopping }: MetricsParts,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method === "GET" && url === "/metrics") {
    const text = await metrics.text();
    response.writeHead(200, { "content-type": metrics.contentType }).end(text);
    return;
  }
  if (method === "GET" && url === "/ready") {
    const status = stopping.aborted ? "stopping" : await statusOf(service);
    response.writeHead(status === "ready" ? 200 : 503, { "content-type": "application/json" });
    response.end(JSON.stringify({ status }));
    return;
  }
  if (method === "GET" && url === "/live") {
    response.writeHead(200, { "content-type": "application/json" }).end(`{"status":"live"}`);
    return;
  }
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ status: "not_found" }));
}

async function statusOf(service: Pick<Service, "fetch">): Promise<"ready" | "unavailable"> {
  const { ok } = await service.fetch(new Request("http://localhost/health"));
  return ok ? "ready" : "unavailable";
}
