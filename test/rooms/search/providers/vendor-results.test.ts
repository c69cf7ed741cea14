import { SearchError, searchVendors } from "dragline/search";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { call, pages } from "./asking.ts";
import {
  answerJson,
  formats,
  openVendor,
  serveVendors,
  vendorNames,
  type KnownPage,
} from "./vendor-server.ts";

describe.each(vendorNames)("results of %s", (name) => {
  it("fill a limit of 20, in as many requests as it takes", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.pages = pages(30);
    const { results } = await provider.search(call({ limit: 20 }));
    expect(results.map(({ url }) => url)).toEqual(pages(20).map(({ url }) => url));
    const { pageResults } = searchVendors[name];
    expect(server.asks).toHaveLength(Math.ceil(20 / pageResults));
  });

  it("end where the vendor has no more", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.pages = pages(3);
    expect((await provider.search(call({ limit: 100 }))).results).toHaveLength(3);
    expect(server.asks.length).toBeLessThanOrEqual(2);
  });

  it("are told to be fewer than asked for where the vendor gives fewer", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.pages = pages(100);
    const { results, notes } = await provider.search(call({ limit: 100 }));
    const { pageResults, mostPages } = searchVendors[name];
    const most = Math.min(100, pageResults * mostPages);
    expect(results).toHaveLength(most);
    expect(notes.map(({ message }) => /at most (\d+)/.exec(message)?.[1])).toEqual(
      most < 100 ? [String(most)] : [],
    );
  });

  it("are what came when a later page fails, with a note", async () => {
    const paged = searchVendors[name].mostPages > 1;
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    server.pages = pages(100);
    server.deeds = [
      answerJson(200, formats[name].answer(pages(searchVendors[name].pageResults), true, server)),
      answerJson(402, {}),
    ];
    const { results, notes } = await provider.search(call({ limit: 100 }));
    expect(results).toHaveLength(searchVendors[name].pageResults);
    expect(notes.some(({ message }) => /Page 2 .* no credit/.test(message))).toBe(paged);
  });

  it("are without what has no web address, told in a note", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    const urls = [
      "javascript:alert(1)",
      "ftp://moss.example/",
      "moss",
      "https://me:pw@moss.example/",
    ];
    const [good] = pages(1) as [KnownPage];
    server.pages = [...urls.map((url) => ({ ...good, url })), good];
    const { results, notes } = await provider.search(call());
    expect(results.map(({ url }) => url)).toEqual([good.url]);
    expect(notes.map(({ message }) => message)).toEqual([
      "Results without an http or https address were left out: 4.",
    ]);
  });

  it("are plain: marks gone, entities decoded, other tags kept, long texts cut", async () => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server);
    const url = "https://moss.example/";
    server.pages = [
      {
        url,
        title: "<strong>Moss</strong> &#x27;n&#39; <b>fern</b>",
        text: "A Map&lt;K, V&gt; &amp; <em class='x'>moss</em><br/>next, List<String>",
      },
      { url: `${url}2`, title: `x ${"word ".repeat(100)}`, text: `x ${"moss ".repeat(1_000)}` },
    ];
    const { results } = await provider.search(call());
    expect(results[0]).toEqual({
      url,
      title: "Moss 'n' fern",
      snippet: "A Map<K, V> & moss next, List<String>",
    });
    expect(results[1]?.title.length).toBeLessThanOrEqual(300);
    expect(results[1]?.title).toMatch(/word…$/);
    expect(results[1]?.snippet.length).toBeLessThanOrEqual(2_000);
    expect(results[1]?.snippet).toMatch(/moss…$/);
  });

  it.each([
    ["2024-05-03", "2024-05-03"],
    ["2024-05-03T23:59:59.000Z", "2024-05-03"],
    ["2024-05-03T00:00:00", "2024-05-03"],
    ["Fri, 03 May 2024 06:15:02 GMT", "2024-05-03"],
    ["May 3, 2024", "2024-05-03"],
    ["3 days ago", "2025-12-29"],
    ["5 hours ago", "2025-12-31"],
    ["2 weeks ago", undefined],
    ["03/05/2024", undefined],
    ["2024-05", undefined],
    ["soon", undefined],
    ["", undefined],
  ])("have the date %s as %s", async (date, day) => {
    await using server = await serveVendors();
    await using provider = openVendor(name, server, { clock: new FakeClock() });
    server.pages = [{ ...(pages(1)[0] as KnownPage), date }];
    expect((await provider.search(call())).results[0]?.date).toBe(day);
  });
});

describe("a search that is cancelled at its second page", () => {
  it("ends with the signal's reason, even if that is the failure of a search", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("serper", server);
    const ending = new AbortController();
    const reason = new SearchError("TIMEOUT", { message: "The caller's own." });
    server.pages = pages(30);
    server.deeds = [
      answerJson(200, formats.serper.answer(pages(10), true, server)),
      () => ending.abort(reason),
    ];
    const search = provider.search(call({ limit: 20, signal: ending.signal }));
    await expect(search).rejects.toBe(reason);
  });
});
