import { isDraglineError } from "dragline";
import { crawlFormats } from "dragline/crawler";
import { isHtmlError } from "dragline/html";
import type { LinkRules } from "../../../../src/mapper/links/link-rules.ts";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createPageReader } from "../../../../src/crawler/reader/create-page-reader.ts";
import type { PageReading, ReadOptions } from "../../../../src/crawler/reader/page-reader.ts";
import { failureOf, home, linksOnly, MoodyReader, rulesOf } from "./readers.ts";

const { signal } = new AbortController();

async function readingOf(
  text: string,
  rules: Partial<LinkRules> = {},
  options: Partial<ReadOptions> = {},
): Promise<PageReading> {
  const parts = { threads: 0, clock: new FakeClock(), timeoutMs: 1000 };
  await using reader = createPageReader(rulesOf(rules), { ...linksOnly, ...options }, parts);
  return reader.read({ url: home, text }, signal);
}

const page = `<!doctype html><html lang=en><head><title> Tides
  of the  harbour </title><link rel=canonical href="/b?utm_source=x">
  <meta name=description content="When it comes."></head><body>
  <nav><a href=/>Home</a> <a href=/news>News</a></nav>
  <h1>Tides</h1><p>${"The water comes and goes twice a day, as it always did. ".repeat(12)}</p>
  <p><a href=c#part>More</a> <a href=c>again</a> <a href=https://other.example/x#y>away</a>
  <a href=mailto:a@b.example>write</a></p></body></html>`;

