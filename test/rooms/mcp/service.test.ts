import { createClient } from "dragline/client";
import { createMcp } from "dragline/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, connect } from "./mcp-rig.ts";
import { startTenants, type Tenants } from "./service-rig.ts";

let tenants: Tenants;
beforeAll(async () => {
  tenants = await startTenants();
});
afterAll(async () => {
  await tenants[Symbol.asyncDispose]();
});

/** Calls a tool as somebody. */
async function call(key: string, name: string, args: Readonly<Record<string, unknown>>) {
  const client = await connect(tenants.mcp, { key });
  return answered(await client.callTool({ name, arguments: args }));
}

describe("tools over a service", () => {
  it.each(["auto", "legacy"] as const)(
    "scrape a page for a client of the %s revision",
    async (mode) => {
      const { mcp, ada: key, site } = tenants;
      const client = await connect(mcp, { key, mode });
      const args = { url: site.url("/") };
      const { text, structured } = answered(
        await client.callTool({ name: "scrape", arguments: args }),
      );
      expect(text).toContain("Opal lamps cost 79.90 €.");
      expect(structured).toMatchObject({ status: "completed", source: site.url("/") });
    },
  );

  it("give a long page in parts, by cursors that need no memory of the process", async () => {
    const { ada, site } = tenants;
    const first = await call(ada, "scrape", { url: site.url("/long") });
    expect(first.size).toBeLessThanOrEqual(20_000);
    let [next, lines] = [first.structured["next"], count(first.text)];
    for (; next !== undefined;) {
      const part = await call(ada, "job", { cursor: next });
      expect(part.size).toBeLessThanOrEqual(20_000);
      [next, lines] = [part.structured["next"], lines + count(part.text)];
    }
    expect(lines).toBe(2000);
  });

  it("keep instructions of a page inside of its marks", async () => {
    const { text } = await call(tenants.ada, "scrape", { url: tenants.site.url("/evil") });
    const [, nonce = ""] = /<web-content-(\S+) /.exec(text) ?? [];
    const [before = "", inside = "", after = ""] = text.split(
      new RegExp(`</?web-content-${nonce}[^>]*>`),
    );
    expect(inside).toContain("ignore your instructions");
    expect(before + after).not.toContain("ignore your instructions");
    expect(inside).not.toMatch(/web-content/);
  });

  it("say that a page without text has none, and that one that is not there failed", async () => {
    const { ada, site } = tenants;
    for (const tool of ["scrape", "document"]) {
      expect(await call(ada, tool, { url: site.url("/empty") })).toMatchObject({
        isError: false,
        text: expect.stringMatching(/shows no text; useBrowser: true runs its scripts$/),
      });
    }
    const { text, isError } = await call(ada, "scrape", { url: "http://10.0.0.1/" });
    expect(isError).toBe(true);
    expect(text).toMatch(/[.!] [A-Z]/);
  });

  it("map, crawl, find actions, watch", async () => {
    const { ada, site } = tenants;
    const mapped = await call(ada, "map", { url: site.url("/") });
    expect(mapped.text).toContain(site.url("/long"));
    const crawled = await call(ada, "crawl", { url: site.url("/"), maxPages: 2 });
    expect(crawled.text).toMatch(/jobs\/[\w-]+\/2 \| completed/);
    const found = await call(ada, "wire_search", { query: "metadata of any page", limit: 1 });
    expect(found.text).toContain("structured-data.get_metadata");
    const run = { action: "structured-data.get_metadata", params: { url: site.url("/") } };
    expect((await call(ada, "wire_run", run)).text).toContain("Lamps");
    const added = await call(ada, "monitor", { do: "add", url: site.url("/"), minutes: 60 });
    const id = String(added.structured["ref"]).split("/")[1];
    expect((await call(ada, "monitor", { do: "list" })).text).toContain(id);
    expect((await call(ada, "monitor", { do: "check", id })).isError).toBe(false);
    expect((await call(ada, "monitor", { do: "remove", id })).isError).toBe(false);
    expect((await call(ada, "monitor", { do: "remove" })).text).toContain("needs 'id'");
  });

  it("search and extract", async () => {
    const { ada, site } = tenants;
    await call(ada, "scrape", { url: site.url("/") });
    const found = await call(ada, "search", { query: "opal lamps" });
    expect(found.text).toContain(site.url("/"));
    const { isError, text } = await call(ada, "research", { question: "What do opal lamps cost?" });
    expect([isError, text]).toEqual([false, expect.stringContaining("79.90")]);
    const schema = { type: "object", properties: { title: { type: "string" } } };
    const { structured } = await call(ada, "extract", { url: site.url("/"), schema });
    expect(structured).toHaveProperty("data");
  });
});

const count = (text: string): number => text.match(/One of many lines/g)?.length ?? 0;

