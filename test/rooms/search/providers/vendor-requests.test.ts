import {
  createBraveSearch,
  createExaSearch,
  createKagiSearch,
  createPerplexitySearch,
  createSearxngSearch,
  createSerperSearch,
  createTavilySearch,
} from "dragline/search";
import { describe, expect, it } from "vitest";
import { call, pages } from "./asking.ts";
import { answerJson, KEY, openVendor, serveVendors, type KnownPage } from "./vendor-server.ts";

describe("createSearxngSearch", () => {
  it("asks as SearXNG documents it", async () => {
    await using server = await serveVendors();
    const options = { url: `${server.origin}/searxng/`, categories: "general,science" };
    const more = { engines: "bing,wikipedia", language: "fr", safeSearch: 1 };
    await using provider = createSearxngSearch({ ...options, ...more });
    await provider.search(call({ query: " moss  & fern\n" }));
    const [ask] = server.asks;
    expect([ask?.method, ask?.path]).toEqual(["GET", "/searxng/search"]);
    expect(Object.fromEntries(ask?.query ?? [])).toEqual({
      q: "moss & fern",
      format: "json",
      pageno: "1",
      safesearch: "1",
      language: "fr",
      categories: "general,science",
      engines: "bing,wikipedia",
    });
  });

  it.each([
    ["de", "", "de-DE"],
    ["br", "", "pt-BR"],
    ["ch", "fr", "fr-CH"],
    ["us", "all", "en-US"],
    ["zz", "", null],
    ["xq", "", null],
    [undefined, "pt-BR", "pt-BR"],
  ])("asks for the country %s in the language '%s' as %s", async (country, language, locale) => {
    await using server = await serveVendors();
    await using provider = createSearxngSearch({ url: `${server.origin}/searxng`, language });
    const { notes } = await provider.search(call({ country }));
    expect(server.asks[0]?.query.get("language")).toBe(locale);
    expect(notes).toHaveLength(locale === null ? 1 : 0);
  });

  it("says how JSON is enabled when it answers 403", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("searxng", server);
    server.always = answerJson(403, {});
    await expect(provider.search(call())).rejects.toThrow(
      "SearXNG does not answer in JSON (403): list json in its settings.yml (search.formats: [html, json]) and restart it.",
    );
  });

  it("says that its limiter may refuse programs when it answers 429", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("searxng", server);
    server.always = answerJson(429, {}, { "retry-after": "600" });
    await expect(provider.search(call())).rejects.toThrow(/server\.limiter: false/);
  });

  it("tells engines that did not answer as notes, once each", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("searxng", server);
    server.silent = [
      ["google", "Suspended: CAPTCHA"],
      ["<b>qwant</b>", "timeout &amp; more"],
    ];
    const { notes } = await provider.search(call({ limit: 30 }));
    expect(notes).toEqual([
      { provider: "searxng", message: "The engine google did not answer: Suspended: CAPTCHA." },
      { provider: "searxng", message: "The engine qwant did not answer: timeout & more." },
    ]);
  });

  it.each(["", "localhost:8888", "ftp://x.example", "http://x.example/?a=b"])(
    "refuses the address '%s'",
    (url) => {
      expect(() => createSearxngSearch({ url })).toThrow(
        /Option 'url' must be the http or https URL/,
      );
    },
  );

  it("refuses an address with a password, untold, and a cloud's metadata", () => {
    const secret = (): unknown => createSearxngSearch({ url: "http://me:s3cret@localhost:1" });
    expect(secret).toThrow(/password/);
    expect(secret).not.toThrow(/s3cret/);
    expect(() => createSearxngSearch({ url: "http://169.254.169.254/" })).toThrow(/metadata/);
  });

  it("refuses options out of bounds", () => {
    const url = "http://localhost:8888";
    expect(() => createSearxngSearch({ url, safeSearch: 3 })).toThrow(/'safeSearch'/);
    expect(() => createSearxngSearch({ url, language: "de_DE" })).toThrow(/'language'/);
    expect(() => createSearxngSearch({ url, timeoutMs: 0 })).toThrow(/'timeoutMs'/);
    expect(() => createSearxngSearch({ url, uri: 1 } as never)).toThrow(/Unknown option 'uri'/);
  });
});

describe("createBraveSearch", () => {
  it("asks as Brave documents it", async () => {
    await using server = await serveVendors();
    const baseUrl = `${server.origin}/brave/res/v1`;
    await using provider = createBraveSearch({
      apiKey: KEY,
      baseUrl,
      language: "de",
      safeSearch: "strict",
    });
    await provider.search(call({ country: "de" }));
    const [ask] = server.asks;
    expect([ask?.method, ask?.path]).toEqual(["GET", "/brave/res/v1/web/search"]);
    expect(ask?.headers["x-subscription-token"]).toBe(KEY);
    expect(Object.fromEntries(ask?.query ?? [])).toEqual({
      q: "moss",
      count: "5",
      offset: "0",
      result_filter: "web",
      text_decorations: "false",
      safesearch: "strict",
      search_lang: "de",
      country: "DE",
    });
  });

  it("cuts a query to 400 characters and 50 words, and tells so", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("brave", server);
    for (const query of ["moss ".repeat(60), "mossmossm ".repeat(45), "苔".repeat(500)]) {
      const { notes } = await provider.search(call({ query }));
      expect(notes).toEqual([
        {
          provider: "brave",
          message: "The query was cut: Brave takes at most 400 characters and 50 words.",
        },
      ]);
    }
    const asked = server.asks.map(({ query }) => query.get("q") ?? "");
    expect(asked.map((query) => [query.length, query.split(" ").length])).toEqual([
      [249, 50],
      [399, 40],
      [400, 1],
    ]);
    expect((await provider.search(call({ query: "moss ".repeat(50) }))).notes).toEqual([]);
  });

  it("leaves out a country that Brave does not know, and tells so", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("brave", server);
    const { notes } = await provider.search(call({ country: "ke" }));
    expect(notes[0]?.message).toBe("Brave has no results by the country 'ke'; it was left out.");
    expect(server.asks[0]?.query.has("country")).toBe(false);
  });

  it("stops where Brave says that there are no more", async () => {
    await using server = await serveVendors();
    await using provider = openVendor("brave", server);
    server.pages = pages(20);
    expect((await provider.search(call({ limit: 40 }))).results).toHaveLength(20);
    expect(server.asks).toHaveLength(1);
  });
});