describe("PageReader.read", () => {
  it("gives each link to follow once and counts the others", async () => {
    expect(await readingOf(page)).toEqual({
      follow: ["https://example.com/", "https://example.com/news", "https://example.com/a/c"],
      refused: { scope: 1, "not-http": 1 },
      linksTruncated: false,
      canonical: "https://example.com/b",
      nofollow: false,
      title: "Tides of the harbour",
      fingerprint: undefined,
      outputs: {},
    });
  });

  it("makes the formats that were asked for", async () => {
    const { outputs } = await readingOf(page, {}, { formats: crawlFormats });
    expect(Object.keys(outputs).toSorted()).toEqual([...crawlFormats].toSorted());
    expect(outputs.html).toBe(page);
    expect(outputs.markdown).toContain("# Tides\n");
    expect(outputs.markdown).toContain("[More](https://example.com/a/c#part)");
    expect(outputs.text).toContain("Home");
    expect(outputs.metadata).toMatchObject({ description: "When it comes.", language: "en" });
    expect(outputs.links).toEqual([
      "https://example.com/",
      "https://example.com/news",
      "https://example.com/a/c#part",
      "https://example.com/a/c",
      "https://other.example/x#y",
    ]);
  });

  it("makes markdown and text of the main content by option", async () => {
    const formats = ["markdown", "text", "html"] as const;
    const { outputs } = await readingOf(page, {}, { formats, main: true });
    expect(outputs.text).not.toContain("Home");
    expect(outputs.markdown).toMatch(/^# Tides\n/);
    expect(outputs.html).toBe(page);
  });

  it("marks a page by its main content", async () => {
    const marked = { fingerprint: true };
    const { fingerprint, outputs } = await readingOf(page, {}, marked);
    expect(fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(outputs).toEqual({});
    const other = await readingOf(page.replace("News", "Other news"), {}, marked);
    expect(other.fingerprint).toBe(fingerprint);
    const another = await readingOf(page.replaceAll("water", "wind"), {}, marked);
    expect(another.fingerprint).not.toBe(fingerprint);
  });

  it("follows the same links whatever is made of the page", async () => {
    const broken = `<table><a href=1><tr><a href=2><p><a href=3<b><svg><a href=4></svg><frame src=5>`;
    const bare = await readingOf(broken);
    const whole = await readingOf(broken, {}, { formats: ["markdown"], fingerprint: true });
    expect(whole.follow).toEqual(bare.follow);
  });

  it("follows a link that is marked once and unmarked once", async () => {
    const rules = { followNofollow: false };
    const links = `<a rel=nofollow href=1><a href=1><a href=2><a rel=nofollow href=2><a rel=ugc href=3>`;
    expect(await readingOf(links, rules)).toMatchObject({
      follow: ["https://example.com/a/1", "https://example.com/a/2"],
      refused: { nofollow: 1 },
    });
    expect((await readingOf(links)).follow).toHaveLength(3);
  });

  it("refuses the links of a page that asks for it, by option", async () => {
    const text = `<meta name=robots content=nofollow><a href=1><a href=2><a href=mailto:x>`;
    expect(await readingOf(text, { followNofollow: false })).toMatchObject({
      nofollow: true,
      follow: [],
      refused: { nofollow: 2, "not-http": 1 },
    });
    expect(await readingOf(text)).toMatchObject({
      nofollow: true,
      follow: ["https://example.com/a/1", "https://example.com/a/2"],
    });
  });

  it.each(["", "   ", "\0", "no markup", "<", "\ud800", "<title></title>"])(
    "reads %j",
    async (text) => {
      expect(await readingOf(text, {}, { formats: crawlFormats, fingerprint: true })).toMatchObject(
        {
          follow: [],
          refused: {},
          title: undefined,
          canonical: undefined,
        },
      );
    },
  );

  it("names no canonical URL that is none", async () => {
    for (const href of ["mailto:x", "https://[", ""]) {
      const { canonical } = await readingOf(`<link rel=canonical href="${href}">`);
      expect(canonical).toBe(href === "" ? home : undefined);
    }
    const { canonical } = await readingOf("<link rel=canonical href=https://other.example>");
    expect(canonical).toBe("https://other.example/");
  });

  it("cuts a title that is not closed", async () => {
    const { title, follow } = await readingOf(`<a href=1><title>${"long ".repeat(1_000_000)}`);
    expect(title).toBe("long ".repeat(200).trim());
    expect(follow).toHaveLength(1);
  });

  it("reads 1,000,000 links, and says when there are more", { timeout: 60_000 }, async () => {
    const links = Array.from({ length: 1_000_001 }, (_, index) => `<a href=/${index}>`).join("");
    const { follow, linksTruncated } = await readingOf(links);
    expect([follow.length, linksTruncated]).toEqual([1_000_000, true]);
  });

  it("bounds what URLs grow to", { timeout: 60_000 }, async () => {
    const links = Array.from(
      { length: 12_000 },
      (_, index) => `<a href="/${index}${"\u20ac".repeat(880)}">`,
    );
    const { follow, linksTruncated } = await readingOf(links.join(""));
    expect(linksTruncated).toBe(true);
    expect(follow.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(68_000_000);
  });

  it("counts links of 100 KB and makes no URLs of them", async () => {
    const long = "x".repeat(100_000);
    const links = `<a href=/${long}1><a href=/${long}2><a href=/${long}2><a href=data:,${long}>`;
    expect(await readingOf(links)).toMatchObject({
      follow: [],
      refused: { invalid: 2, "not-http": 1 },
    });
  });

  it("does not read when the signal has been aborted", async () => {
    const parts = { threads: 0, clock: new FakeClock(), timeoutMs: 1000 };
    await using reader = createPageReader(rulesOf(), linksOnly, parts);
    const reason = new Error("mine");
    const reading = reader.read({ url: home, text: page }, AbortSignal.abort(reason));
    expect(await failureOf(reading)).toBe(reason);
  });

  it("refuses pages that are too long", async () => {
    expect(isHtmlError(await failureOf(readingOf("x".repeat(67_108_865))), "INPUT_TOO_LARGE")).toBe(
      true,
    );
  });
});

describe("createPageReader", () => {
  it.each([0, 1])("refuses wrong rules at once with %i threads", (threads) => {
    const parts = { threads, clock: new FakeClock(), timeoutMs: 1000 };
    const make = (rules: Partial<LinkRules>) => () =>
      createPageReader(rulesOf(rules), linksOnly, parts);
    expect(make({ exclude: [""] })).toThrow(expect.objectContaining({ code: "INVALID_PATTERN" }));
    expect(make({ seed: "x" })).toThrow(expect.objectContaining({ code: "INVALID_URL" }));
  });

  it("refuses to read when it has been disposed, which may be done twice", async () => {
    const parts = { threads: 0, clock: new FakeClock(), timeoutMs: 1000 };
    const reader = createPageReader(rulesOf(), linksOnly, parts);
    await reader[Symbol.asyncDispose]();
    await reader[Symbol.asyncDispose]();
    const failure = await failureOf(reader.read({ url: home, text: page }, signal));
    expect(isDraglineError(failure, "CRAWLER_CLOSED")).toBe(true);
  });
});

describe("ReaderParts.smallest", () => {
  it("reads smaller pages without a thread, and starts one for the others", async () => {
    await using moody = new MoodyReader(1, linksOnly, 100);
    expect((await moody.read("<title>short</title>")).title).toBe("short");
    expect(moody.started).toBe(0);
    await moody.read(`<title>long</title>${"<p>".repeat(100)}`);
    expect(moody.started).toBe(1);
    await moody.reader[Symbol.asyncDispose]();
    const failure = await failureOf(moody.read("<title>short</title>"));
    expect(failure).toMatchObject({ code: "CRAWLER_CLOSED" });
  });
});