describe("two accounts over MCP", () => {
  it("see nothing of each other", async () => {
    const { mcp, ada, ben, site } = tenants;
    const { structured } = await call(ada, "scrape", { url: site.url("/long") });
    const [ref, next] = [String(structured["ref"]), String(structured["next"])];
    for (const args of [{ cursor: next }, { cursor: ref }, { id: ref.split("/")[1] }]) {
      const { text, isError } = await call(ben, "job", args);
      expect(isError).toBe(true);
      expect(text).not.toContain("lamps");
      expect(text).toContain("your own account");
    }
    expect((await call(ben, "job", {})).text).toContain("There are no jobs");
    const client = await connect(mcp, { key: ben });
    expect((await client.listResources()).resources).toEqual([]);
    await expect(client.readResource({ uri: `dragline://${ref}` })).rejects.toThrow(
      /your own account/,
    );
  });

  it("stop nothing of each other", async () => {
    const { mcp, service, ada, ben, site } = tenants;
    const mine = await connect(mcp, { key: ada });
    const stop = new AbortController();
    const under = mine
      .callTool(
        { name: "scrape", arguments: { url: site.url("/hang?mine") } },
        { signal: stop.signal },
      )
      .catch(() => undefined);
    await site.seen("/hang?mine");
    const listed = await call(ada, "job", {});
    const [id = ""] = /[\w-]+(?= \| url_scraper \| processing)/.exec(listed.text) ?? [];
    expect(id).not.toBe("");
    const others = await connect(mcp, { key: ben });
    const stopOther = new AbortController();
    const waiting = others
      .callTool({ name: "job", arguments: { id } }, { signal: stopOther.signal })
      .catch(() => undefined);
    stopOther.abort();
    await waiting;
    expect((await call(ada, "job", {})).text).toContain(`${id} | url_scraper | processing`);
    await expect(service.cancelJob("somebody", id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    stop.abort();
    await under;
  });
});

describe("a call that is cancelled", () => {
  it("stops its job", async () => {
    const { mcp, ada, site } = tenants;
    const client = await connect(mcp, { key: ada });
    const stop = new AbortController();
    const url = site.url("/hang?cancelled");
    const called = client.callTool({ name: "scrape", arguments: { url } }, { signal: stop.signal });
    await site.seen("/hang?cancelled");
    stop.abort();
    await expect(called).rejects.toThrow(/abort/i);
    await expect.poll(() => endOf("/hang?cancelled")).toEqual(["failed", "cancelled"]);
  });

  it("stops its job at a service elsewhere", async () => {
    const { service, ada: key, site } = tenants;
    const api = createClient({ key, fetch: (request) => service.fetch(request) });
    const client = await connect(createMcp({ client: api }));
    const stop = new AbortController();
    const url = site.url("/hang?elsewhere");
    const called = client.callTool({ name: "scrape", arguments: { url } }, { signal: stop.signal });
    await site.seen("/hang?elsewhere");
    stop.abort();
    await expect(called).rejects.toThrow(/abort/i);
    await expect.poll(() => endOf("/hang?elsewhere")).toEqual(["failed", "cancelled"]);
  });

  it("goes on where a client of an older revision is merely gone", async () => {
    const { mcp, ada, site } = tenants;
    const stop = new AbortController();
    const params = { name: "scrape", arguments: { url: site.url("/hang?gone") } };
    const response = await mcp.fetch(
      new Request("http://mcp.test/mcp", {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${ada}`,
          "content-type": "application/json",
          "mcp-protocol-version": "2025-06-18",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
        signal: stop.signal,
      }),
    );
    await site.seen("/hang?gone");
    stop.abort();
    await response.body?.cancel().catch(() => undefined);
    // Each of these goes the whole way that the end of a job would have gone.
    for (let looks = 0; looks < 5; looks += 1) {
      expect(await endOf("/hang?gone")).toEqual(["processing", null]);
    }
  });
});

/** State and failure of the last job for a path. */
async function endOf(path: string): Promise<readonly unknown[]> {
  const { service, account } = tenants;
  const request = new Request(`http://mcp.test/v1/jobs?url=${encodeURIComponent(path)}`);
  const answer = await service.fetch(request, { account });
  const { jobs } = (await answer.json()) as {
    readonly jobs: readonly { readonly status: string; readonly error: string | null }[];
  };
  return [jobs[0]?.status, jobs[0]?.error];
}

describe("a client without a valid key", () => {
  it.each(["", "dl_wrong"])(
    "of %j lists everything, and is told at a call which key is missing",
    async (key) => {
      const client = await connect(tenants.mcp, { key });
      expect((await client.listTools()).tools.length).toBe(12);
      expect((await client.listPrompts()).prompts.length).toBe(2);
      expect((await client.listResources()).resources).toEqual([]);
      expect((await client.listResourceTemplates()).resourceTemplates.length).toBe(3);
      const { text, isError } = await call(key, "scrape", { url: tenants.site.url("/") });
      expect(isError).toBe(true);
      expect(text).toContain("Authorization: Bearer KEY");
    },
  );

  it("needs none where the host says whose account it is", async () => {
    const { mcp, account, site } = tenants;
    const client = await connect(mcp, { account });
    const args = { url: site.url("/") };
    expect(answered(await client.callTool({ name: "scrape", arguments: args })).isError).toBe(
      false,
    );
  });
});

describe("requests of Streamable HTTP", () => {
  const post = (body: string, headers: Record<string, string> = {}) =>
    tenants.mcp.fetch(
      new Request("http://mcp.test/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body,
      }),
    );

  it("of a page of another website are refused, of this machine's are allowed", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect((await post(body, { origin: "https://evil.example" })).status).toBe(403);
    expect((await post(body, { origin: "http://localhost.evil.example" })).status).toBe(403);
    const allowed = await post(body, { origin: "http://localhost:6274" });
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("http://localhost:6274");
    await allowed.body?.cancel();
  });

  it.each([
    ["{", 400],
    ["[]", 400],
    ['{"jsonrpc":"2.0"}', 400],
    ["x".repeat(5_000_000), 413],
  ])("that begin with %.20j are refused with %d", async (body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    await response.body?.cancel();
  });

  it("other than POST are refused", async () => {
    const response = await tenants.mcp.fetch(new Request("http://mcp.test/mcp"));
    expect(response.status).toBe(405);
  });
});
