import assert from "node:assert/strict";
import { isDraglineError } from "../core/index.ts";
import type { IndexedPage } from "../search/index.ts";
import type { Case } from "./case.ts";
import { askingCases } from "./page-index-cases-asking.ts";
import { findingCases } from "./page-index-cases-finding.ts";
import {
  addAll,
  call,
  find,
  page,
  urlsFor,
  type PageIndexRun,
  type PageIndexSubject,
} from "./page-index-subject.ts";

/**
 * The promises of the port PageIndex; `make` gives a subject for each case, which disposes it.
 * @see {@link recordsCases} for an example
 */
export function pageIndexCases(make: () => Promise<PageIndexSubject>): Case[] {
  const all: Readonly<Record<string, PageIndexRun>> = {
    ...keepingCases,
    ...ownerCases,
    ...findingCases,
    ...askingCases,
    ...refusals,
  };
  return Object.entries(all).map(([title, run]) => ({
    title,
    async run() {
      await using subject = await make();
      await run(subject);
    },
  }));
}

const tides = page("https://a.example/tides", "<p>Spring tides follow the full moon.</p>");
const DAY = 86_400_000;

const keepingCases: Readonly<Record<string, PageIndexRun>> = {
  "a page that is added is found until it is removed": async ({ index }) => {
    assert.deepEqual(await index.add("owner", tides, call), { passages: 1 });
    assert.deepEqual(await urlsFor(index, "spring tides"), ["https://a.example/tides"]);
    assert.equal(await index.remove("owner", ["https://a.example/tides"], call), 1);
    assert.deepEqual(await urlsFor(index, "spring tides"), []);
    assert.equal(await index.remove("owner", ["https://a.example/tides"], call), 0);
  },

  "what is kept of a page is read: its title, language, dates and passages in page order": async ({
    index,
  }) => {
    const text = (words: string) => `<p>${`${words} and so on. `.repeat(60)}</p>`;
    const html = `<html lang="fr"><title>Deux</title><meta property="article:published_time" content="2024-05-06T07:08:09Z"><h1>Un</h1>${text("marée haute")}<h2>Deux</h2>${text("marée basse")}`;
    const url = "https://a.example/fr";
    const { passages } = await index.add("owner", { url, html, fetchedAt: 0 }, call);
    const read = await index.read("owner", "HTTPS://A.example:443/fr#top", call);
    assert.ok(read !== undefined && passages > 1);
    assert.deepEqual(
      { ...read, passages: read.passages.length },
      { url, title: "Deux", language: "fr", date: "2024-05-06", passages },
    );
    const words = read.passages.map((each) => each.text).join("\n");
    assert.ok(words.indexOf("marée haute") < words.indexOf("marée basse"));
    assert.ok(read.passages.at(-1)?.heading.includes("Deux"));
  },

  "a page without text is read as one without passages": async ({ index }) => {
    await index.add("owner", { url: "https://a.example/", html: "", fetchedAt: 0 }, call);
    const read = await index.read("owner", "https://a.example/", call);
    assert.deepEqual(read, { url: "https://a.example/", title: "", passages: [] });
  },

  "of a page that was never added, or that was removed, nothing is read": async ({ index }) => {
    assert.equal(await index.read("owner", "https://a.example/tides", call), undefined);
    await index.add("owner", tides, call);
    await index.remove("owner", "all", call);
    assert.equal(await index.read("owner", "https://a.example/tides", call), undefined);
  },

  "a page that is added again takes the place of the former, under any spelling of its URL":
    async ({ index }) => {
      await addAll(index, [
        tides,
        page("HTTPS://A.example:443/x/../tides#top", "<p>Neap tides.</p>"),
      ]);
      assert.deepEqual(await urlsFor(index, "spring"), []);
      assert.deepEqual(await urlsFor(index, "tides"), ["https://a.example/tides"]);
      assert.equal(await index.remove("owner", "all", call), 1);
    },

  "of a page that is added many times at once the last is kept": async ({ index }) => {
    const versions = ["amber", "basalt", "coral", "dune", "ember"];
    await Promise.all(
      versions.map((word) => index.add("owner", page(tides.url, `<p>${word} shore</p>`), call)),
    );
    const found = await Promise.all(versions.map((word) => urlsFor(index, word)));
    assert.deepEqual(found, [[], [], [], [], [tides.url]]);
  },

  "a page without text is kept with no passage, and takes away what was there": async ({
    index,
  }) => {
    await addAll(index, [tides]);
    assert.deepEqual(await index.add("owner", { ...tides, html: "" }, call), { passages: 0 });
    assert.deepEqual(await urlsFor(index, "spring tides"), []);
    assert.equal(await index.remove("owner", "all", call), 1);
  },

  "a page is found until its time is up, and swept away then": async ({ index, now, advance }) => {
    await addAll(index, [
      tides,
      { ...page("https://a.example/b", "<p>Low tides</p>"), expiresAt: now() + DAY },
    ]);
    assert.equal((await urlsFor(index, "tides")).length, 2);
    assert.equal(await index.sweep(now(), call), 0);
    await advance(DAY);
    assert.deepEqual(await urlsFor(index, "tides"), [tides.url]);
    assert.equal(await index.read("owner", "https://a.example/b", call), undefined);
    assert.equal(await index.sweep(now(), call), 1);
    assert.equal(await index.sweep(now(), call), 0);
    assert.equal(await index.remove("owner", "all", call), 1);
  },

  "pages whose time is up take no place of others": async ({ index, now, advance }) => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...page(`https://a.example/${at}`, "<p>tides tides tides</p>".repeat(9), "tides"),
      expiresAt: now() + 1,
    }));
    await addAll(index, [...many, tides]);
    await advance(1);
    assert.deepEqual(await urlsFor(index, "tides"), [tides.url]);
  },
};

