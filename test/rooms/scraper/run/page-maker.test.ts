import { Worker } from "node:worker_threads";
import { createFetcher } from "dragline/fetcher";
import { createScraper, type ScrapeFormat } from "dragline/scraper";
import { createSite, FakeClock, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../../src/core/index.ts";
import type { AcquiredPage } from "../../../../src/scraper/run/acquired-page.ts";
import { PageMaker } from "../../../../src/scraper/run/page-maker.ts";
import { page, typed } from "../scraping.ts";

const wish = {
  formats: ["markdown", "html"] as const,
  part: { main: false, include: [], exclude: [], comments: false, hidden: "omit" as const },
  metadata: true,
  meaning: undefined,
};
const { signal } = new AbortController();

/** A maker with one thread that counts how often it is started, and hangs and crashes on demand. */
function moodyMaker(clock: Clock = systemClock) {
  const started: Worker[] = [];
  const createWorker = (): Worker => {
    const worker = new Worker(new URL("../moody-maker.ts", import.meta.url));
    started.push(worker);
    return worker;
  };
  return { maker: new PageMaker({ threads: 1, clock, createWorker }), started };
}

function acquired(text: string, sniffed = "text/html"): AcquiredPage {
  return {
    url: "https://example.com/",
    status: 200,
    statusText: "OK",
    headers: {},
    bytes: Buffer.from(text),
    text,
    truncated: false,
    damage: undefined,
    contentType: { sniffed },
    fromCache: false,
  };
}

/** Makes pages while several scrapes are under way. */
async function makeAll(maker: PageMaker, pages: readonly AcquiredPage[]) {
  const over = Promise.withResolvers<void>();
  const crowd = Array.from({ length: 3 }, () => maker.during(() => over.promise));
  const makes = pages.map((each) => maker.during(() => maker.make(each, wish, signal)));
  const results = await Promise.allSettled(makes);
  over.resolve();
  await Promise.all(crowd);
  return results;
}

const calm = ["<p>One", "<p>Two", "<p>Three", "<p>Four", "<p>Five"].map((text) => acquired(text));

describe("PageMaker", () => {
  it("reads a page alone in the caller's thread", async () => {
    const { maker, started } = moodyMaker();
    await using _ = maker;
    const { made } = await maker.during(() => maker.make(acquired(page), wish, signal));
    expect(made).toMatchObject({ kind: "html", outputs: { html: page } });
    expect(started).toHaveLength(0);
  });

  it("reads pages in threads while several scrapes are under way, to the same result", async () => {
    const { maker, started } = moodyMaker();
    await using _ = maker;
    await using plain = new PageMaker({ threads: 0, clock: systemClock });
    const pages = [...calm, acquired(page), acquired("")];
    expect(await makeAll(maker, pages)).toEqual(await makeAll(plain, pages));
    expect(started).toHaveLength(1);
  });

  it("reads a large page in a thread", async () => {
    const { maker, started } = moodyMaker();
    await using _ = maker;
    const large = acquired(`<p>${"word ".repeat(250_000)}`);
    const { made } = await maker.during(() => maker.make(large, wish, signal));
    expect(made).toMatchObject({ outputs: { html: large.text } });
    expect(started).toHaveLength(1);
  });

  it("keeps documents that are not HTML out of threads", async () => {
    const { maker, started } = moodyMaker();
    await using _ = maker;
    const results = await makeAll(
      maker,
      calm.map(({ text }) => acquired(text, "text/plain")),
    );
    expect(results.map(({ status }) => status)).toEqual(calm.map(() => "fulfilled"));
    expect(started).toHaveLength(0);
  });

  it("loses one page with a thread that ends, and reads the others in another", async () => {
    const { maker, started } = moodyMaker();
    await using _ = maker;
    const [lost, ...others] = await makeAll(maker, [acquired("<p>CRASH"), ...calm]);
    expect(lost).toMatchObject({ status: "rejected", reason: { failure: { code: "TOO_LARGE" } } });
    expect(others.map(({ status }) => status)).toEqual(calm.map(() => "fulfilled"));
    expect(started).toHaveLength(2);
  });

  it("ends a page that takes longer than 30 seconds, and reads the others in another thread", async () => {
    const clock = new FakeClock();
    const { maker, started } = moodyMaker(clock);
    await using _ = maker;
    const results = makeAll(maker, [acquired("<p>HANG"), ...calm]);
    await clock.timerOf(30_000);
    await clock.advance(30_000);
    const [slow, ...others] = await results;
    expect(slow).toMatchObject({ status: "rejected", reason: { failure: { code: "TIMEOUT" } } });
    expect(others.map(({ status }) => status)).toEqual(calm.map(() => "fulfilled"));
    expect(started).toHaveLength(2);
  });

  it("rejects a page that is cancelled with the signal's reason, and reads the others", async () => {
    const { maker } = moodyMaker();
    await using _ = maker;
    const cancel = new AbortController();
    const others = makeAll(maker, calm);
    const hanging = maker.during(() => maker.make(acquired("<p>HANG"), wish, cancel.signal));
    cancel.abort(new Error("enough"));
    await expect(hanging).rejects.toThrow("enough");
    expect((await others).map(({ status }) => status)).toEqual(calm.map(() => "fulfilled"));
  });

  it("rejects what is in work when it is disposed", async () => {
    const { maker } = moodyMaker();
    const results = makeAll(maker, calm);
    await maker[Symbol.asyncDispose]();
    const last = (await results).at(-1);
    expect(last).toMatchObject({ status: "rejected", reason: { failure: { code: "INTERNAL" } } });
  });
});

describe("ScraperOptions.threads", () => {
  const formats: readonly ScrapeFormat[] = ["markdown", "html", "cleanedHtml", "links", "images"];
  const routes: { readonly [path: string]: SiteRoute } = {
    "/page": typed("text/html; charset=utf-8", page),
    "/gone": typed("text/html", "<h1>Gone</h1>", 404),
    "/json": typed("application/json", '{"a": 1}'),
  };

  it("makes no difference to results", async () => {
    await using site = await createSite(routes);
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"], retries: 0 });
    const scrapeAll = async (threads: number) => {
      await using scraper = createScraper({ fetcher }, { threads });
      const paths = Object.keys(routes).flatMap((path) => [path, path, path]);
      const results = await Promise.all(
        paths.map((path) => scraper.scrape(site.url(path), { formats })),
      );
      return results.map((result) => ({ ...result, durationMs: 0 }));
    };
    expect(await scrapeAll(2)).toEqual(await scrapeAll(0));
  });

  it("is a whole number from 0", () => {
    expect(() => createScraper({}, { threads: -1 })).toThrow("threads");
  });
});
