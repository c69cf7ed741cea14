import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { deadline, systemClock } from "../../core/index.ts";
import type { Queue } from "../../queue/index.ts";
import type { Service } from "../../service/index.ts";
import { endOfCheck, memberOf, observe } from "./observe.ts";

/** Seconds: from a look into a store to a whole crawl. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Milliseconds that Prometheus, which waits 10 s, waits for a queue. */
const QUEUE_PATIENCE = 3000;

/** Types of jobs that wait in a queue, whose topic is `service.` and the type. */
const queuedTypes = ["url_scraper", "map", "crawl", "web_scraper"] as const;

/** What is measured besides what is traced. */
interface MeasuredParts {
  readonly queue: Pick<Queue, "depth">;
  readonly service: Pick<Service, "browsers">;
}

/** What Prometheus reads of a service; it hears of the whole process. */
export class ServiceMetrics implements Disposable {
  readonly #registry = new Registry();
  readonly #releases: (() => void)[];

  constructor({ queue, service }: MeasuredParts) {
    collectDefaultMetrics({ register: this.#registry });
    this.#queueDepth(queue);
    this.#browsers(service);
    const requests = this.#durations(
      "dragline_request_duration_seconds",
      "Requests, by method, route and status.",
      ["method", "route", "status"],
    );
    const jobs = this.#durations(
      "dragline_job_duration_seconds",
      "Runs of jobs, by type and how they ended.",
      ["type", "status"],
    );
    const checks = this.#durations(
      "dragline_check_duration_seconds",
      "Checks of monitors, by how they ended.",
      ["status"],
    );
    const attempts = this.#durations(
      "dragline_delivery_attempt_duration_seconds",
      "Attempts at deliveries of webhooks, by outcome.",
      ["outcome"],
    );
    this.#releases = [
      observe("dragline:service:request", ({ context, result, durationMs }) => {
        const { method, route } = context;
        const status = String(memberOf(result, "status") ?? "none");
        requests.observe({ method, route: route || "unknown", status }, durationMs / 1000);
      }),
      observe("dragline:service:job", ({ context, result, error, durationMs }) => {
        const ended = error === undefined ? (memberOf(result, "status") ?? "ended") : "lost";
        jobs.observe({ type: context.type, status: String(ended) }, durationMs / 1000);
      }),
      observe("dragline:monitor:check", ({ result, durationMs }) => {
        checks.observe({ status: endOfCheck(result) }, durationMs / 1000);
      }),
      observe("dragline:webhooks:attempt", ({ result, error, durationMs }) => {
        const failure = memberOf(result, "failure");
        const outcome = error === undefined ? String(failure ?? "success") : "error";
        attempts.observe({ outcome }, durationMs / 1000);
      }),
    ];
  }

  /** The media type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Everything in the text form of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics();
  }

  [Symbol.dispose](): void {
    for (const release of this.#releases) release();
    this.#registry.clear();
  }

  #durations<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
  ): Histogram<Label> {
    const registers = [this.#registry];
    return new Histogram({ name, help, labelNames: [...labelNames], buckets, registers });
  }

  /** Pressure of browser connections: how many run and wait, and what they take. */
  #browsers(service: Pick<Service, "browsers">): void {
    const gauges = [
      ["connections", "Browser connections that are open or being opened.", "connections"],
      ["waiting", "Callers that are waiting for a browser.", "waiting"],
      ["memory_bytes", "Memory of the browsers that serve connections, in bytes.", "memoryBytes"],
    ] as const;
    for (const [name, help, member] of gauges) {
      new Gauge({
        name: `dragline_browser_${name}`,
        help,
        registers: [this.#registry],
        collect() {
          this.set(service.browsers()[member]);
        },
      });
    }
  }

  #queueDepth(queue: Pick<Queue, "depth">): void {
    new Gauge({
      name: "dragline_queue_depth",
      help: "Waiting and running jobs of all processes, by type.",
      labelNames: ["type"],
      registers: [this.#registry],
      async collect() {
        using limit = deadline(systemClock, QUEUE_PATIENCE);
        const { signal } = limit;
        this.reset();
        const looks = queuedTypes.map(async (type) => {
          const depth = await queue.depth(`service.${type}`, { signal }).catch(() => undefined);
          // While the queue cannot be reached, its series are absent.
          if (depth !== undefined) this.set({ type }, depth);
        });
        await Promise.all(looks);
      },
    });
  }
}
