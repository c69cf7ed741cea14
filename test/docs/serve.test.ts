import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { createSite } from "dragline/testing";
import { verify } from "dragline/webhooks";
import { describe, expect, it } from "vitest";
import { serve } from "../served.ts";
import { documentText } from "../sources.ts";

const run = promisify(execFile);
const curl = await run("curl", ["--version"]).then(
  () => true,
  () => false,
);
const title = curl ? "the API's five lines" : "the API's five lines (skipped: there is no curl)";

/** The command that starts the service, and the five lines for it, as the guide has them. */
function section() {
  const text = documentText("docs/service/run.md").split("## The API")[1] ?? "";
  const start = /```sh\n(dragline serve .*?)\s*#/.exec(text)?.[1] ?? "";
  const lines = /<!-- serve: five lines -->\n```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? "";
  return { start, lines: lines.trim().split("\n") };
}

interface Delivered {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Keeps what is delivered first. */
async function receiver() {
  const { promise: delivered, resolve } = Promise.withResolvers<Delivered>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      response.writeHead(204).end();
      resolve({ headers: request.headers as Record<string, string>, body });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { delivered, server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

describe.skipIf(!curl)(`documents: ${title}`, () => {
  it("scrape, poll, map, crawl and deliver a webhook, with nothing made by hand", async () => {
    const { start, lines } = section();
    expect(lines).toHaveLength(5);
    const folder = await mkdtemp(join(tmpdir(), "dragline-serve-"));
    await using site = await createSite({
      "/": `<h1>Quay</h1><a href="/tides">Tides</a>`,
      "/tides": "<h1>Tides</h1><p>High at six.</p>",
    });
    const hook = await receiver();
    const service = await serve([...start.split(" ").slice(1), "--port", "0"], folder);
    const env: Record<string, string> = {
      PATH: process.env["PATH"] ?? "",
      KEY: service.key,
      PAGE: site.url("/"),
      HOOK: hook.url,
    };
    const port = new URL(service.origin).host;
    const line = async (at: number): Promise<Record<string, unknown>> => {
      const text = (lines[at] ?? "").replaceAll("localhost:3000", port);
      const { stdout } = await run("bash", ["-c", text], { env });
      return JSON.parse(stdout) as Record<string, unknown>;
    };
    const poll = async (path: string): Promise<Record<string, unknown>> => {
      for (;;) {
        const headers = { "x-api-key": service.key };
        const answer = await fetch(`${service.origin}/v1${path}`, { headers });
        const job = (await answer.json()) as Record<string, unknown>;
        if (job["status"] === "completed" || job["status"] === "failed") return job;
      }
    };

    env["JOB"] = String((await line(0))["jobId"]);
    await poll(`/url-scraper/${env["JOB"]}`);
    expect(await line(1)).toMatchObject({ status: "completed", creditsUsed: 1 });
    expect((await line(1))["markdown"]).toContain("# Quay");
    const map = await poll(`/map/${String((await line(2))["jobId"])}`);
    expect(map["links"]).toEqual([site.url("/"), site.url("/tides")]);
    const endpoint = await line(3);
    const crawl = await poll(`/crawl/${String((await line(4))["jobId"])}`);
    expect(crawl).toMatchObject({ status: "completed", completedPages: 2 });
    const { headers, body } = await hook.delivered;
    const verdict = verify({ headers, body }, String(endpoint["secret"]));
    expect(verdict).toMatchObject({ valid: true, event: "job.completed" });
    expect(JSON.parse(body.toString()).data).toMatchObject({
      jobType: "crawl",
      jobId: crawl["id"],
    });

    expect(await service.stop()).toBe(0);
    hook.server.closeAllConnections();
    hook.server.close();
    await rm(folder, { recursive: true });
  }, 60_000);
});
