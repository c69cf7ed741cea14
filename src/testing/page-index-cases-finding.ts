import assert from "node:assert/strict";
import { addAll, call, find, page, urlsFor, type PageIndexRun } from "./page-index-subject.ts";

export const at = (name: string): string => `https://docs.example.com/${name}`;

/** Words, sentences and scripts. */
export const library = [
  page(
    at("timeouts"),
    "<h1>Timeouts</h1><p>A request ends after thirty seconds.</p><h2>Retries</h2><p>Connections that were refused are attempted again.</p>",
    "Limits of requests",
  ),
  page(at("cookies"), "<h1>Cookies</h1><p>Cookies are kept for each request of a session.</p>"),
  page(at("crème"), "<p>Crème brûlée is burnt cream, and the café closes at noon.</p>"),
  page(at("tokyo"), "<p>東京大学は日本で最初の国立大学である。</p>", "大学"),
  page(at("bangkok"), "<p>กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย</p>", "เมืองหลวง"),
  page(at("moscow"), "<p>Москва является столицей России.</p>", "Столица"),
  page(at("cpp"), "<p>Templates of C++ are not generics of C# at all.</p>", "Languages"),
];

/** What is syntax elsewhere. */
const hostileQueries: readonly string[] = [
  '"',
  '""',
  'request"',
  '"request',
  "request*",
  "*",
  "-request",
  "NOT request",
  "NOT",
  "request AND",
  "OR",
  "NEAR(request session)",
  "NEAR/2",
  "text:request",
  "{title heading}:x",
  "^request",
  "(request",
  "request)",
  "request & ! session",
  "request <-> session",
  "a:*",
  "\\",
  "request\\'",
  "'; DROP TABLE pages; --",
  "request\0session",
  "\ud800",
  "request\udc00 x",
  "1·request",
  "·",
  "site:",
  'site:"',
  "site:' OR 1=1 --",
  "%",
  "request + session",
  "#",
  "«request",
  "「request",
  "\u202erequest",
  "request ".repeat(1000),
  '"request" '.repeat(500),
  Array.from({ length: 1500 }, (_, n) => `w${n}`).join(" "),
];

