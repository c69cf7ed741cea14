import { once } from "node:events";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isSearchError } from "dragline/search";
import { createLocalIndex, createSqliteIndex } from "dragline/search/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const call = { signal: new AbortController().signal };
const tides = { url: "https://a.example/tides", html: "<p>Spring tides</p>", fetchedAt: 0 };
let folder = "";
let path = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-index-"));
  path = join(folder, "index.sqlite");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a process that adds pages. */
function startAdding(...args: string[]): ChildProcess {
  const file = join(import.meta.dirname, "adding-child.ts");
  return spawn(process.execPath, ["--conditions=dragline-source", file, path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Passages by page, as the file has them; every passage has its terms. */
function passagesByPage(): Map<string, number> {
  using database = new DatabaseSync(path);
  const [sick] = database.prepare("PRAGMA integrity_check").all();
  expect(sick).toEqual({ integrity_check: "ok" });
  database.exec("INSERT INTO terms (terms) VALUES ('integrity-check')");
  const rows = database.prepare(
    "SELECT url, count(passages.id) AS count FROM pages LEFT JOIN passages ON page = pages.id GROUP BY url",
  );
  const counts = new Map(rows.all().map(({ url, count }) => [String(url), Number(count)]));
  const sum = [...counts.values()].reduce((total, count) => total + count, 0);
  const owned = database.prepare("SELECT sum(passages) AS sum FROM owners").get();
  const indexed = database.prepare("SELECT count(*) AS sum FROM terms").get();
  expect([owned?.["sum"], indexed?.["sum"]]).toEqual([sum, sum]);
  return counts;
}

describe("createSqliteIndex", () => {
  it("keeps pages in a file", async () => {
    for (const title of ["one", "two"]) {
      await using index = createSqliteIndex({}, { path, threads: 1 });
      const { results } = await index.search("owner", { query: "tides", limit: 5 }, call);
      expect(results.map(({ url }) => url)).toEqual(title === "one" ? [] : [tides.url]);
      await index.add("owner", tides, call);
    }
    expect(passagesByPage()).toEqual(new Map([[tides.url, 1]]));
  });

  it("keeps every page whole when processes add at once, the same URL included", async () => {
    const children = ["a", "b", "c"].map((name) => startAdding(name, "7", "15"));
    const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
    expect(codes).toEqual([0, 0, 0]);
    const counts = passagesByPage();
    expect(counts.size).toBe(46);
    expect(new Set(counts.values())).toEqual(new Set([7]));
  });

  it("loses no page that was acknowledged, and has no half of one, when its process is killed", async () => {
    for (const round of ["x", "y", "z"]) {
      const child = startAdding(round, "60");
      let acknowledged = -1;
      for await (const chunk of child.stdout ?? []) {
        acknowledged = Number(String(chunk).trim().split("\n").at(-1));
        if (acknowledged >= 3) child.kill("SIGKILL");
      }
      const counts = passagesByPage();
      expect(new Set(counts.values())).toEqual(new Set([60]));
      for (let number = 0; number <= acknowledged; number += 1) {
        expect(counts.get(`https://a.example/${round}/${number}`)).toBe(60);
      }
    }
    await using index = createSqliteIndex({}, { path, threads: 1 });
    const { results } = await index.search("owner", { query: "xn2", limit: 5 }, call);
    expect(results.map(({ url }) => url)).toEqual(["https://a.example/x/2"]);
  });

  it("leaves the event loop free while a large page is read and kept", async () => {
    await using index = createSqliteIndex({}, { threads: 1 });
    await index.add("owner", tides, call);
    const text = "The tide rises twice a day, as everyone knows. ".repeat(200_000);
    const adding = index.add("owner", { ...tides, html: `<p>${text}</p>` }, call);
    let turns = 0;
    const state = { isOver: false };
    const over = adding.finally(() => (state.isOver = true));
    while (!state.isOver) {
      await new Promise(setImmediate);
      turns += 1;
    }
    expect(await over).toEqual({ passages: 2000, cutOff: true });
    expect(turns).toBeGreaterThan(1000);
  });

  it("reads pages that are long, broken or of one word", async () => {
    await using index = createSqliteIndex({}, { threads: 1 });
    const words = Array.from({ length: 1_000_000 }, (_, at) => `w${at % 5000}`).join(" ");
    const pages = [
      [`<p>${words}</p>`, 2000],
      [`<p>${"x".repeat(3_000_000)}</p>`, 1300],
      ["<div>".repeat(100_000) + "tide", 1],
      ["<table><p>tide</h1><b><i></b>", 1],
    ] as const;
    for (const [html, atMost] of pages) {
      const { passages } = await index.add("owner", { ...tides, html }, call);
      expect(passages).toBeGreaterThan(0);
      expect(passages).toBeLessThanOrEqual(atMost);
    }
    const { results } = await index.search("owner", { query: "tide", limit: 5 }, call);
    expect(results.map(({ url }) => url)).toEqual([tides.url]);
  });

  it("answers searches before pages that wait", async () => {
    await using index = createSqliteIndex({}, { threads: 1 });
    await index.add("owner", tides, call);
    const order: string[] = [];
    const adding = Array.from({ length: 20 }, async (_, at) => {
      await index.add("owner", { ...tides, url: `https://a.example/${at}` }, call);
      order.push("add");
    });
    await index.search("owner", { query: "tides", limit: 5 }, call);
    order.push("search");
    await Promise.all(adding);
    expect(order.indexOf("search")).toBeLessThan(20);
  });

  it("takes a waiting call back at once, and ends the one in work where it can", async () => {
    await using index = createSqliteIndex({}, { threads: 2 });
    const reason = new Error("enough");
    const leaving = new AbortController();
    const adds = Array.from({ length: 9 }, (_, at) =>
      index.add("owner", { ...tides, url: `https://a.example/${at}` }, leaving),
    );
    const [first] = await Promise.all([
      Promise.race(adds),
      index.search("owner", { query: "x", limit: 1 }, call),
    ]);
    expect(first).toEqual({ passages: 1 });
    leaving.abort(reason);
    const settled = await Promise.allSettled(adds);
    for (const end of settled) if (end.status === "rejected") expect(end.reason).toBe(reason);
    const kept = settled.filter(({ status }) => status === "fulfilled").length;
    expect(await index.remove("owner", "all", call)).toBeGreaterThanOrEqual(kept);
  });

  it.each([
    ["damaged", () => writeFileSync(path, "no database at all, but long enough ".repeat(300))],
    ["of something else", () => new DatabaseSync(path).exec("CREATE TABLE other (x)")],
    ["a folder", () => mkdirSync(path)],
    ["in no folder", () => (path = join(folder, "none", "index.sqlite"))],
  ])("fails with INDEX_UNAVAILABLE when the file is %s", async (_, prepare) => {
    prepare();
    await using index = createSqliteIndex({}, { path, threads: 1 });
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(index.add("owner", tides, call)).rejects.toSatisfy((error) =>
        isSearchError(error, "INDEX_UNAVAILABLE"),
      );
    }
  });

  it("searches a file that may not be written, and adds nothing", async () => {
    {
      await using index = createSqliteIndex({}, { path, threads: 1 });
      await index.add("owner", tides, call);
    }
    await using index = createSqliteIndex({}, { path: `file:${path}?mode=ro`, threads: 1 });
    const { results } = await index.search("owner", { query: "tides", limit: 5 }, call);
    expect(results).toHaveLength(1);
    await expect(index.add("owner", tides, call)).rejects.toSatisfy((error) =>
      isSearchError(error, "INDEX_UNAVAILABLE"),
    );
  });

  it("waits for another process that writes, as long as its deadline", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1, timeoutMs: 50 });
    await index.add("owner", tides, call);
    const other = new DatabaseSync(path);
    other.exec("BEGIN IMMEDIATE");
    await expect(index.add("owner", tides, call)).rejects.toSatisfy((error) =>
      isSearchError(error, "INDEX_UNAVAILABLE"),
    );
    const { results } = await index.search("owner", { query: "tides", limit: 5 }, call);
    expect(results).toHaveLength(1);
    other.exec("COMMIT");
    other.close();
    expect(await index.add("owner", tides, call)).toEqual({ passages: 1 });
  });

  it("refuses options that it does not know, or that are out of bounds", () => {
    for (const options of [{ path: "" }, { path: "a\0b" }, { timeoutMs: 0 }, { threads: 0 }]) {
      expect(() => createSqliteIndex({}, options)).toThrow("Option '");
    }
    expect(() => createSqliteIndex({}, { file: "x" } as never)).toThrow("Unknown option 'file'");
    expect(() => createSqliteIndex({ path } as never)).toThrow("is an option, not a collaborator");
  });
});

describe("createLocalIndex", () => {
  it("keeps, finds and removes pages in a line each", async () => {
    await using index = createLocalIndex();
    await index.add({
      url: "https://a.example/tides",
      html: "<title>Tides</title><p>Spring tides</p>",
    });
    const found = {
      results: [{ url: "https://a.example/tides", title: "Tides", snippet: "Spring tides" }],
      notes: [],
    };
    expect(await index.search("spring")).toEqual(found);
    expect(await index.provider.search({ query: "spring", limit: 3, ...call })).toEqual(found);
    expect(index.provider.name).toBe("index");
    expect(await index.remove(["https://a.example/tides"])).toBe(1);
    expect((await index.search("spring", { limit: 1 })).results).toEqual([]);
  });

  it("ends a call by its signal", async () => {
    await using index = createLocalIndex();
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(index.search("spring", { signal })).rejects.toThrow("enough");
    await expect(index.add(tides, { signal })).rejects.toThrow("enough");
    await expect(index.remove("all", { signal })).rejects.toThrow("enough");
  });
});
