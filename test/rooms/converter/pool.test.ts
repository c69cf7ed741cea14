import {
  convert,
  convertFormats,
  createConverterPool,
  isConverterError,
  type PooledConvertOptions,
  type ConverterPoolOptions,
} from "dragline/converter";
import { isDraglineError } from "dragline";
import { isHtmlError } from "dragline/html";
import { describe, expect, it } from "vitest";
import { failureOf, MoodyPool } from "./pools.ts";

const url = "https://harbour.example/";

describe("ConverterPool.convert", () => {
  it("gives what convert gives", async () => {
    await using pool = createConverterPool({}, { threads: 1 });
    const page = "<title>ü</title><h1>Tide</h1><p>€ 3 <a href=x>all</a> <img src=y alt=z>";
    for (const main of [false, true]) {
      const options = { url, main, exclude: ["h1"], comments: main, formats: convertFormats };
      expect(await pool.convert(page, options)).toEqual(convert(page, options));
    }
  });

  it("gives each page its own result, whatever the others cost", async () => {
    await using pool = createConverterPool({}, { threads: 2 });
    const pages = Array.from({ length: 60 }, (_, index) =>
      `<p>${index}</p>`.repeat(index % 7 === 0 ? 20_000 : 1),
    );
    const made = await Promise.all(pages.map((page) => pool.convert(page)));
    expect(made.map(({ markdown }) => markdown?.split("\n", 1)[0])).toEqual(
      pages.map((_, index) => String(index)),
    );
  });

  it("converts a page of 10 MB", async () => {
    await using pool = createConverterPool({}, { threads: 1 });
    const { text } = await pool.convert("<p>tide".repeat(1_500_000), { formats: ["text"] });
    expect(text?.length).toBe(1_500_000 * 5 - 1);
  });

  it.each([
    [null, {}, "INVALID_INPUT"],
    [() => "x", {}, "INVALID_INPUT"],
    ["x", { formats: ["pdf"] }, "INVALID_OPTION"],
    ["x", { markdown: { bullet: "?" } }, "INVALID_OPTION"],
    ["x", { include: ["p["] }, "INVALID_SELECTOR"],
    ["x", { exclude: [() => "p"] }, "INVALID_OPTION"],
    ["x".repeat(67_108_865), {}, "INPUT_TOO_LARGE"],
  ])("refuses wrong use as convert does (%#)", async (html, options, code) => {
    await using pool = createConverterPool({}, { threads: 1 });
    const given = [html as string, options as PooledConvertOptions] as const;
    const failure = (await failureOf(pool.convert(...given))) as Error;
    expect(isDraglineError(failure, code)).toBe(true);
    expect(() => convert(...given)).toThrow(
      expect.objectContaining({
        name: failure.name,
        message: failure.message,
        details: (failure as Error & { details: object }).details,
      }),
    );
  });

  it.each([
    ["handlers", { mark: { enter: () => true } }],
    ["turndownRules", { mark: { filter: "mark", replacement: () => "" } }],
    ["bullet", Symbol("x")],
    ["turndownPlugins", [() => {}]],
  ])("refuses %s of markdown and names convert, which takes them", async (name, value) => {
    await using moody = new MoodyPool();
    const options = { markdown: { [name]: value } } as unknown as PooledConvertOptions;
    const message = new RegExp(`'${name}' of 'markdown' cannot .*convert\\(html, options\\)`);
    const refusal = { code: "INVALID_OPTION", message: expect.stringMatching(message) as string };
    expect(await failureOf(moody.pool.convert("<p>a", options))).toMatchObject(refusal);
    expect(() => moody.pool.convertLines((async function* () {})(), options)).toThrow(
      expect.objectContaining(refusal),
    );
    expect(moody.started).toBe(0);
  });

  it("takes a page that is over its deadline from its worker, and no other page", async () => {
    await using moody = new MoodyPool({ threads: 2, pageTimeoutMs: 5000 });
    const slow = failureOf(moody.pool.convert("HANG"));
    await moody.clock.timerOf(5000);
    expect(await moody.pool.convert("<h1>quick")).toEqual({ markdown: "# quick" });
    await moody.clock.advance(5000);
    expect(await slow).toMatchObject({
      name: "ConverterError",
      code: "CONVERSION_TIMEOUT",
      details: { ms: 5000 },
    });
    expect([moody.started, moody.ended, moody.clock.waiting]).toEqual([2, 1, 0]);
    expect(await moody.pool.convert("<h1>next")).toEqual({ markdown: "# next" });
  });

  it("counts a page's time from when it is in a worker, not while it waits", async () => {
    await using moody = new MoodyPool({ pageTimeoutMs: 5000 });
    const slow = failureOf(moody.pool.convert("HANG"));
    const behind = moody.pool.convert("<h1>behind");
    await moody.clock.timerOf(5000);
    expect(moody.clock.waiting).toBe(1);
    await moody.clock.advance(5000);
    expect(isConverterError(await slow, "CONVERSION_TIMEOUT")).toBe(true);
    expect(await behind).toEqual({ markdown: "# behind" });
  });

  it("loses only the page that kills its worker", async () => {
    await using moody = new MoodyPool();
    const [before, lost, after] = await Promise.allSettled([
      moody.pool.convert("<h1>before"),
      moody.pool.convert("CRASH"),
      moody.pool.convert("<h1>after"),
    ]);
    expect([before, after]).toMatchObject([
      { value: { markdown: "# before" } },
      { value: { markdown: "# after" } },
    ]);
    expect(lost).toMatchObject({ reason: { code: "WORKER_LOST" } });
    expect(moody.started).toBe(2);
  });

  it("loses only the page that needs more memory than its worker may have", async () => {
    await using pool = createConverterPool({}, { threads: 1, memoryBytes: 33_554_432 });
    const failure = await failureOf(pool.convert("<p>x<b>y".repeat(3_000_000)));
    expect(isConverterError(failure, "WORKER_LOST")).toBe(true);
    expect(String(failure)).toMatch(/memory/);
    expect(await pool.convert("<h1>after")).toEqual({ markdown: "# after" });
  });

  it("starts no more workers than pages or threads, and none before the first page", async () => {
    await using moody = new MoodyPool({ threads: 3 });
    expect(moody.started).toBe(0);
    await moody.pool.convert("a");
    await moody.pool.convert("b");
    expect(moody.started).toBe(1);
    await Promise.all(Array.from({ length: 20 }, () => moody.pool.convert("c")));
    expect(moody.started).toBe(3);
  });

  it("refuses a page beyond maxQueue", async () => {
    await using moody = new MoodyPool({ maxQueue: 1 });
    const both = [moody.pool.convert("a"), moody.pool.convert("b")];
    const failure = await failureOf(moody.pool.convert("c"));
    expect(isConverterError(failure, "QUEUE_FULL")).toBe(true);
    expect(await Promise.all(both)).toHaveLength(2);
  });
});

