import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createSite } from "dragline/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

const bin = fileURLToPath(new URL("../../../../src/node/bin.ts", import.meta.url));
const key = "a-key-of-the-host-1234";

/** A `dragline serve` as a process of its own. */
async function start(folder: string) {
  const flags = ["--port=0", "--engine=http", "--allow-host=127.0.0.1", `--data=${folder}`];
  const child = spawn(process.execPath, ["--conditions=dragline-source", bin, "serve", ...flags], {
    env: { PATH: process.env["PATH"], DRAGLINE_API_KEY: key },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: Record<string, unknown>[] = [];
  const { promise: listening, resolve } = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on("line", (text) => {
    const line = JSON.parse(text) as Record<string, unknown>;
    lines.push(line);
    if (line["event"] === "listening") resolve(String(line["url"]));
  });
  return { child, lines, url: await listening };
}

async function ended(child: ChildProcess): Promise<unknown[]> {
  return once(child, "exit");
}

function call(url: string, path: string, body?: object) {
  return fetch(`${url}/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "x-api-key": key },
    ...(body && {
      body: JSON.stringify(body),
      headers: { "x-api-key": key, "content-type": "application/json" },
    }),
  }).then((response) => response.json() as Promise<Record<string, unknown>>);
}

describe("dragline serve as a process", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends in good order on %s, with 0", async (signal) => {
    const { child, lines } = await start(join(await temporaryFolder(), "data"));
    child.kill(signal);
    expect(await ended(child)).toEqual([0, null]);
    expect(lines.map(({ event }) => event)).toEqual(["listening", "stopping", "stopped"]);
  });

  it("ends at once on a second signal", async () => {
    await using site = await createSite({ "/": () => {} });
    const { child, url, lines } = await start(join(await temporaryFolder(), "data"));
    await call(url, "/url-scraper", { url: site.url("/") });
    await site.seen("/");
    child.kill("SIGTERM");
    await expect.poll(() => lines.some(({ event }) => event === "stopping")).toBe(true);
    child.kill("SIGTERM");
    expect(await ended(child)).toEqual([null, "SIGTERM"]);
  });

  it("loses no job when it is killed, and runs it after another start", async () => {
    let isSlow = true;
    await using site = await createSite({
      "/": (_request, response) => {
        if (!isSlow) response.end("<p>late</p>");
      },
    });
    const folder = join(await temporaryFolder(), "data");
    const first = await start(folder);
    const { jobId } = await call(first.url, "/url-scraper", { url: site.url("/") });
    await site.seen("/");
    first.child.kill("SIGKILL");
    await ended(first.child);
    isSlow = false;
    const second = await start(folder);
    const status = async () => (await call(second.url, `/url-scraper/${String(jobId)}`))["status"];
    await expect.poll(status, { timeout: 90_000, interval: 500 }).toBe("completed");
    second.child.kill("SIGTERM");
    expect(await ended(second.child)).toEqual([0, null]);
  }, 120_000);
});
