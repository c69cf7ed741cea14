import { StorageError, type Blobs, type Records } from "dragline/storage";
import { MemoryRecords } from "dragline/storage/memory";
import type { Site } from "dragline/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { crawlRows, urlRows } from "../../../../../src/crawler/frontier/frontier-collections.ts";
import { crawlPageRows } from "../../../../../src/service/slices/crawl/crawl-collection.ts";
import { crawlKind } from "../../../../../src/service/slices/crawl/crawl.ts";
import { isOutage } from "../../../../../src/service/base/outages.ts";
import { CrawlPages } from "../../../../../src/service/slices/crawl/crawl-pages.ts";
import { Rig, runJob } from "../../site-job-rig.ts";
import { links, pagesOf, siteIn, submitCrawl } from "./crawl-rig.ts";

const owned = new AsyncDisposableStack();
const site = siteIn(owned);
const call = { signal: new AbortController().signal };
let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());
afterAll(() => owned.disposeAsync());

const PATHS = Array.from({ length: 12 }, (_, index) => `/${index}`);

/** A site of 13 pages, all beside the start. */
function wideSite(): Promise<Site> {
  return site({ "/": links(...PATHS), "*": "<p>a page</p>" });
}

/** Records that are lost to their worker, like itself, when it has stored some pages. */
class DyingRecords {
  readonly records: Records;
  #left = Infinity;
  #isLost = false;
  #stop = new AbortController();

