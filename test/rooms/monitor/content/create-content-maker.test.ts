import { createContentMaker, isMonitorError, type ContentFilters } from "dragline/monitor";
import { afterAll, describe, expect, it } from "vitest";
import { makeBody } from "../../../../src/monitor/content/make-body.ts";

const { signal } = new AbortController();
const url = "https://site.test/";
/** Slow even where each character of a text is looked at once. */
const hostile = "/(?:[ab]a?){450}[^ab]/";
const bait = `${Array.from({ length: 200_000 }, (_, at) => ((at * at) % 7 < 3 ? "a" : "b")).join("")}b`;

function markdown(filters: ContentFilters = {}) {
  return { format: "markdown", filters } as const;
}

describe("createContentMaker", () => {
  const maker = createContentMaker();
  afterAll(() => maker[Symbol.asyncDispose]());

  it("makes of large pages, in threads, what it makes of small ones at once", async () => {
    const page = { url, html: `<h1>T</h1>${"<p>one <b>two</b> three</p>".repeat(10_000)}` };
    const made = makeBody(page, markdown(), { maxLength: 10_000_000 });
    expect(made.status).toBe("made");
    expect(await maker.body(page, markdown(), signal)).toEqual({
      ...made,
      compared: made.status === "made" && made.body,
      isBlocked: false,
    });
  });

  it("ends a pattern that takes too long, and that content alone fails", async () => {
    await using strict = createContentMaker({}, { patternTimeoutMs: 500 });
    const page = { url, html: `<p>${bait}</p>` };
    const slow = { status: "failed", code: "CONTENT_TIMEOUT" };
    const made = { status: "made", body: bait };
    const outcomes = await Promise.all([
      strict.body(page, markdown({ ignoreText: [hostile] }), signal),
      strict.body(page, markdown({ ignoreText: ["/b$/"] }), signal),
      strict.body(page, markdown({ removeText: [hostile] }), signal),
      strict.body(page, markdown({ blockText: [hostile] }), signal),
      strict.judge({ before: "x", after: bait, filters: { triggerText: [hostile] } }, signal),
      strict.body(page, markdown(), signal),
    ]);
    for (const [index, expected] of [slow, made, slow, slow, slow, made].entries()) {
      expect(outcomes[index], String(index)).toMatchObject(expected);
    }
  });

  it("ends a page that takes too long or too much memory", async () => {
    const page = { url, html: "<p>a<i>b</i></p>".repeat(150_000) };
    const selected = markdown({ include: ["p"] });
    const expected = { status: "failed", code: "CONTENT_TIMEOUT" };
    await using hasty = createContentMaker({}, { pageTimeoutMs: 1 });
    expect(await hasty.body(page, selected, signal)).toMatchObject(expected);
    await using small = createContentMaker({}, { memoryBytes: 33_554_432, pageTimeoutMs: 60_000 });
    expect(await small.body(page, selected, signal)).toMatchObject(expected);
    const rules = { fields: { a: "p" }, schema: null, filters: {} };
    expect(await small.values(page, rules, signal)).toMatchObject(expected);
  });

  it("refuses pages and contents beyond the limit", async () => {
    await using strict = createContentMaker({}, { maxLength: 100 });
    const expected = { status: "failed", code: "TOO_LARGE" };
    const pages = [`<p>${"a".repeat(101)}</p>`, `<p title="${"a".repeat(500)}">b</p>`];
    for (const html of pages) {
      expect(await strict.body({ url, html }, markdown(), signal)).toMatchObject(expected);
    }
    const rules = { fields: { a: "p" }, schema: null, filters: {} };
    const long = { url, html: pages[1] ?? "" };
    expect(await strict.values(long, rules, signal)).toMatchObject(expected);
  });

  it("fails where the filters leave nothing", async () => {
    const made = await maker.body(
      { url, html: "<p>abc</p>" },
      markdown({ removeText: ["ABC"] }),
      signal,
    );
    expect(made).toMatchObject({ status: "failed", code: "EMPTY_CONTENT" });
  });

  it.each([
    ["one line of a megabyte", `<p>${"word ".repeat(200_000)}</p>`, "made"],
    ["a hundred thousand nested elements", `${"<div>".repeat(100_000)}x`, "made"],
    [
      "nested slots of advertisements",
      `${"<div class=ad>".repeat(20_000)}${"x".repeat(3000)}`,
      "made",
    ],
    ["nested links", `${"<a href=x>".repeat(20_000)}x`, "made"],
    ["a tag without end", `<p ${"a=b ".repeat(200_000)}`, "failed"],
    ["many classes", `<p class="${"a-b_c ".repeat(100_000)}">x`, "made"],
    ["a class that is long", `<p class="${"-".repeat(300_000)}b-c">x`, "made"],
    ["an address that is long", `<a href="${";".repeat(300_000)}">x</a>`, "made"],
    ["no HTML", "\u0000\u0001 just text <<<< & &&", "made"],
    ["nothing", "", "failed"],
  ])("reads a page of %s", async (_, html, status) => {
    for (const format of ["markdown", "html"] as const) {
      const made = await maker.body({ url, html }, { format, filters: {} }, signal);
      expect(made.status, JSON.stringify(made).slice(0, 200)).toBe(status);
    }
  });

  it("rethrows the reason of the caller's signal, and is closed after its end", async () => {
    const mine = createContentMaker({}, { patternTimeoutMs: 60_000 });
    const controller = new AbortController();
    const filters = { ignoreText: [hostile] };
    const page = { url, html: `<p>${bait}</p>` };
    const running = mine.body(page, markdown(filters), controller.signal);
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    const reason = AbortSignal.abort(new Error("before"));
    await expect(mine.body(page, markdown(), reason)).rejects.toThrow("before");
    await mine[Symbol.asyncDispose]();
    const late = await mine.body(page, markdown(filters), signal).catch((error: unknown) => error);
    expect(isMonitorError(late, "MONITORS_CLOSED")).toBe(true);
  });

  it("refuses options that are not valid", () => {
    expect(() => createContentMaker({}, { threads: 0 })).toThrow("threads");
    expect(() => createContentMaker({}, { memoryBytes: 1 })).toThrow("memoryBytes");
    expect(() => createContentMaker({ pageTimeoutMs: 3 } as never)).toThrow("pageTimeoutMs");
  });
});