describe("createTavilySearch", () => {
  it("asks as Tavily documents it", async () => {
    await using server = await serveVendors();
    const baseUrl = `${server.origin}/tavily`;
    await using provider = createTavilySearch({ apiKey: KEY, baseUrl, depth: "advanced" });
    await provider.search(call({ country: "cz" }));
    expect(server.asks[0]).toMatchObject({ method: "POST", path: "/tavily/search" });
    expect(server.asks[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEY}`,
      "content-type": "application/json",
    });
    expect(server.asks[0]?.body).toEqual({
      query: "moss",
      max_results: 5,
      search_depth: "advanced",
      topic: "general",
      country: "czech republic",
    });
  });

  it("names countries as Tavily does, and leaves them out for news", async () => {
    await using server = await serveVendors();
    await using general = openVendor("tavily", server);
    for (const country of ["us", "gb", "tr", "ba", "hk"]) await general.search(call({ country }));
    expect(server.asks.map(({ body }) => body["country"])).toEqual([
      "united states",
      "united kingdom",
      "turkey",
      "bosnia and herzegovina",
      undefined,
    ]);
    const baseUrl = `${server.origin}/tavily`;
    await using news = createTavilySearch({ apiKey: KEY, baseUrl, topic: "news" });
    expect((await news.search(call({ country: "us" }))).notes).toHaveLength(1);
  });
});

describe("createExaSearch", () => {
  it("asks as Exa documents it, and joins highlights", async () => {
    await using server = await serveVendors();
    const baseUrl = `${server.origin}/exa`;
    await using provider = createExaSearch({ apiKey: KEY, baseUrl, type: "fast" });
    const result = { url: "https://moss.example/", title: null, highlights: ["One.", 7, "Two."] };
    server.deeds = [answerJson(200, { results: [result, { url: "https://fern.example/" }] })];
    const { results } = await provider.search(call({ country: "de" }));
    expect(results).toEqual([
      { url: "https://moss.example/", title: "", snippet: "One. … Two." },
      { url: "https://fern.example/", title: "", snippet: "" },
    ]);
    expect(server.asks[0]?.headers["x-api-key"]).toBe(KEY);
    expect(server.asks[0]?.body).toEqual({
      query: "moss",
      type: "fast",
      numResults: 5,
      userLocation: "DE",
      contents: { highlights: { maxCharacters: 1_000 } },
    });
  });
});

describe("createSerperSearch", () => {
  it("asks as Serper documents it", async () => {
    await using server = await serveVendors();
    const baseUrl = `${server.origin}/serper`;
    await using provider = createSerperSearch({ apiKey: KEY, baseUrl, language: "de" });
    await provider.search(call({ country: "at" }));
    expect(server.asks[0]?.headers["x-api-key"]).toBe(KEY);
    expect(server.asks[0]?.body).toEqual({ q: "moss", num: 10, page: 1, gl: "at", hl: "de" });
  });
});

describe("createPerplexitySearch", () => {
  it("asks as Perplexity documents it, and reads both dates", async () => {
    await using server = await serveVendors();
    const baseUrl = `${server.origin}/perplexity`;
    await using provider = createPerplexitySearch({ apiKey: KEY, baseUrl, maxTokensPerPage: 99 });
    server.pages = [
      { ...pages(1)[0], date: "2025-03-20", updated: "2025-09-19T08:00:00Z" } as KnownPage,
    ];
    const { results } = await provider.search(call({ country: "us" }));
    expect(results[0]).toMatchObject({ date: "2025-03-20", lastUpdated: "2025-09-19" });
    expect(server.asks[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.asks[0]?.body).toEqual({
      query: "moss",
      max_results: 5,
      max_tokens_per_page: 99,
      country: "US",
    });
  });
});

describe("createKagiSearch", () => {
  it("asks as Kagi documents it", async () => {
    await using server = await serveVendors();
    const baseUrl = `${server.origin}/kagi/api/v1`;
    await using provider = createKagiSearch({
      apiKey: KEY,
      baseUrl,
      lens: "academic",
      safeSearch: false,
    });
    await provider.search(call({ country: "jp" }));
    expect(server.asks[0]).toMatchObject({ method: "POST", path: "/kagi/api/v1/search" });
    expect(server.asks[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.asks[0]?.body).toEqual({
      query: "moss",
      workflow: "search",
      limit: 5,
      safe_search: false,
      lens_id: "academic",
      filters: { region: "jp" },
    });
  });
});