/** Names that a store might confuse with each other, or with its own language. */
const hostileOwners: readonly string[] = [
  "",
  " ",
  "a",
  "A",
  "a ",
  "a\0",
  "\0a",
  "a\n",
  "\ud800",
  "\udbff",
  "\ufffd",
  "ä",
  "a\u0308",
  "1",
  "01",
  "1·tide",
  "'; DROP TABLE pages; --",
  "%",
  "_",
  "*",
  "null",
  "__proto__",
  "all",
  "owner OR 1=1",
  "$1",
  "{a,b}",
  "💾",
  '"',
  '\\"',
  "x".repeat(10_000),
];

const ownerCases: Readonly<Record<string, PageIndexRun>> = {
  "what one owner keeps, no other finds, reads, removes or replaces": async ({ index }) => {
    const secret = page("https://a.example/secret", "<p>The vault's number is 4711.</p>");
    await index.add("one", secret, call);
    await index.add("two", page(secret.url, "<p>Nothing but a vault.</p>"), call);
    assert.deepEqual(await urlsFor(index, "4711", "two"), []);
    assert.deepEqual(await urlsFor(index, "4711 site:a.example", "three"), []);
    assert.doesNotMatch(JSON.stringify(await find(index, "vault", "two")), /4711/);
    assert.deepEqual((await index.read("two", secret.url, call))?.passages, [
      { heading: "", text: "Nothing but a vault." },
    ]);
    assert.equal(await index.read("three", secret.url, call), undefined);
    assert.equal(await index.remove("three", [secret.url], call), 0);
    assert.equal(await index.remove("two", "all", call), 1);
    assert.equal((await find(index, "4711", "one"))[0]?.snippet, "The vault's number is 4711.");
  },

  "any string is an owner, and owners do not see each other's pages": async ({ index }) => {
    for (const [at, owner] of hostileOwners.entries()) {
      await index.add(owner, page(`https://a.example/${at}`, `<p>tide number${at}</p>`), call);
    }
    for (const [at, owner] of hostileOwners.entries()) {
      assert.deepEqual(await urlsFor(index, "tide", owner), [`https://a.example/${at}`]);
    }
    for (const owner of hostileOwners) assert.equal(await index.remove(owner, "all", call), 1);
  },
};