export const findingCases: Readonly<Record<string, PageIndexRun>> = {
  "pages are found by their titles, headings, text and URLs, in any form of an English word":
    async ({ index }) => {
      await addAll(index, library);
      for (const query of [
        "limit of a request",
        "retry",
        "refuse connection",
        "timeout",
        "ATTEMPTS",
      ]) {
        assert.equal((await urlsFor(index, query))[0], at("timeouts"), query);
      }
      assert.equal((await find(index, "retries"))[0]?.title, "Limits of requests");
    },

  "pages with all the words come before those with some, and those are found": async ({
    index,
  }) => {
    await addAll(index, library);
    const found = await urlsFor(index, "thirty cookies of a session request");
    assert.deepEqual(found.slice(0, 2), [at("cookies"), at("timeouts")]);
  },

  "words are found without their accents, and in scripts without spaces": async ({ index }) => {
    await addAll(index, library);
    const found = {
      "creme brulee": "crème",
      CAFE: "crème",
      東京: "tokyo",
      国立大学: "tokyo",
      เมืองหลวง: "bangkok",
      москва: "moscow",
      "c++": "cpp",
    };
    for (const [query, name] of Object.entries(found)) {
      assert.equal((await urlsFor(index, query))[0], new URL(at(name)).href, query);
    }
  },

  "nothing in a query breaks a search": async ({ index }) => {
    await addAll(index, library);
    for (const query of hostileQueries) {
      const { results } = await index.search("owner", { query, limit: 10 }, call);
      assert.ok(new Set(results.map(({ url }) => url)).size === results.length, query);
    }
    assert.equal((await urlsFor(index, "(request) & session"))[0], at("cookies"));
    assert.equal((await urlsFor(index, "request\0session"))[0], at("cookies"));
  },

  "a phrase in quotation marks is on every page that is found": async ({ index }) => {
    await addAll(index, library);
    assert.deepEqual(await urlsFor(index, '"thirty seconds" cookies'), [at("timeouts")]);
    assert.deepEqual(await urlsFor(index, "“request ends”"), [at("timeouts")]);
    assert.deepEqual(await urlsFor(index, '"seconds thirty"'), []);
    assert.deepEqual(await urlsFor(index, '"request" "session"'), [at("cookies")]);
  },

  "site: means a host and what is below it": async ({ index }) => {
    const tide = (url: string) => page(url, `<p>Tide of ${url.slice(8, 11)}</p>`);
    const urls = [
      "https://example.com/a",
      "https://sub.example.com/bb",
      "https://an-example.com/ccc",
    ];
    await addAll(index, [...urls, "https://example.com.evil.test/dddd"].map(tide));
    const sorted = async (query: string) => (await urlsFor(index, query)).toSorted();
    assert.deepEqual(await sorted("tide site:example.com"), urls.slice(0, 2));
    assert.deepEqual(await sorted("site:EXAMPLE.com. tide"), urls.slice(0, 2));
    assert.deepEqual(await sorted("tide site:sub.example.com"), urls.slice(1, 2));
    assert.deepEqual(await sorted("tide site:example.com/a"), urls.slice(0, 1));
    assert.deepEqual(await sorted("tide site:an-example.com site:sub.example.com"), [
      "https://an-example.com/ccc",
      "https://sub.example.com/bb",
    ]);
    assert.deepEqual(await sorted("site:sub.example.com"), urls.slice(1, 2));
    assert.deepEqual(await sorted("tide site:ample.com"), []);
  },

  "pages of the same text are found once, by the better URL": async ({ index }) => {
    const body = "<p>Spring tides follow the full moon.</p>";
    const urls = [
      "http://a.example/tides",
      "https://a.example/tides?ref=1",
      "https://a.example/tides",
    ];
    await addAll(
      index,
      urls.map((url) => page(url, body)),
    );
    assert.deepEqual(await urlsFor(index, "spring tides"), ["https://a.example/tides"]);
  },

  "a result has the page's title, its dates, and sentences of it as they stand there": async ({
    index,
  }) => {
    const sentences = Array.from(
      { length: 40 },
      (_, n) => `Sentence ${n} is about “nothing” at all.`,
    );
    const answer = "The harbour’s gate — it is old — closes at 22:00.";
    const text = [...sentences, answer, ...sentences].join(" ");
    const meta =
      '<meta property="article:published_time" content="2026-03-01T10:00:00Z"><meta property="article:modified_time" content="2026-04-02">';
    const html = `<html lang="en"><head><title>The harbour</title>${meta}</head><body><p>${text}</p></body></html>`;
    await index.add("owner", { url: "https://a.example/gate", html, fetchedAt: 0 }, call);
    const [first] = await find(index, "when does the harbour gate close");
    const { snippet = "", ...result } = first ?? {};
    assert.deepEqual(result, {
      url: "https://a.example/gate",
      title: "The harbour",
      date: "2026-03-01",
      lastUpdated: "2026-04-02",
    });
    assert.ok(snippet.includes(answer), snippet);
    assert.ok(text.includes(snippet), snippet);
    assert.ok(snippet.length <= 300, String(snippet.length));
  },

  "no more pages are found than the limit": async ({ index }) => {
    const pages = Array.from({ length: 15 }, (_, n) => page(at(`${n}`), `<p>Tide number ${n}</p>`));
    await addAll(index, pages);
    const { results } = await index.search("owner", { query: "tide", limit: 7 }, call);
    assert.equal(results.length, 7);
  },

  "a query without words finds nothing, and says so": async ({ index }) => {
    await addAll(index, library);
    for (const query of ["?!… —", "🙂", '" "', "\ud83d", "***"]) {
      const { results, notes } = await index.search("owner", { query, limit: 5 }, call);
      assert.deepEqual(results, []);
      assert.deepEqual(notes, [
        { provider: "index", message: "The query has no words to search for." },
      ]);
    }
  },
};
