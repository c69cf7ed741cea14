import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "dragline";
import { createCache } from "dragline/storage/keyv";
import { SqliteCache } from "dragline/storage/sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageKey, type PageAddress } from "../../../../../../src/service/base/page-address.ts";
import { ResultCache } from "../../../../../../src/service/slices/url-scraper/result-cache/result-cache.ts";
import type { CachedPage } from "../../../../../../src/service/slices/url-scraper/result-cache/schema.ts";
import {
  readPage,
  writePage,
} from "../../../../../../src/service/slices/url-scraper/result-cache/page-text.ts";

const address: PageAddress = {
  account: "a",
  url: "https://example.com/",
  country: "us",
  engine: "http",
  actions: [],
};
const call = { signal: new AbortController().signal };

function pageOf(change: Partial<CachedPage> = {}): CachedPage {
  return {
    version: 1,
    kind: "html",
    finalUrl: "https://example.com/",
    outputs: { html: "<h1>A</h1>", markdown: "# A" },
    json: {},
    pictures: {},
    ...change,
  };
}

const wanted = { outputs: [], schemaHash: undefined, pictures: [] } as const;

describe("pageKey", () => {
  it("is equal for equal addresses alone", () => {
    const text = fc.stringMatching(/^[a-z":,[\]]{0,4}$/);
    const addresses = fc.record({
      account: text,
      url: fc.constantFrom("https://a.test/", "https://a.test/b", "https://b.test/"),
      country: text,
      engine: fc.constantFrom("http" as const, "auto" as const, "browser" as const),
      actions: fc.array(fc.record({ type: text }), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(addresses, addresses, (one, other) => {
        const equal = JSON.stringify(one) === JSON.stringify(other);
        expect(pageKey(one) === pageKey(other)).toBe(equal);
      }),
    );
  });

  it("takes the spellings of one URL for one", () => {
    const key = pageKey(address);
    for (const url of [
      "HTTPS://EXAMPLE.com:443/",
      "https://example.com/#x",
      "https://example.com/?utm_source=x",
    ]) {
      expect(pageKey({ ...address, url })).toBe(key);
    }
  });

  it("counts a fragment where scripts see it", () => {
    const url = "https://example.com/#x";
    const browser = { ...address, engine: "browser" } as const;
    expect(pageKey({ ...browser, url })).not.toBe(pageKey(browser));
    expect(pageKey({ ...address, url: "https://example.com/#!/x" })).not.toBe(pageKey(address));
  });
});

describe("writePage", () => {
  const kept = (page: CachedPage) => readPage(writePage(page));
  const long = (length: number) => "a".repeat(length);

  it("leaves out what the HTML of a page can give again", () => {
    const outputs = { html: "<h1>A</h1>", markdown: "# A", summary: "s", links: [] };
    expect(kept(pageOf({ outputs }))).toEqual(
      pageOf({ outputs: { html: "<h1>A</h1>", summary: "s" } }),
    );
  });

  it("keeps HTML as it is, whatever is in it", () => {
    const html = '\n<p title="a">\r\n\\"\u0000\ud800\u2028é</p>\n';
    for (const outputs of [{ html }, { html: "" }, {}]) {
      expect(kept(pageOf({ outputs }))).toEqual(pageOf({ outputs }));
    }
    expect(writePage(pageOf({ outputs: { html } }))?.endsWith(html)).toBe(true);
  });

  it("keeps all of a document that is not HTML: nothing could be made of the rest", () => {
    const outputs = { html: "<pre>A</pre>", markdown: "A" };
    expect(kept(pageOf({ kind: "pdf", outputs }))).toEqual(pageOf({ kind: "pdf", outputs }));
  });

  it("keeps two million characters and no more", () => {
    expect(kept(pageOf({ outputs: { html: long(1_999_000) } }))?.outputs.html).toHaveLength(
      1_999_000,
    );
    expect(writePage(pageOf({ outputs: { html: long(2_000_001) } }))).toBeUndefined();
    expect(writePage(pageOf({ json: { a: { text: long(2_000_001) } } }))).toBeUndefined();
  });

  it("keeps no large document that is not HTML", () => {
    const outputs = { html: long(1_500_000), markdown: long(600_000) };
    expect(writePage(pageOf({ kind: "pdf", outputs }))).toBeUndefined();
  });
});

describe("ResultCache", () => {
  it("keeps pages in SQLite as in memory", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-cache-"));
    const store = new SqliteCache({}, { path: join(folder, "cache.db") });
    const cache = new ResultCache({ cache: store, clock: systemClock, ttlMs: 1000 });
    const outputs = { html: "<h1>A</h1>", markdown: undefined };
    await cache.keep(address, pageOf({ outputs }), call);
    expect(await cache.find(address, { ...wanted, outputs: ["markdown"] }, call)).toMatchObject({
      outputs: { markdown: "# A" },
    });
    await store.close();
    await rm(folder, { recursive: true });
  });

  it("gives back what was kept, and nothing of what was not asked for", async () => {
    const cache = new ResultCache({ cache: createCache(), clock: systemClock, ttlMs: 1000 });
    await cache.keep(address, pageOf({ json: { h: { a: 1 } }, pictures: { viewport: "k" } }), call);
    expect(await cache.find(address, { ...wanted, outputs: ["markdown"] }, call)).toMatchObject({
      outputs: { markdown: "# A" },
      json: undefined,
      missing: [],
      pictures: {},
    });
    expect(
      await cache.find(address, { outputs: [], schemaHash: "h", pictures: ["viewport"] }, call),
    ).toMatchObject({ outputs: {}, json: { a: 1 }, pictures: { viewport: "k" } });
    expect(await cache.find(address, { ...wanted, pictures: ["fullpage"] }, call)).toBeUndefined();
    expect(await cache.find({ ...address, account: "b" }, wanted, call)).toBeUndefined();
  });

  it("ends with the signal's reason", async () => {
    const stop = new AbortController();
    const never = (): Promise<never> => new Promise(() => {});
    const cache = new ResultCache({
      cache: { get: never, set: never, delete: never },
      clock: systemClock,
      ttlMs: 1000,
    });
    const reason = new Error("gone");
    const finding = cache.find(address, wanted, stop);
    const keeping = cache.keep(address, pageOf(), stop);
    stop.abort(reason);
    await expect(finding).rejects.toBe(reason);
    await expect(keeping).rejects.toBe(reason);
  });
});
