import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createCrawler } from "dragline/crawler";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { links, PaperSite, robots } from "./paper-site.ts";

describe("stopping a crawl", () => {
  const site = () =>
    new PaperSite({
      "/": links("/1", "/2", "/3"),
      "/1": links("/4"),
      "/2": "",
      "/3": "",
      "/4": "",
    });

  it("ends it after what is under way, and another one of its id goes on", async () => {
    const records = new MemoryRecords();
    const pages = site();
    await using crawler = createCrawler(
      { source: pages, robots: robots([]), records },
      { threads: 0 },
    );
    const call = { formats: [], id: "docs" } as const;
    const first = crawler.crawl("http://site.test/", call);
    for await (const page of first) if (page.depth === 0) first.stop();
    expect(await first.summary).toMatchObject({ outcome: "stopped", done: 1, queued: 3 });
    const second = crawler.crawl("http://site.test/", call);
    const rest: string[] = [];
    for await (const page of second) rest.push(new URL(page.url).pathname);
    expect(rest.toSorted()).toEqual(["/1", "/2", "/3", "/4"]);
    expect(await second.summary).toMatchObject({ outcome: "finished", done: 5 });
    const third = crawler.crawl("http://site.test/", call);
    for await (const page of third) expect(page).toBeUndefined();
    expect(await third.summary).toMatchObject({ outcome: "finished", done: 5 });
    expect(pages.asked.length).toBe(5);
  });

  it("by leaving the loop gives the page in hand back", async () => {
    const records = new MemoryRecords();
    const pages = site();
    await using crawler = createCrawler(
      { source: pages, robots: robots([]), records },
      { threads: 0 },
    );
    const call = { formats: [], id: "docs" } as const;
    const first = crawler.crawl("http://site.test/", call);
    for await (const _ of first) break;
    expect(await first.summary).toMatchObject({ outcome: "stopped" });
    const second = crawler.crawl("http://site.test/", call);
    const had: string[] = [];
    for await (const page of second) had.push(new URL(page.url).pathname);
    expect(had.toSorted()).toEqual(["/", "/1", "/2", "/3", "/4"]);
  });

  it("refuses to go on with another seed or other limits", async () => {
    const records = new MemoryRecords();
    await using crawler = createCrawler({ source: site(), robots: robots([]), records });
    const call = { formats: [], id: "docs", maxPages: 2 } as const;
    for await (const _ of crawler.crawl("http://site.test/", call));
    const changed = crawler.crawl("http://site.test/", { ...call, maxPages: 3 });
    await expect(changed[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "CRAWL_CHANGED",
    });
    const other = crawler.crawl("http://other.test/", call);
    await expect(other[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "CRAWL_CHANGED",
    });
  });

  it("waits while it is paused", async () => {
    await using crawler = createCrawler({ source: site(), robots: robots([]) }, { threads: 0 });
    const crawl = crawler.crawl("http://site.test/", { formats: [] });
    const pages = crawl[Symbol.asyncIterator]();
    await pages.next();
    crawl.pause();
    const next = pages.next();
    for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
    expect(await Promise.race([next, Promise.resolve("waiting")])).toBe("waiting");
    crawl.resume();
    expect((await next).done).toBe(false);
  });
});

describe("the events of a crawl", () => {
  it("tell every URL's end", async () => {
    const ends: string[] = [];
    const listen = (message: unknown): void => {
      const { url, reason } = message as { url: string; reason: string };
      ends.push(`${new URL(url).pathname} ${reason}`);
    };
    subscribe("dragline:crawler:url", listen);
    const site = new PaperSite({
      "/": links("/a", "/b"),
      "/a": links("/b"),
      "/b": { status: 404 },
    });
    await using crawler = createCrawler({ source: site, robots: robots([]) }, { threads: 0 });
    for await (const _ of crawler.crawl("http://site.test/", { formats: [], depth: 1 }));
    unsubscribe("dragline:crawler:url", listen);
    expect(ends.toSorted()).toEqual(["/ completed", "/a completed", "/b duplicate", "/b failed"]);
  });
});