  /** @param loss what every call fails with once they are lost */
  constructor(loss = () => new Error("lost")) {
    const records = new MemoryRecords();
    const insert: Records["insert"] = async (collection, rows, given) => {
      await records.insert(collection, rows, given);
      if (collection.name !== crawlPageRows.name) return;
      this.#left -= 1;
      if (this.#left > 0) return;
      this.#isLost = true;
      this.#stop.abort(new Error("lost"));
    };
    this.records = new Proxy(records, {
      get: (target, name) => {
        // What a killed worker holds it cannot hand back.
        if (this.#isLost && name !== "then") return () => Promise.reject(loss());
        if (name === "insert") return insert;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** The signal of the next worker. */
  afterPages(pages: number): AbortSignal {
    this.#left = pages;
    this.#isLost = false;
    this.#stop = new AbortController();
    return this.#stop.signal;
  }
}

describe("a crawl job that is run again", () => {
  it("goes on where the lost worker was: every page once, and none fetched again that was settled", async () => {
    const wide = await wideSite();
    const dying = new DyingRecords();
    rig = new Rig({ records: dying.records });
    const job = await submitCrawl(rig, { url: `${wide.origin}/`, maxPages: 20 });
    const kind = crawlKind(rig.parts);
    for (const pages of [1, 3, 4]) {
      const stop = dying.afterPages(pages);
      await expect(runJob(kind, job, stop)).rejects.toThrow("lost");
    }
    dying.afterPages(Infinity);
    const ran = await runJob(kind, job);
    const urls = pagesOf(ran).map(({ url }) => url);
    const all = [`${wide.origin}/`, ...PATHS.map((path) => wide.origin + path)];
    expect(ran).toMatchObject({ status: "completed", credits: 13 });
    expect(urls.toSorted()).toEqual(all.toSorted());
    expect(urls[0]).toBe(all[0]);
    const pages = wide.requests.filter(({ path }) => path !== "/robots.txt");
    // A worker has 8 requests under way at most, and pages that wait to be stored.
    expect(pages.length).toBeLessThanOrEqual(all.length + 3 * 12);
    expect(pages.filter(({ path }) => path === "/")).toHaveLength(2);
  });

  it("fails with the outage itself where the store goes away, and goes on where it was", async () => {
    const wide = await wideSite();
    const away = () => new StorageError("UNAVAILABLE", { message: "planted" });
    const dying = new DyingRecords(away);
    rig = new Rig({ records: dying.records });
    const job = await submitCrawl(rig, { url: `${wide.origin}/`, maxPages: 20 });
    const kind = crawlKind(rig.parts);
    for (const pages of [1, 5]) {
      dying.afterPages(pages);
      // Nothing stops the run but the store.
      const failure = await runJob(kind, job).catch((error: unknown) => error);
      expect(isOutage(failure)).toBe(true);
    }
    dying.afterPages(Infinity);
    const ran = await runJob(kind, job);
    const all = [`${wide.origin}/`, ...PATHS.map((path) => wide.origin + path)];
    expect(ran).toMatchObject({ status: "completed", credits: 13 });
    expect(
      pagesOf(ran)
        .map(({ url }) => url)
        .toSorted(),
    ).toEqual(all.toSorted());
  });

  it("gives the same result when it had finished already, without a request", async () => {
    const wide = await wideSite();
    rig = new Rig();
    const job = await submitCrawl(rig, { url: `${wide.origin}/`, maxPages: 20 });
    const first = await runJob(crawlKind(rig.parts), job);
    const before = wide.requests.length;
    const second = await runJob(crawlKind(rig.parts), job);
    expect(second.result).toEqual(first.result);
    expect(second.credits).toBe(13);
    expect(wide.requests.length).toBe(before);
  });

  it("fails with the same text when it had failed already", async () => {
    const { origin } = await site({ "/": { status: 410 } });
    rig = new Rig();
    const job = await submitCrawl(rig, { url: `${origin}/` });
    const errors = [
      await runJob(crawlKind(rig.parts), job),
      await runJob(crawlKind(rig.parts), job),
    ];
    expect(errors.map(({ error }) => error)).toEqual(["HTTP 410", "HTTP 410"]);
  });
});

describe("CrawlPages", () => {
  const head = { url: "http://x.test/", status: "completed", durationMs: 5, error: null };

  async function text(pages: CrawlPages, job: string): Promise<unknown> {
    let all = "";
    for await (const piece of pages.results(job, call)) all += piece;
    return JSON.parse(all);
  }

  it("keeps the place of a page that comes again, with what it is now", async () => {
    rig = new Rig();
    const pages = new CrawlPages(rig.parts);
    const failed = { ...head, status: "failed", error: "timeout", content: undefined };
    await pages.store("j", failed, call);
    await pages.store("j", { ...head, url: "http://x.test/2", content: '{"html":""}' }, call);
    await pages.store("j", { ...head, content: '{"html":"h"}' }, call);
    expect(await pages.counts("j", call)).toEqual({ total: 2, completed: 2 });
    const list = [
      { url: "http://x.test/", status: "completed", durationMs: 5, html: "h" },
      { url: "http://x.test/2", status: "completed", durationMs: 5, html: "" },
    ];
    expect(await text(pages, "j")).toEqual({ results: list, pages: list });
  });

  it("leaves no blob behind when a page is small the next time, or is forgotten", async () => {
    rig = new Rig({ options: { inlineBytes: 12 } });
    const keys = new Set<string>();
    const blobs: Blobs = watched(rig.blobs, keys);
    const pages = new CrawlPages({ ...rig.parts, blobs });
    await pages.store("j", { ...head, content: '{"html":"a large one"}' }, call);
    expect(keys.size).toBe(1);
    await pages.store("j", { ...head, content: '{"html":""}' }, call);
    expect(keys.size).toBe(0);
    await pages.store("j", { ...head, content: '{"html":"a large one"}' }, call);
    await pages.forget("j", call);
    expect(keys.size).toBe(0);
    expect(await rig.records.find(crawlPageRows, {}, call)).toEqual([]);
  });

  it("does not show a page whose content did not arrive, until it comes again", async () => {
    rig = new Rig({ options: { inlineBytes: 12 } });
    const broken = {
      ...rig.blobs,
      put: () => Promise.reject(new Error("full")),
    } as unknown as Blobs;
    const large = { ...head, content: '{"html":"a large one"}' };
    const failing = new CrawlPages({ ...rig.parts, blobs: broken });
    await expect(failing.store("j", large, call)).rejects.toThrow("full");
    const pages = new CrawlPages(rig.parts);
    expect(await pages.counts("j", call)).toEqual({ total: 0, completed: 0 });
    expect(await text(pages, "j")).toEqual({ results: [], pages: [] });
    await pages.store("j", large, call);
    expect(await text(pages, "j")).toMatchObject({ results: [{ html: "a large one" }] });
  });

  it("gives every page a place of its own when two workers store at once", async () => {
    rig = new Rig();
    const first = new CrawlPages(rig.parts);
    const second = new CrawlPages(rig.parts);
    const stores = Array.from({ length: 40 }, (_, index) => {
      const page = { ...head, url: `http://x.test/${index}`, content: '{"html":""}' };
      return (index % 2 === 0 ? first : second).store("j", page, call);
    });
    await Promise.all(stores);
    const rows = await rig.records.find(crawlPageRows, { order: [["place", "asc"]] }, call);
    expect(rows.map(({ place }) => place)).toEqual(Array.from({ length: 40 }, (_, place) => place));
    expect(await text(first, "j")).toMatchObject({ results: { length: 40 } });
  });
});

/** Blobs whose keys are known. */
function watched(blobs: Blobs, keys: Set<string>): Blobs {
  return {
    put: async (key, body, options) => {
      keys.add(key);
      return blobs.put(key, body, options);
    },
    get: (key, options) => blobs.get(key, options),
    remove: async (key, given) => {
      keys.delete(key);
      return blobs.remove(key, given);
    },
    signedUrl: (key, options) => blobs.signedUrl(key, options),
    close: () => blobs.close(),
  };
}

describe("forgetting a crawl job", () => {
  it("removes its pages and its frontier, and nothing of another crawl", async () => {
    const wide = await wideSite();
    const records = new MemoryRecords();
    rig = new Rig({ records });
    const kind = crawlKind(rig.parts);
    const job = await submitCrawl(rig, { url: `${wide.origin}/`, maxPages: 20 });
    const other = { ...job, id: "job_2" };
    await runJob(kind, job);
    await runJob(kind, other);
    await kind.forget(job, call.signal);
    const crawls = await records.find(crawlRows, {}, call);
    const urls = await records.find(urlRows, {}, call);
    const pages = await records.find(crawlPageRows, {}, call);
    expect(crawls.map(({ id }) => id)).toEqual(["job_2"]);
    expect(new Set(urls.map(({ crawl }) => crawl))).toEqual(new Set(["job_2"]));
    expect(pages.map(({ job: of }) => of)).toEqual(Array.from({ length: 13 }, () => "job_2"));
  });

  it("is harmless for a job that never ran, and twice", async () => {
    rig = new Rig();
    const job = await submitCrawl(rig, { url: "https://example.com/" });
    const kind = crawlKind(rig.parts);
    for (const _ of [1, 2]) await expect(kind.forget(job, call.signal)).resolves.toBeUndefined();
  });
});
