import { describe, expect, it } from "vitest";
import { tell, traced } from "../../../../src/core/index.ts";
import { observe } from "../../../../src/node/serve/observe.ts";
import { ServiceMetrics } from "../../../../src/node/serve/service-metrics.ts";

const request = { method: "GET", route: "/map/{id}", requestId: "req_1" };

const idle = { waiting: 0, running: 0, oldestWaitingMs: 0 };

/** A service without browser connections. */
const quiet = {
  browsers: () => ({ connections: 0, waiting: 0, memoryBytes: 0 }),
  backlog: async () => [{ ...idle, type: "map" }],
};

/** One request that is answered so. */
function answered(answer: () => Promise<unknown>): Promise<unknown> {
  return traced("dragline:service:request", request, answer).catch(() => undefined);
}

describe("ServiceMetrics", () => {
  it("leaves the depth of a queue out that is away, and tells the rest", async () => {
    let isAway = false;
    const depth = (topic: string) =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(topic.length);
    using metrics = new ServiceMetrics({ queue: { depth }, service: quiet });
    expect(await metrics.text()).toContain('dragline_queue_depth{type="map"} 11\n');
    isAway = true;
    const text = await metrics.text();
    expect(text).not.toContain("dragline_queue_depth{");
    expect(text).toContain("process_resident_memory_bytes ");
  });

  it("tells what waits and runs, and how old the oldest is; nothing while the records are away", async () => {
    let isAway = false;
    const told = { type: "crawl", waiting: 3, running: 2, oldestWaitingMs: 61_500 };
    const backlog = async () => {
      if (isAway) throw new Error("away");
      return [told];
    };
    using metrics = new ServiceMetrics({
      queue: { depth: async () => 5 },
      service: { ...quiet, backlog },
    });
    const text = await metrics.text();
    expect(text).toContain('dragline_jobs{type="crawl",state="waiting"} 3\n');
    expect(text).toContain('dragline_jobs{type="crawl",state="running"} 2\n');
    expect(text).toContain('dragline_job_oldest_waiting_seconds{type="crawl"} 61.5\n');
    isAway = true;
    expect(await metrics.text()).not.toContain('type="crawl"');
  });

  it("counts credits of jobs, jobs from the cache, and visits under way", async () => {
    using metrics = new ServiceMetrics({ queue: { depth: async () => 0 }, service: quiet });
    const job = { jobId: "j1", type: "map" };
    await traced("dragline:service:job", job, async () => ({ status: "completed", credits: 3 }));
    await traced("dragline:service:job", job, async () => ({ status: "lost", credits: 0 }));
    tell("dragline:service:cached", { jobId: "j2", type: "url_scraper" });
    const { promise, resolve } = Promise.withResolvers<void>();
    const visit = traced("dragline:browser:visit", { url: "https://example.com/" }, () => promise);
    const during = await metrics.text();
    expect(during).toContain('dragline_job_credits_total{type="map"} 3\n');
    expect(during).toContain('dragline_jobs_cached_total{type="url_scraper"} 1\n');
    expect(during).toContain("dragline_browser_visits 1\n");
    resolve();
    await visit;
    expect(await metrics.text()).toContain("dragline_browser_visits 0\n");
  });

  it("counts by route and not by URL, and what has no answer as none", async () => {
    using metrics = new ServiceMetrics({ queue: { depth: async () => 0 }, service: quiet });
    await answered(async () => new Response(null, { status: 200 }));
    await answered(() => Promise.reject(new Error("gone")));
    const text = await metrics.text();
    const labels = 'method="GET",route="/map/{id}"';
    for (const status of ["200", "none"]) {
      const counted = `dragline_request_duration_seconds_count{${labels},status="${status}"} 1`;
      expect(text.replaceAll(/,?le="[^"]*"/g, "")).toContain(counted);
    }
  });

  it("counts checks of monitors by how they ended", async () => {
    using metrics = new ServiceMetrics({ queue: { depth: async () => 0 }, service: quiet });
    const check = { monitorId: "m1", runId: "r1" };
    await traced("dragline:monitor:check", check, async () => ({ run: { status: "failed" } }));
    await traced("dragline:monitor:check", check, async () => ({ run: undefined }));
    const text = await metrics.text();
    for (const status of ["failed", "lost"]) {
      expect(text).toContain(`dragline_check_duration_seconds_count{status="${status}"} 1`);
    }
  });

  it("tells how many browser connections run and wait, and their memory", async () => {
    let connections = 2;
    const browsers = () => ({ connections, waiting: 1, memoryBytes: 3e8 });
    using metrics = new ServiceMetrics({
      queue: { depth: async () => 0 },
      service: { ...quiet, browsers },
    });
    expect(await metrics.text()).toContain("dragline_browser_connections 2\n");
    connections = 0;
    const text = await metrics.text();
    expect(text).toContain("dragline_browser_connections 0\n");
    expect(text).toContain("dragline_browser_waiting 1\n");
    expect(text).toContain("dragline_browser_memory_bytes 300000000\n");
  });

  it("hears nothing any more when it is disposed", async () => {
    const metrics = new ServiceMetrics({ queue: { depth: async () => 0 }, service: quiet });
    metrics[Symbol.dispose]();
    await answered(async () => new Response(null, { status: 200 }));
    expect(await metrics.text()).not.toContain("/map/{id}");
  });
});

describe("observe", () => {
  it("tells each end once, with result or error, and not what began before", async () => {
    const { promise: early, resolve } = Promise.withResolvers<string>();
    const heard: unknown[] = [];
    const deaf = observe("dragline:service:request", () => {});
    const before = answered(() => early);
    const release = observe("dragline:service:request", ({ context, result, error }) => {
      heard.push([context.requestId, result, error]);
    });
    resolve("early");
    await before;
    const error = new Error("broken");
    await answered(async () => "late");
    await answered(() => Promise.reject(error));
    release();
    deaf();
    await answered(async () => "unheard");
    expect(heard).toEqual([
      ["req_1", "late", undefined],
      ["req_1", undefined, error],
    ]);
  });
});

describe("dragline:service:failure", () => {
  it("becomes one line with code and stack, without a key", async () => {
    const { ServiceLog } = await import("../../../../src/node/serve/service-log.ts");
    const { PassThrough } = await import("node:stream");
    const stdout = new PassThrough().setEncoding("utf8");
    const { signal } = new AbortController();
    const terminal = { stdin: stdout, stdout, stderr: stdout, env: {}, signal };
    using log = new ServiceLog(terminal);
    const error = Object.assign(new Error("it\nbroke"), { code: "UNAVAILABLE" });
    tell("dragline:service:failure", { requestId: "req_1", jobId: undefined, error });
    const line = String(stdout.read());
    tell("dragline:monitor:failure", { monitorId: "m1", runId: null, error });
    expect(JSON.parse(String(stdout.read()))).toMatchObject({
      event: "failure",
      monitorId: "m1",
      error: "it broke",
    });
    await traced("dragline:monitor:check", { monitorId: "m1", runId: "r1" }, async () => ({
      run: { status: "completed" },
    }));
    const check = { event: "check", monitorId: "m1", runId: "r1", status: "completed" };
    expect(JSON.parse(String(stdout.read()))).toMatchObject(check);
    expect(line.split("\n")).toHaveLength(2);
    expect(JSON.parse(line)).toMatchObject({
      level: "error",
      event: "failure",
      requestId: "req_1",
      code: "UNAVAILABLE",
      error: "it broke",
      stack: expect.stringContaining("service-metrics.test") as string,
    });
    log[Symbol.dispose]();
    tell("dragline:service:failure", { requestId: "req_2", jobId: undefined, error });
    expect(stdout.read()).toBeNull();
  });
});
