import { chmod, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const own = "a-key-of-the-host-1234";
const local = ["--allow-host=127.0.0.1", "--allow-callback-host=127.0.0.1"];

async function folderOf(): Promise<string> {
  return join(await temporaryFolder(), "data");
}

describe("dragline serve", () => {
  it("serves from a folder that it makes, and shows the first key once", async () => {
    const folder = await folderOf();
    await using site = await createSite({ "/": "<title>t</title><h1>Hello</h1>" });
    const first = await served({ folder, flags: local });
    expect(first.key).toMatch(/^\S{20,}$/);
    const health = await fetch(`${first.url}/health`);
    expect(await health.json()).toEqual({ status: "ok", version: "1.1.0" });
    expect(await first.call("GET /credits", undefined, "wrong-key-wrong-key")).toMatchObject({
      status: 401,
      json: { error: "unauthorized" },
    });
    const scraped = await first.call("POST /url-scraper/scrape", { url: site.url("/") });
    expect(scraped).toMatchObject({ status: 200, json: { status: "completed" } });
    expect(await first.stop()).toBe(0);

    const second = await served({ folder, flags: local });
    expect(second.err).not.toMatch(/shown only once|failed|dragline:/);
    const { id } = scraped.json;
    const kept = await second.call(`GET /url-scraper/${String(id)}`, undefined, first.key);
    expect(kept).toMatchObject({ status: 200, json: { id, status: "completed" } });
    expect(await second.stop()).toBe(0);
  });

  it("keeps what it stores to this user, also in a folder that was open to all", async () => {
    const folder = await folderOf();
    await mkdir(folder);
    await chmod(folder, 0o755);
    const service = await served({ folder, env: { DRAGLINE_API_KEY: own } });
    await service.call("GET /credits");
    const names = await readdir(folder);
    expect(names).toEqual(
      expect.arrayContaining(["blobs", "dragline.sqlite", "pages.sqlite", "seal.keys"]),
    );
    for (const name of names) {
      expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0);
    }
  });

  it("takes the first account's key from DRAGLINE_API_KEY, over restarts", async () => {
    const folder = await folderOf();
    for (let starts = 0; starts < 2; starts += 1) {
      const service = await served({ folder, env: { DRAGLINE_API_KEY: own } });
      expect(service.err).not.toMatch(/shown only once|failed|dragline:/);
      expect(await service.call("GET /credits")).toMatchObject({
        status: 200,
        json: { balance: 300, used: 0 },
      });
      await service.stop();
    }
  });

  it("logs a line for each request, job, delivery and failure; never a key", async () => {
    const folder = await folderOf();
    await using site = await createSite({ "/": "<p>x</p>", "/hook": { status: 204 } });
    const service = await served({ folder, flags: local });
    const made = await service.call("POST /webhooks", { url: site.url("/hook?token=t0ken") });
    const { json } = await service.call("POST /url-scraper", { url: site.url("/?q=pr1vate") });
    expect(await service.line({ event: "job", jobId: json["jobId"] })).toMatchObject({
      level: "info",
      type: "url_scraper",
      status: "completed",
    });
    expect(await service.line({ event: "delivery" })).toMatchObject({
      attempt: 1,
      host: "127.0.0.1",
      httpStatus: 204,
    });
    await fetch(`${service.url}/v1/none?secret=1`, { headers: { "x-api-key": service.key } });
    const request = await service.line({ event: "request", route: "/url-scraper" });
    expect(request).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      level: "info",
      event: "request",
      requestId: expect.stringMatching(/^req_[0-9a-f]{32}$/) as string,
      method: "POST",
      route: "/url-scraper",
      status: 202,
      durationMs: expect.any(Number) as number,
    });
    expect(await service.line({ event: "request", status: 404 })).toMatchObject({ route: "" });
    await service.stop();
    expect(service.lines.at(-1)).toMatchObject({ event: "stopped" });
    for (const secret of [service.key, String(made.json["secret"]), "t0ken", "pr1vate", "secret"]) {
      expect(service.out).not.toContain(secret);
    }
  });

  it("logs text on a terminal", async () => {
    const { promise: listening, resolve } = Promise.withResolvers<string>();
    const folder = await folderOf();
    const stop = new AbortController();
    const { PassThrough } = await import("node:stream");
    const stdout = Object.assign(new PassThrough().setEncoding("utf8"), { isTTY: true });
    stdout.on("data", resolve);
    const { runCli } = await import("dragline/node");
    const [stdin, stderr] = [new PassThrough(), new PassThrough()];
    const env = { DRAGLINE_API_KEY: own };
    const argv = ["serve", "--port=0", `--data=${folder}`];
    const code = runCli(argv, { stdin, stdout, stderr, env, signal: stop.signal });
    expect(await listening).toMatch(
      /^\d\d:\d\d:\d\d info {2}listening url=http:\/\/127\.0\.0\.1:\d+ dashboardUrl=http:\/\/127\.0\.0\.1:\d+\n$/,
    );
    stop.abort(new Error("interrupted"));
    expect(await code).toBe(0);
  });

  it("seals signing secrets with a key that the folder keeps", async () => {
    const folder = await folderOf();
    const first = await served({ folder, env: { DRAGLINE_API_KEY: own } });
    const { secret } = (await first.call("GET /webhooks/signing-secret")).json;
    await first.stop();
    const stored = await readFile(join(folder, "dragline.sqlite"), "latin1");
    expect(stored).not.toContain(String(secret));
    const second = await served({ folder, env: { DRAGLINE_API_KEY: own } });
    expect((await second.call("GET /webhooks/signing-secret")).json).toEqual({ secret });
  });

  it("seals with a new key that is put in front, and does not start without the key of its secrets", async () => {
    const folder = await folderOf();
    const key = { DRAGLINE_API_KEY: own };
    const secretOf = async (env: Record<string, string>) => {
      const service = await served({ folder, env: { ...key, ...env } });
      const { status, json } = await service.call("GET /webhooks/signing-secret");
      const warned = service.lines.some(({ event }) => event === "configuration");
      await service.stop();
      return { status, warned, secret: json["secret"] };
    };
    const [one, two] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString("base64"));
    const first = await secretOf({ DRAGLINE_SEAL_KEYS: `a:${one}` });
    expect(first).toMatchObject({ status: 200, warned: false });
    expect(await secretOf({ DRAGLINE_SEAL_KEYS: `b:${two},a:${one}` })).toEqual(first);
    expect(await secretOf({ DRAGLINE_SEAL_KEYS: `b:${two}` })).toEqual(first);
    for (const env of [
      {},
      { DRAGLINE_SEAL_KEYS: `a:${one}` },
      { DRAGLINE_SEAL_KEYS: `b:${one}` },
    ]) {
      const ran = await run(["serve", "--port=0", `--data=${folder}`], { env: { ...key, ...env } });
      expect(ran).toMatchObject({ code: 1, stdout: "" });
      expect(ran.stderr).toMatch(
        /^dragline: (?:DRAGLINE_SEAL_KEYS|seal\.keys): .*sealed with the key 'b'.*Give DRAGLINE_SEAL_KEYS as the other processes have it.*\n$/,
      );
      expect(ran.stderr).not.toContain(one);
    }
    expect(await secretOf({ DRAGLINE_SEAL_KEYS: `b:${two}` })).toEqual(first);
  });

  it("tells Prometheus of requests, jobs, the queue and deliveries, on a port of its own", async () => {
    const folder = await folderOf();
    await using site = await createSite({ "/": "<p>x</p>", "/hook": { status: 204 } });
    const service = await served({ folder, flags: [...local, "--metrics-port=0"] });
    await service.call("POST /webhooks", { url: site.url("/hook") });
    const { json } = await service.call("POST /url-scraper", { url: site.url("/") });
    await service.line({ event: "job", jobId: json["jobId"] });
    await service.line({ event: "delivery" });
    const counted = (name: string) => service.metric(`dragline_${name}`);
    expect(
      await counted(
        'request_duration_seconds_count{method="POST",route="/url-scraper",status="202"}',
      ),
    ).toBe(1);
    const job = 'job_duration_seconds_count{type="url_scraper",status="completed"}';
    expect(await counted(job)).toBe(1);
    expect(await counted('delivery_attempt_duration_seconds_count{outcome="success"}')).toBe(1);
    expect(await counted('queue_depth{type="url_scraper"}')).toBe(0);
    expect(await service.metric("process_cpu_user_seconds_total")).toBeGreaterThan(0);
    const ready = await fetch(`${service.metricsUrl}/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);
    expect((await fetch(`${service.metricsUrl}/v1/credits`)).status).toBe(404);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    expect((await fetch(`${service.url}/ready`)).status).toBe(404);
  });

  it("divides the work: one process takes requests, another runs the jobs", async () => {
    const folder = await folderOf();
    const env = { DRAGLINE_API_KEY: own };
    await using site = await createSite({ "/": "<p>x</p>" });
    const flags = [...local, "--no-worker", "--metrics-port=0"];
    const api = await served({ folder, env, flags });
    const { json } = await api.call("POST /url-scraper", { url: site.url("/") });
    const path = `GET /url-scraper/${String(json["jobId"])}`;
    expect((await api.call(path)).json).toMatchObject({ status: "pending" });
    expect(await api.metric('dragline_queue_depth{type="url_scraper"}')).toBe(1);
    const worker = await served({ folder, flags: [...local, "--worker-only"] });
    expect([worker.url, worker.err]).toEqual(["undefined", ""]);
    await worker.line({ event: "job" });
    await expect
      .poll(async () => (await api.call(path)).json["status"], { timeout: 30_000 })
      .toBe("completed");
  });

  it("gives jobs under way back at its end, and another start finishes them", async () => {
    const folder = await folderOf();
    const env = { DRAGLINE_API_KEY: own };
    let isSlow = true;
    await using site = await createSite({
      "/": (_request, response) => {
        if (!isSlow) response.end("<p>late</p>");
      },
    });
    const first = await served({ folder, env, flags: [...local, "--metrics-port=0"] });
    const { json } = await first.call("POST /url-scraper", { url: site.url("/") });
    await site.seen("/");
    const ready = async () => (await fetch(`${first.metricsUrl}/ready`)).status;
    expect(await ready()).toBe(200);
    const code = first.stop();
    await first.line({ event: "stopping" });
    expect(await ready()).toBe(503);
    await expect(fetch(first.url)).rejects.toThrow("fetch failed");
    expect(await code).toBe(0);
    isSlow = false;
    const second = await served({ folder, env, flags: local });
    const path = `GET /url-scraper/${String(json["jobId"])}`;
    await expect
      .poll(async () => (await second.call(path)).json["status"], { timeout: 30_000 })
      .toBe("completed");
  }, 40_000);
});