const invalidPages: readonly IndexedPage[] = [
  { ...tides, url: "ftp://a.example/" },
  { ...tides, url: "" },
  { ...tides, url: "/relative" },
  { ...tides, html: undefined as unknown as string },
  { ...tides, html: Buffer.from("<p>") as unknown as string },
  { ...tides, fetchedAt: Number.NaN },
  { ...tides, expiresAt: Infinity },
];

const refusals: Readonly<Record<string, PageIndexRun>> = {
  "a query that is empty or too long, or a limit out of bounds, is refused": async ({ index }) => {
    const wrong = [
      { query: "", limit: 10 },
      { query: " \n\u00a0", limit: 10 },
      { query: "x".repeat(8193), limit: 10 },
      { query: 1 as unknown as string, limit: 10 },
      { query: "x", limit: 0 },
      { query: "x", limit: 101 },
      { query: "x", limit: 1.5 },
      { query: "x", limit: Number.NaN },
    ];
    for (const query of wrong) {
      await assert.rejects(index.search("owner", query, call), (error) =>
        isRefusal(error, "INVALID_QUERY"),
      );
    }
  },

  "a page that is not HTML, or whose URL is not http, is refused": async ({ index }) => {
    for (const wrong of invalidPages) {
      await assert.rejects(index.add("owner", wrong, call), (error) =>
        isRefusal(error, "INVALID_PAGE"),
      );
    }
    assert.equal(await index.remove("owner", "all", call), 0);
  },

  "a call whose signal has aborted rejects with its reason": async ({ index }) => {
    const reason = new Error("enough");
    const gone = { signal: AbortSignal.abort(reason) };
    const calls = [
      () => index.add("owner", tides, gone),
      () => index.search("owner", { query: "x", limit: 1 }, gone),
      () => index.read("owner", "https://a.example/", gone),
      () => index.remove("owner", "all", gone),
      () => index.sweep(0, gone),
    ];
    for (const run of calls) await assert.rejects(run, reason);
    assert.deepEqual(await urlsFor(index, "tides"), []);
  },

  "a page whose addition is cancelled is kept whole or not at all": async ({ index }) => {
    await addAll(index, [tides]);
    const reason = new Error("enough");
    const words = Array.from({ length: 30_000 }, (_, at) => `tides${at % 977} rise.`).join(" ");
    const large = page("https://a.example/large", `<p>${words}</p>`);
    const leaving = new AbortController();
    const adding = index.add("owner", large, leaving);
    leaving.abort(reason);
    await assert.rejects(adding, reason);
    assert.deepEqual(await urlsFor(index, "tides5"), []);
    assert.deepEqual(await urlsFor(index, "tides"), [tides.url]);
    assert.ok((await index.add("owner", large, call)).passages > 100);
    assert.deepEqual(await urlsFor(index, "tides5"), [large.url]);
  },

  "an index that was disposed refuses every call, and can be disposed again": async ({ index }) => {
    await addAll(index, [tides]);
    await index[Symbol.asyncDispose]();
    await index[Symbol.asyncDispose]();
    const calls = [
      () => index.add("owner", tides, call),
      () => index.search("owner", { query: "x", limit: 1 }, call),
      () => index.read("owner", "https://a.example/", call),
      () => index.remove("owner", "all", call),
      () => index.sweep(0, call),
    ];
    for (const run of calls) {
      await assert.rejects(run, (error) => isRefusal(error, "INDEX_CLOSED"));
    }
  },
};

/** Not by the room's own question, which would load what reads pages. */
function isRefusal(error: unknown, code: string): boolean {
  return isDraglineError(error) && error.name === "SearchError" && error.code === code;
}
