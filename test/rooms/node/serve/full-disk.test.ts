import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { newcomer, root } from "../../../sources.ts";
import { canMount, SmallDisk, unlessMounted } from "../../storage/small-disk.ts";

const LARGE = `<!doctype html><title>Large</title><main>${"<p>Some words of a page.</p>".repeat(20_000)}</main>`;

/** A site whose page comes when it is told to. */
async function slowSite() {
  const asked = Promise.withResolvers<void>();
  const come = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") {
      response.writeHead(404).end();
      return;
    }
    asked.resolve();
    void come.promise.then(() => response.setHeader("content-type", "text/html").end(LARGE));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/page`,
    asked: asked.promise,
    come: () => come.resolve(),
    [Symbol.dispose]: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** `dragline serve` with its data, its temporary files and its log on a disk. */
async function serveOn({ folder }: SmallDisk) {
  const log = join(folder, "log");
  const out = openSync(log, "a");
  const bin = join(root, "src/node/bin.ts");
  const flags = ["--port", "0", "--data", join(folder, "data"), "--allow-host", "127.0.0.1"];
  const child = spawn(
    process.execPath,
    ["--conditions=dragline-source", bin, "serve", ...flags, "--engine", "http", "--no-index"],
    {
      stdio: ["ignore", out, "pipe"],
      env: { ...newcomer(folder), TMPDIR: folder },
    },
  );
  closeSync(out);
  if (child.stderr === null) throw new Error("stderr is no pipe");
  const [line] = (await once(createInterface({ input: child.stderr }), "line")) as [string];
  const key = /dl_\S+/.exec(line)?.[0] ?? "";
  const told = (): string | undefined => /"url":"([^"]+)"/.exec(readFileSync(log, "utf8"))?.[1];
  await expect.poll(told, { timeout: 20_000 }).toBeDefined();
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${told() ?? ""}${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = (await response.json()) as Record<string, unknown>;
    return { status: response.status, retryAfter: response.headers.get("retry-after"), json };
  };
  return {
    ask,
    log: () => readFileSync(log, "utf8"),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

describe("dragline serve on a disk that fills up", () => {
  it.skipIf(!canMount)(
    `goes on: reads answer, new work and /health are 503, and what was taken in is done when there is room${unlessMounted}`,
    async () => {
      using disk = new SmallDisk("24m");
      using site = await slowSite();
      await using service = await serveOn(disk);
      const submit = { url: site.url, formats: ["html", "markdown"] };
      const taken = await service.ask("POST", "/v1/url-scraper", submit);
      expect(taken.status).toBe(202);
      const job = `/v1/url-scraper/${String(taken.json["jobId"] ?? taken.json["id"])}`;
      await site.asked;
      expect((await service.ask("GET", "/v1/health")).status).toBe(200);
      await disk.fill();
      site.come();
      const health = (): Promise<number> =>
        service.ask("GET", "/v1/health").then(({ status }) => status);
      await expect.poll(health, { timeout: 5000 }).toBe(503);
      const refused = await service.ask("POST", "/v1/url-scraper", submit);
      expect(refused).toMatchObject({
        status: 503,
        retryAfter: "30",
        json: { error: "service_unavailable" },
      });
      expect((await service.ask("GET", "/v1/credits")).status).toBe(200);
      for (let call = 0; call < 50; call += 1) {
        expect((await service.ask("GET", job)).json["status"]).not.toBe("failed");
      }
      expect(service.isAlive()).toBe(true);
      disk.free();
      await expect.poll(health, { timeout: 5000 }).toBe(200);
      const status = () => service.ask("GET", job).then(({ json }) => json["status"]);
      await expect.poll(status, { timeout: 60_000, interval: 250 }).toBe("completed");
      expect((await service.ask("POST", "/v1/url-scraper", submit)).status).toBe(202);
      expect(service.log().trimEnd().split("\n").at(-1)).toContain(
        '"method":"POST","route":"/url-scraper","status":202',
      );
      expect(service.isAlive()).toBe(true);
    },
    120_000,
  );
});
