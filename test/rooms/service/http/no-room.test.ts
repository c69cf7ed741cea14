import { systemClock } from "dragline";
import { createService } from "dragline/service";
import { StorageError } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";

const call = { signal: new AbortController().signal };

/** A service whose disk is full or not, as it is told. */
async function serviceOn(isFull: { value: boolean; aheadMs?: number }) {
  const disk = {
    check: async (): Promise<void> => {
      if (isFull.value) throw new StorageError("STORE_FULL", { message: "planted" });
    },
  };
  const monotonic = (): number => systemClock.monotonic() + (isFull.aheadMs ?? 0);
  const service = createService({ disk, clock: { ...systemClock, monotonic } });
  const { id: account } = await service.accounts.create({}, call);
  const { key } = await service.keys.create(account, {}, call);
  const ask = async (method: string, path: string, body?: object) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return service.fetch(new Request(`http://service.test/v1${path}`, init));
  };
  return { service, ask };
}

const url = "https://example.com/";

describe("A service without room", () => {
  it.each([
    ["/url-scraper", { url }],
    ["/url-scraper/scrape", { url }],
    ["/url-scraper/batch", { urls: [url] }],
    ["/map", { url }],
    ["/crawl", { url }],
    ["/search", { prompt: "q" }],
    ["/agentic-search", { prompt: "a question" }],
    ["/request", { job_type: "map", url }],
    ["/monitors", { url, intervalMinutes: 60 }],
  ])(
    "refuses POST %s with 503, a code and Retry-After, and charges nothing",
    async (path, body) => {
      const { service, ask } = await serviceOn({ value: true });
      await using _ = service;
      const response = await ask("POST", path, body);
      expect(await response.json()).toMatchObject({ error: "service_unavailable" });
      expect(response.status).toBe(503);
      expect(response.headers.get("retry-after")).toBe("30");
      const credits = (await (await ask("GET", "/credits")).json()) as { balance?: number };
      expect(JSON.stringify(credits)).toContain("300");
    },
  );

  it("refuses browser connections before the upgrade", async () => {
    const { service } = await serviceOn({ value: true });
    await using _ = service;
    const { id: account } = await service.accounts.create({}, call);
    const { key } = await service.keys.create(account, {}, call);
    const request = new Request("http://service.test/v1/browser-connect", {
      headers: { "x-api-key": key, upgrade: "websocket" },
    });
    const refused = await service.connect(request);
    expect(refused.status).toBe(503);
  });

  it("says so at /health, reads, checks requests first, and takes work in again", async () => {
    const isFull = { value: true, aheadMs: 0 };
    const { service, ask } = await serviceOn(isFull);
    await using _ = service;
    expect((await ask("GET", "/health")).status).toBe(503);
    expect((await ask("GET", "/credits")).status).toBe(200);
    expect((await ask("GET", "/url-scraper/job_none")).status).toBe(404);
    expect((await ask("POST", "/map", {})).status).toBe(400);
    isFull.value = false;
    // What was seen last is told for a second.
    isFull.aheadMs = 1000;
    expect((await ask("GET", "/health")).status).toBe(200);
    expect((await ask("POST", "/map", { url })).status).toBe(202);
  });

  it.each(["STORE_FULL", "READ_ONLY", "UNAVAILABLE"] as const)(
    "is 503 where the store itself says %s, for reads that work go on",
    async (code) => {
      const isFull = { value: false };
      const records = new (class extends MemoryRecords {
        override atomic: MemoryRecords["atomic"] = (...given) => {
          if (isFull.value) throw new StorageError(code, { message: "planted" });
          return super.atomic(...given);
        };
      })();
      await using service = createService({ records });
      const { id: account } = await service.accounts.create({}, call);
      const { key } = await service.keys.create(account, {}, call);
      isFull.value = true;
      const headers = { "x-api-key": key, "content-type": "application/json" };
      const body = JSON.stringify({ url });
      const post = { method: "POST", headers, body };
      const refused = await service.fetch(new Request("http://service.test/v1/map", post));
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("30");
      const read = new Request("http://service.test/v1/credits", { headers });
      expect((await service.fetch(read)).status).toBe(200);
    },
  );
});
