import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { PageIndex } from "dragline/search";
import { createSqliteIndex } from "dragline/search/sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const call = { signal: new AbortController().signal };
const SOON = { timeout: 5000, interval: 100 };
/** A removed page, by what of it a file could keep: address, title, heading, text and a term. */
const secret = {
  url: "https://a.example/zqaddress",
  html: "<title>Zqtitle</title><h2>Zqheading</h2><p>Zqtext by Élodie</p>",
  fetchedAt: 0,
};
const marks = ["zqaddress", "Zqtitle", "Zqheading", "Zqtext", "zqtitle", "zqheading", "zqtext"];
let folder = "";
let path = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-erasure-"));
  path = join(folder, "index.sqlite");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** The marks that are anywhere in the files of the index, as they are at this moment. */
function onDisk(words: readonly string[] = marks): readonly string[] {
  const kept = ["", "-wal", "-shm", "-journal"]
    .map((end) => `${path}${end}`)
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file));
  return words.filter((word) => kept.some((bytes) => bytes.includes(word)));
}

async function addOthers(index: PageIndex, count: number): Promise<void> {
  const adding = Array.from({ length: count }, (_, at) =>
    index.add(
      "owner",
      { url: `https://a.example/p${at}`, html: `<p>Tide number w${at}</p>`, fetchedAt: 0 },
      call,
    ),
  );
  await Promise.all(adding);
}

async function found(index: PageIndex, query: string): Promise<readonly string[]> {
  const { results } = await index.search("owner", { query, limit: 5 }, call);
  return results.map(({ url }) => url);
}

describe("createSqliteIndex whose pages are removed", () => {
  it("has nothing of them in its files within seconds, while it is open", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1 });
    await index.add("owner", secret, call);
    expect(onDisk()).not.toEqual([]);
    expect(await index.remove("owner", "all", call)).toBe(1);
    await expect.poll(() => onDisk(), SOON).toEqual([]);
  });

  it("has nothing of one among many, and all of the others", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1 });
    await addOthers(index, 100);
    await index.add("owner", secret, call);
    await addOthers(index, 200);
    expect(await index.remove("owner", [secret.url], call)).toBe(1);
    await expect.poll(() => onDisk(), SOON).toEqual([]);
    expect(await found(index, "w7")).toEqual(["https://a.example/p7"]);
    expect(await found(index, "w150")).toEqual(["https://a.example/p150"]);
    expect(onDisk(["w7", "w150"])).toEqual(["w7", "w150"]);
  });

  it("has nothing of those whose time is up", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1 });
    await index.add("owner", { ...secret, expiresAt: 5 }, call);
    await addOthers(index, 3);
    expect(await index.sweep(5, call)).toBe(1);
    await expect.poll(() => onDisk(), SOON).toEqual([]);
    expect(await found(index, "w2")).toEqual(["https://a.example/p2"]);
  });

  it("has nothing of one owner's, and another's of the same words", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1 });
    await index.add("owner", secret, call);
    await index.add("other", { ...secret, html: "<p>zqtext</p>", url: "https://b.example/" }, call);
    await index.remove("owner", "all", call);
    const own = marks.filter((mark) => mark !== "zqtext");
    await expect.poll(() => onDisk(own), SOON).toEqual([]);
    const { results } = await index.search("other", { query: "zqtext", limit: 5 }, call);
    expect(results.map(({ url }) => url)).toEqual(["https://b.example/"]);
  });

  it("has nothing of them once the last reader that still sees them has ended", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1 });
    await index.add("owner", secret, call);
    const reader = new DatabaseSync(path);
    reader.exec("BEGIN");
    expect(reader.prepare("SELECT count(*) AS count FROM pages").get()).toEqual({ count: 1 });
    await index.remove("owner", "all", call);
    // Who reads holds up nobody who writes.
    await addOthers(index, 1);
    expect(onDisk()).not.toEqual([]);
    reader.exec("COMMIT");
    await expect.poll(() => onDisk(), SOON).toEqual([]);
    reader.close();
  });

  it("has nothing of them when it is closed at once while another has the file open", async () => {
    await using other = createSqliteIndex({}, { path, threads: 1 });
    await other.add("owner", secret, call);
    const index = createSqliteIndex({}, { path, threads: 1 });
    await index.remove("owner", "all", call);
    await index[Symbol.asyncDispose]();
    expect(onDisk()).toEqual([]);
    expect(await found(other, "zqtext")).toEqual([]);
  });

  it("has nothing of them soon after the next one opens, when its process was killed", async () => {
    await using holder = createSqliteIndex({}, { path, threads: 1 });
    await addOthers(holder, 20);
    await holder.add("owner", secret, call);
    const file = join(import.meta.dirname, "erasing-child.ts");
    const args = ["--conditions=dragline-source", file, path, secret.url];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "close");
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await ended;
    expect(onDisk()).not.toEqual([]);
    await using index = createSqliteIndex({}, { path, threads: 1 });
    expect(await found(index, "w7")).toEqual(["https://a.example/p7"]);
    await expect.poll(() => onDisk(), SOON).toEqual([]);
  });

  it("answers searches while it erases, and lets others write", async () => {
    await using index = createSqliteIndex({}, { path, threads: 1 });
    await using other = createSqliteIndex({}, { path, threads: 1 });
    await addOthers(index, 300);
    await index.add("owner", secret, call);
    await index.remove("owner", [secret.url], call);
    let at = 0;
    const use = async (): Promise<readonly string[]> => {
      at += 1;
      await other.add(
        "owner",
        { ...secret, url: `https://b.example/${at}`, html: "<p>x</p>" },
        call,
      );
      expect(await found(index, "w299")).toEqual(["https://a.example/p299"]);
      return onDisk();
    };
    await expect.poll(use, { timeout: 5000, interval: 1 }).toEqual([]);
  });
});
