import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSqliteIndex } from "dragline/search/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConceptEmbedder } from "./concept-embedder.ts";

const call = { signal: new AbortController().signal };
const ship = { url: "https://a.example/ship", html: "<p>The vessel leaves.</p>", fetchedAt: 0 };
let folder = "";
let path = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-vectors-"));
  path = join(folder, "index.sqlite");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function startAdding(...args: string[]) {
  const file = join(import.meta.dirname, "adding-child.ts");
  return spawn(process.execPath, ["--conditions=dragline-source", file, path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Passages and vectors of each page; a page has both or is not there. */
function pagesOfFile(): { passages: number; vectors: number }[] {
  using database = new DatabaseSync(path);
  const rows = database
    .prepare(
      `SELECT count(passages.id) AS passages, vectors.passages AS vectors,
        min(passages.id) AS lowest, first, length(bytes) AS bytes
      FROM pages JOIN passages ON passages.page = pages.id
      LEFT JOIN vectors ON vectors.page = pages.id GROUP BY pages.id`,
    )
    .all();
  const { count } = database.prepare("SELECT count(*) AS count FROM vectors").get() ?? {};
  expect(count).toBe(rows.length);
  return rows.map(({ passages, vectors, lowest, first, bytes }) => {
    expect([first, bytes]).toEqual([lowest, Number(vectors) * (4 + 7)]);
    return { passages: Number(passages), vectors: Number(vectors) };
  });
}

describe("vectors in SQLite", () => {
  it("are those of every page when processes add at once, and are killed half-way", async () => {
    const whole = startAdding("a", "7", "6", "vectors");
    const killed = startAdding("b", "60", "Infinity", "vectors");
    for await (const chunk of killed.stdout) {
      if (Number(String(chunk).trim().split("\n").at(-1)) >= 2) killed.kill("SIGKILL");
    }
    if (whole.exitCode === null) await once(whole, "exit");
    const pages = pagesOfFile();
    expect(pages.length).toBeGreaterThan(9);
    for (const { passages, vectors } of pages) {
      expect([7, 60]).toContain(passages);
      expect(vectors).toBe(passages);
    }
  });

  it("are compared for 200,000 passages, those that were added last, and that is said", async () => {
    const embedder = new ConceptEmbedder();
    {
      await using index = createSqliteIndex({ embedder }, { path, threads: 1 });
      await index.add("owner", ship, call);
    }
    {
      using database = new DatabaseSync(path);
      database.exec(`
        WITH RECURSIVE numbers (n) AS (VALUES (2) UNION ALL SELECT n + 1 FROM numbers WHERE n < 101)
        INSERT INTO pages (id, owner, url, title, fingerprint, fetched_at)
        SELECT n, 1, 'https://b.example/' || n, '', n, 0 FROM numbers;
        INSERT INTO vectors (page, owner, embedder, passages, first, bytes)
        SELECT id, 1, 1, 2000, id * 2000, zeroblob(2000 * 11) FROM pages WHERE id > 1;
        UPDATE owners SET passages = 200001;
      `);
    }
    await using index = createSqliteIndex({ embedder }, { path, threads: 1 });
    const find = async () => {
      const { results, notes } = await index.search("owner", { query: "boat", limit: 5 }, call);
      return { urls: results.map(({ url }) => url), notes: notes.map(({ message }) => message) };
    };
    expect(await find()).toEqual({
      urls: [],
      notes: [
        "Meaning was compared for 200000 of 200001 passages, those that were added last; the others were found by words alone.",
      ],
    });
    await index.add("owner", ship, call);
    expect(await find()).toEqual({
      urls: [ship.url],
      notes: [expect.stringMatching(/^Meaning was compared for 198001 of 200001 passages/)],
    });
  });

  it("are overwritten when their page is removed", async () => {
    const embedder = new ConceptEmbedder();
    const numbers = Array.from({ length: 64 }, (_, at) => at + 64);
    embedder.always = async ({ values }) => ({ embeddings: values.map(() => numbers) });
    const kept = Buffer.from(Int8Array.from(numbers));
    const isInFile = async () => (await readFile(path)).includes(kept);
    {
      await using index = createSqliteIndex({ embedder }, { path, threads: 1 });
      await index.add("owner", ship, call);
    }
    expect(await isInFile()).toBe(true);
    {
      await using index = createSqliteIndex({}, { path, threads: 1 });
      await index.remove("owner", [ship.url], call);
    }
    expect(await isInFile()).toBe(false);
  });
});