describe("ConverterPool.convert with a signal", () => {
  const reason = new Error("mine");

  it("converts nothing when it is aborted already", async () => {
    await using moody = new MoodyPool();
    const signal = AbortSignal.abort(reason);
    expect(await failureOf(moody.pool.convert("a", {}, { signal }))).toBe(reason);
    expect(moody.started).toBe(0);
  });

  it("lets a page leave the queue", async () => {
    await using moody = new MoodyPool();
    const abort = new AbortController();
    const first = failureOf(moody.pool.convert("HANG"));
    const waiting = failureOf(moody.pool.convert("HANG", {}, abort));
    const last = moody.pool.convert("<h1>last");
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    await moody.clock.timerOf(30_000);
    await moody.clock.advance(30_000);
    await first;
    expect(await last).toEqual({ markdown: "# last" });
    expect(moody.started).toBe(2);
  });

  it("ends the worker of a page in work before it rejects, and lets go of the signal", async () => {
    await using moody = new MoodyPool();
    const abort = new AbortController();
    const running = failureOf(moody.pool.convert("HANG", {}, abort));
    await moody.clock.timerOf(30_000);
    abort.abort(reason);
    expect(await running).toBe(reason);
    expect([moody.ended, moody.clock.waiting]).toEqual([1, 0]);
    expect(await moody.pool.convert("<h1>next")).toEqual({ markdown: "# next" });
  });

  it("keeps a worker that is only starting", async () => {
    await using moody = new MoodyPool();
    const abort = new AbortController();
    const early = failureOf(moody.pool.convert("a", {}, abort));
    abort.abort(reason);
    expect(await early).toBe(reason);
    expect(await moody.pool.convert("<h1>next")).toEqual({ markdown: "# next" });
    expect(moody.started).toBe(1);
  });
});

describe("createConverterPool", () => {
  it("gives pools that know nothing of each other", async () => {
    await using other = new MoodyPool();
    const moody = new MoodyPool();
    const hanging = failureOf(moody.pool.convert("HANG"));
    await moody.clock.timerOf(30_000);
    await moody[Symbol.asyncDispose]();
    expect(isConverterError(await hanging, "POOL_CLOSED")).toBe(true);
    expect(await other.pool.convert("<h1>here")).toEqual({ markdown: "# here" });
  });

  it("stops and refuses all when it is disposed, which may be done twice", async () => {
    const moody = new MoodyPool({ threads: 2 });
    const pages = ["HANG", "HANG", "waiting"].map((page) => failureOf(moody.pool.convert(page)));
    await moody.clock.timerOf(30_000);
    await moody[Symbol.asyncDispose]();
    await moody[Symbol.asyncDispose]();
    pages.push(failureOf(moody.pool.convert("late")));
    for (const failure of await Promise.all(pages)) {
      expect(isConverterError(failure, "POOL_CLOSED")).toBe(true);
    }
    expect(moody.ended).toBe(moody.started);
  });

  it.each([
    { threads: 0 },
    { threads: 1.5 },
    { pageTimeoutMs: 0 },
    { memoryBytes: 1 },
    { maxQueue: -1 },
    { wat: 1 },
  ])("refuses %j", (options) => {
    expect(() => createConverterPool({}, options as ConverterPoolOptions)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION" }),
    );
  });

  it("refuses options in the place of collaborators", () => {
    expect(() => createConverterPool({ threads: 2 } as object)).toThrow(/second argument/);
  });

  it("keeps errors of the html room what they are", async () => {
    await using pool = createConverterPool({}, { threads: 1 });
    expect(isHtmlError(await failureOf(pool.convert(1 as unknown as string)))).toBe(true);
  });
});
