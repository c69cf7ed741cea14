import { crawlFormats, isCrawlError } from "dragline/crawler";
import { isHtmlError } from "dragline/html";
import { FakeClock } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { createPageReader } from "../../../../src/crawler/reader/create-page-reader.ts";
import type { ReadOptions } from "../../../../src/crawler/reader/page-reader.ts";
import { failureOf, home, linksOnly, MoodyReader, rulesOf } from "./readers.ts";

const { signal } = new AbortController();

const link = (path: string | number): string => `<a href=/${path}>`;

describe("PageReader.read in worker threads", () => {
  it("gives what reading in the caller's thread gives", async () => {
    const text = `<title>T</title><link rel=canonical href=/><h1>H</h1><p>${"words ".repeat(50)}
      <a href=1>x</a><a href=//other.example/>y</a><a href=javascript:x>`;
    const parts = { clock: new FakeClock(), timeoutMs: 60_000 };
    for (const main of [false, true]) {
      const options: ReadOptions = { formats: crawlFormats, main, fingerprint: true };
      await using here = createPageReader(rulesOf(), options, { ...parts, threads: 0 });
      await using there = createPageReader(rulesOf(), options, { ...parts, threads: 1 });
      const wanted = await here.read({ url: home, text }, signal);
      expect(await there.read({ url: home, text }, signal)).toEqual(wanted);
      expect(structuredClone(wanted)).toEqual(wanted);
      const told = { url: home, text, nofollow: true, refresh: "https://example.com/r" };
      expect(await there.read(told, signal)).toEqual(await here.read(told, signal));
      expect((await there.read(told, signal)).follow).toContain("https://example.com/r");
    }
  });

  it("gives each page its own reading, whatever the others cost", async () => {
    await using moody = new MoodyReader(2);
    const pages = Array.from({ length: 100 }, (_, index) =>
      link(index).repeat(index % 9 === 0 ? 20_000 : 1),
    );
    const readings = await Promise.all(pages.map((text) => moody.read(text)));
    expect(readings.map(({ follow }) => follow)).toEqual(
      pages.map((_, index) => [`https://example.com/${index}`]),
    );
    expect(moody.started).toBe(2);
    expect(moody.clock.waiting).toBe(0);
  });

  it("starts no thread before the first page", async () => {
    await using moody = new MoodyReader(3);
    expect(moody.started).toBe(0);
    await moody.read("a");
    await moody.read("b");
    expect(moody.started).toBe(1);
  });

  it("takes a page that is over its deadline from its thread, and no other page", async () => {
    await using moody = new MoodyReader(1);
    await moody.read("first");
    const slow = failureOf(moody.read("HANG"));
    const behind = ["a", "b", "c", "d"].map((path) => moody.read(link(path)));
    expect(moody.clock.waiting).toBe(1);
    await moody.clock.advance(4999);
    expect(moody.ended).toBe(0);
    await moody.clock.advance(1);
    const failure = await slow;
    expect(isCrawlError(failure, "READ_TIMEOUT") && failure.details).toEqual({ ms: 5000 });
    expect((await Promise.all(behind)).map(({ follow }) => follow)).toEqual(
      ["a", "b", "c", "d"].map((path) => [`https://example.com/${path}`]),
    );
    expect([moody.started, moody.ended, moody.clock.waiting]).toEqual([2, 1, 0]);
  });

  it("times a page from when its thread begins it", async () => {
    await using moody = new MoodyReader(1);
    await moody.read("first");
    const pages = [failureOf(moody.read("HANG")), failureOf(moody.read("HANG"))];
    await moody.clock.advance(5000);
    await pages[0];
    await moody.clock.timerOf(5000);
    await moody.clock.advance(4999);
    expect(moody.ended).toBe(1);
    await moody.clock.advance(1);
    expect(isCrawlError(await pages[1], "READ_TIMEOUT")).toBe(true);
  });

  it("loses only the page that kills its thread", async () => {
    await using moody = new MoodyReader(1);
    const pages = ["a", "CRASH", "b", "CRASH", "c", "d", "e"].map((text) =>
      moody.read(text === "CRASH" ? text : link(text)),
    );
    const settled = await Promise.allSettled(pages);
    expect(settled.map(({ status }) => status === "fulfilled")).toEqual([
      true,
      false,
      true,
      false,
      true,
      true,
      true,
    ]);
    expect(isCrawlError(await failureOf(pages[1] as Promise<unknown>), "READER_LOST")).toBe(true);
    expect(moody.started).toBe(3);
  });

  it("ends the thread of a page that is cancelled, and reads the pages behind it", async () => {
    await using moody = new MoodyReader(1);
    await moody.read("first");
    const abort = new AbortController();
    const reason = new Error("mine");
    const hanging = failureOf(moody.read("HANG", abort.signal));
    const behind = moody.read(link("a"));
    abort.abort(reason);
    expect(await hanging).toBe(reason);
    expect([moody.ended, moody.clock.waiting]).toEqual([1, 0]);
    expect((await behind).follow).toEqual(["https://example.com/a"]);
  });

  it("lets a page leave that only waits, and keeps the thread", async () => {
    await using moody = new MoodyReader(1);
    await moody.read("first");
    const abort = new AbortController();
    const busy = moody.read(link("busy").repeat(50_000));
    // Some of them are with the thread already.
    const left = Array.from({ length: 6 }, () => failureOf(moody.read("x", abort.signal)));
    const last = moody.read(link("last"));
    abort.abort("mine");
    expect(await Promise.all(left)).toEqual(left.map(() => "mine"));
    await busy;
    expect((await last).follow).toEqual(["https://example.com/last"]);
    expect([moody.started, moody.ended]).toEqual([1, 0]);
  });

  it("is rejected with the closing when it is disposed", async () => {
    const moody = new MoodyReader(2);
    await Promise.all([moody.read("a"), moody.read("b")]);
    const pages = Array.from({ length: 12 }, () => failureOf(moody.read("HANG")));
    await moody[Symbol.asyncDispose]();
    await moody[Symbol.asyncDispose]();
    pages.push(failureOf(moody.read("late")));
    for (const failure of await Promise.all(pages)) {
      expect(isCrawlError(failure, "CRAWLER_CLOSED")).toBe(true);
    }
    expect([moody.ended, moody.clock.waiting]).toEqual([moody.started, 0]);
  });

  it("may be disposed while its threads start", async () => {
    const moody = new MoodyReader(2);
    const pages = [failureOf(moody.read("a")), failureOf(moody.read("b"))];
    await moody[Symbol.asyncDispose]();
    for (const failure of await Promise.all(pages)) {
      expect(isCrawlError(failure, "CRAWLER_CLOSED")).toBe(true);
    }
    expect(moody.ended).toBe(2);
  });

  it("carries errors of other rooms over", async () => {
    const parts = { threads: 1, clock: new FakeClock(), timeoutMs: 60_000 };
    await using reader = createPageReader(rulesOf(), linksOnly, parts);
    const failure = await failureOf(
      reader.read({ url: home, text: "x".repeat(67_108_865) }, signal),
    );
    expect(isHtmlError(failure, "INPUT_TOO_LARGE")).toBe(true);
  });
});
