import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { deadline, systemClock, type EventTable } from "../../core/index.ts";
import type { Queue } from "../../queue/index.ts";
import type { Service } from "../../service/index.ts";
import { version } from "../version.ts";
import { endOfCheck, memberOf, observe } from "./observe.ts";

/** Seconds: from a look into a store to a whole crawl. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/** Milliseconds that Prometheus, which waits 10 s, waits for the stores. */
const PATIENCE = 3000;
const CACHED = "dragline:service:cached";

/** What is measured besides what is traced. */
interface MeasuredParts {
  readonly queue: Pick<Queue, "depth">;
  readonly service: Pick<Service, "browsers" | "backlog">;
}

/** What Prometheus reads of a service; it hears of the whole process. */
export class ServiceMetrics implements Disposable {
  readonly #registry = new Registry();
  readonly #releases: (() => void)[];
  readonly #measureBacklog: () => Promise<void>;

  constructor(parts: MeasuredParts) {
    collectDefaultMetrics({ register: this.#registry });
    this.#version();
    this.#measureBacklog = this.#backlog(parts);
    this.#browsers(parts.service);
    this.#releases = [...this.#durationsOfWork(), ...this.#visits(), this.#cached()];
  }

  /** The media type of {@link text}. */
  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Everything in the text form of Prometheus. */
  async text(): Promise<string> {
    await this.#measureBacklog();
    return this.#registry.metrics();
  }

  [Symbol.dispose](): void {
    for (const release of this.#releases) release();
    this.#registry.clear();
  }

  /** Requests, jobs, checks and deliveries, each as it ends. */
  #durationsOfWork(): (() => void)[] {
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
    const credits = new Counter({
      name: "dragline_job_credits_total",
      help: "Credits that jobs cost, by type.",
      labelNames: ["type"],
      registers: [this.#registry],
    });
    return [
      observe("dragline:service:request", ({ context, result, durationMs }) => {
        const { method, route } = context;
        const status = String(memberOf(result, "status") ?? "none");
        requests.observe({ method, route: route || "unknown", status }, durationMs / 1000);
      }),
      observe("dragline:service:job", ({ context, result, error, durationMs }) => {
        const ended = error === undefined ? (memberOf(result, "status") ?? "ended") : "lost";
        jobs.observe({ type: context.type, status: String(ended) }, durationMs / 1000);
        credits.inc({ type: context.type }, Number(memberOf(result, "credits") ?? 0));
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

  /** Gives what looks at what waits, for each text anew. */
  #backlog({ queue, service }: MeasuredParts): () => Promise<void> {
    const registers = [this.#registry];
    const depths = new Gauge({
      name: "dragline_queue_depth",
      help: "Waiting and running jobs in the queue, of all processes, by type.",
      labelNames: ["type"],
      registers,
    });
    const oldest = new Gauge({
      name: "dragline_job_oldest_waiting_seconds",
      help: "Age of the oldest job that waits, of all processes, by type; 0 when none waits.",
      labelNames: ["type"],
      registers,
    });
    const jobs = new Gauge({
      name: "dragline_jobs",
      help: "Jobs that are not settled, of all processes, by type and state (waiting, running).",
      labelNames: ["type", "state"],
      registers,
    });
    return async () => {
      using limit = deadline(systemClock, PATIENCE);
      const { signal } = limit;
      // While records or queue cannot be reached, their series are absent.
      for (const gauge of [jobs, depths, oldest]) gauge.reset();
      const types = await service.backlog({ signal }).catch(() => []);
      const looks = types.map(async ({ type, waiting, running, oldestWaitingMs }) => {
        jobs.set({ type, state: "waiting" }, waiting);
        jobs.set({ type, state: "running" }, running);
        oldest.set({ type }, oldestWaitingMs / 1000);
        const depth = await queue.depth(`service.${type}`, { signal }).catch(() => undefined);
        if (depth !== undefined) depths.set({ type }, depth);
      });
      await Promise.all(looks);
    };
  }

  /** Pages that this process has open in browsers for scrapes, crawls and checks. */
  #visits(): (() => void)[] {
    const visits = new Gauge({
      name: "dragline_browser_visits",
      help: "Visits of pages in browsers that are under way or wait for a browser.",
      registers: [this.#registry],
    });
    return [
      observe(
        "dragline:browser:visit",
        () => visits.dec(),
        () => visits.inc(),
      ),
    ];
  }

  /** Jobs that the result cache answered. */
  #cached(): () => void {
    const cached = new Counter({
      name: "dragline_jobs_cached_total",
      help: "Jobs that were answered from the result cache, without a run, by type.",
      labelNames: ["type"],
      registers: [this.#registry],
    });
    const count = (message: unknown): void => {
      const { type } = message as EventTable[typeof CACHED];
      cached.inc({ type });
    };
    subscribe(CACHED, count);
    return () => unsubscribe(CACHED, count);
  }

  #version(): void {
    const built = new Gauge({
      name: "dragline_build_info",
      help: "1, with the version of the package.",
      labelNames: ["version"],
      registers: [this.#registry],
    });
    built.set({ version }, 1);
  }
}
