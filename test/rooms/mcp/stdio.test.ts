import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve, type Served } from "../../served.ts";
import { newcomer, root } from "../../sources.ts";
import { answered } from "./mcp-rig.ts";

const about = { name: "test", version: "1.0.0" };
let site: Site;
let folder = "";
let served: Served;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-mcp-"));
  site = await createSite({
    "/": "<main><h1>Lamps</h1><p>Opal lamps.</p></main>",
    "/hang": () => {},
    "/long": `<main>${"<p>A line of lamps.</p>".repeat(500)}</main>`,
  });
  served = await serve(
    ["serve", "--port", "0", "--allow-host", "127.0.0.1", "--engine", "http"],
    folder,
  );
});
afterAll(async () => {
  await served.stop();
  await site[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** How `dragline mcp` is started, over a service in its own process or elsewhere. */
function command(argv: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const bin = join(root, "src/node/bin.ts");
  return {
    command: process.execPath,
    args: ["--conditions=dragline-source", bin, "mcp", ...argv],
    cwd: folder,
    env: { ...(newcomer(folder) as Record<string, string>), ...env },
    stderr: "pipe" as const,
  };
}

const faces: readonly (readonly [string, () => ReturnType<typeof command>])[] = [
  ["of its own", () => command(["--allow-host", "127.0.0.1", "--engine", "http"])],
  ["elsewhere", () => command(["--url", served.origin], { DRAGLINE_API_KEY: served.key })],
];

describe.each(faces)("dragline mcp over a service %s", (_, start) => {
  it.each(["auto", "legacy"] as const)("serves the client of today, %s revision", async (mode) => {
    const client = new Client(about, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(start()));
    expect((await client.listTools()).tools).toHaveLength(12);
    const scraped = await client.callTool({ name: "scrape", arguments: { url: site.url("/") } });
    expect(answered(scraped).text).toContain("Opal lamps.");
    await client.close();
  });

  it("serves the older client", async () => {
    const client = new OldClient(about);
    await client.connect(new OldStdio(start()));
    expect((await client.listTools()).tools).toHaveLength(12);
    const scraped = await client.callTool({ name: "scrape", arguments: { url: site.url("/") } });
    expect(answered(scraped).text).toContain("Opal lamps.");
    await client.close();
  });
});

describe("dragline mcp", () => {
  it("reads on by a cursor that another process gave, where both have a folder", async () => {
    const argv = ["--allow-host", "127.0.0.1", "--engine", "http", "--data", join(folder, "kept")];
    const first = new Client(about);
    await first.connect(new StdioClientTransport(command(argv)));
    const args = { url: site.url("/long"), maxChars: 2000 };
    const begun = answered(await first.callTool({ name: "scrape", arguments: args }));
    await first.close();
    const second = new Client(about);
    await second.connect(new StdioClientTransport(command(argv)));
    const cursor = begun.structured["next"];
    const rest = answered(await second.callTool({ name: "job", arguments: { cursor } }));
    expect(rest.text).toContain("line of lamps");
    await second.close();
  });

  it("goes on after lines that are no messages", async () => {
    const { command: program, args, cwd, env } = command([]);
    const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "ignore"] });
    const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: about };
    const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: hello };
    child.stdin.write(`no message\n{"half":\n[]\n${JSON.stringify(message)}\n`);
    let printed = "";
    for await (const part of child.stdout.setEncoding("utf8")) {
      printed += part;
      if (printed.includes('"id":1')) child.stdin.end();
    }
    const last = printed.trimEnd().split("\n").at(-1) ?? "";
    expect(JSON.parse(last)).toMatchObject({ id: 1, result: { serverInfo: { name: "dragline" } } });
  });

  it("stops the job of a call that is cancelled", async () => {
    const client = new Client(about);
    await client.connect(
      new StdioClientTransport(command(["--allow-host", "127.0.0.1", "--engine", "http"])),
    );
    const stop = new AbortController();
    const args = { url: site.url("/hang?stdio") };
    const called = client.callTool({ name: "scrape", arguments: args }, { signal: stop.signal });
    await site.seen("/hang?stdio");
    stop.abort();
    await expect(called).rejects.toThrow(/abort/i);
    const { text } = answered(await client.callTool({ name: "job", arguments: {} }));
    const [id = ""] = /^\S+(?= \| url_scraper .*hang)/m.exec(text) ?? [];
    const ended = answered(await client.callTool({ name: "job", arguments: { id } }));
    expect(ended.text).toContain("It was cancelled.");
    await client.close();
  });
});

describe("/mcp of dragline serve", () => {
  it("serves the older client over HTTP, with the key as bearer", async () => {
    const client = new OldClient(about);
    const requestInit = { headers: { authorization: `Bearer ${served.key}` } };
    await client.connect(new OldHttp(new URL(`${served.origin}/mcp`), { requestInit }));
    expect((await client.listTools()).tools).toHaveLength(12);
    const scraped = await client.callTool({ name: "scrape", arguments: { url: site.url("/") } });
    expect(answered(scraped).text).toContain("Opal lamps.");
    await client.close();
  });

  it("stops the job of a call that is cancelled", async () => {
    const client = new Client(about, { versionNegotiation: { mode: "auto" } });
    const headers = { authorization: `Bearer ${served.key}` };
    const url = new URL(`${served.origin}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    const stop = new AbortController();
    const args = { url: site.url("/hang?http") };
    const called = client.callTool({ name: "scrape", arguments: args }, { signal: stop.signal });
    await site.seen("/hang?http");
    stop.abort();
    await expect(called).rejects.toThrow(/abort/i);
    const errorOf = async (): Promise<unknown> => {
      const answer = await fetch(`${served.origin}/v1/jobs?url=hang`, { headers });
      const { jobs } = (await answer.json()) as { readonly jobs: readonly { error: unknown }[] };
      return jobs[0]?.error;
    };
    await expect.poll(errorOf).toBe("cancelled");
    await client.close();
  });

  it("is not there with --no-mcp", async () => {
    const own = await mkdtemp(join(folder, "none-"));
    const without = await serve(["serve", "--port", "0", "--no-mcp"], own);
    expect((await fetch(`${without.origin}/mcp`, { method: "POST" })).status).toBe(404);
    await without.stop();
  });
});
