import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { parquetReadObjects } from "hyparquet";
import { packTar } from "modern-tar";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";

const XHTML =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>X</p></body></html>';

/** Written by GNU Wget 1.21.3 of two pages on loopback. */
const ARCHIVE = join(import.meta.dirname, "../../fixtures/web-archive/wget.warc.gz");

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-bulk-"));
});
afterEach(() => rm(folder, { recursive: true }));

const at = (path: string): string => join(folder, path);

async function page(path: string, content: string | Uint8Array): Promise<string> {
  await mkdir(dirname(at(path)), { recursive: true });
  await writeFile(at(path), content);
  return at(path);
}

async function pages(count: number): Promise<string> {
  for (let index = 0; index < count; index += 1) {
    await page(`site/${String(index).padStart(3, "0")}.html`, `<h1>Page ${index}</h1>`);
  }
  return at("site");
}

async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(at(path), "utf8");
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const tar = (names: Readonly<Record<string, string>>): Promise<Uint8Array> =>
  packTar(
    Object.entries(names).map(([name, body]) => {
      return { header: { name, size: Buffer.byteLength(body) }, body };
    }),
  );

/** Aborts when so many lines of a file are there, as a user does with Ctrl-C. */
function interruptAfter(lines: number, file: string): AbortSignal {
  const interrupt = new AbortController();
  const look = async (): Promise<void> => {
    const text = await readFile(`${file}.partial`, "utf8").catch(() => "");
    if (text.split("\n").length > lines) interrupt.abort(new Error("interrupted"));
    else setImmediate(() => void look());
  };
  void look();
  return interrupt.signal;
}

describe("dragline convert of archives and patterns", () => {
  it.each([
    ["site.tar", (bytes: Uint8Array) => bytes],
    ["site.tar.gz", gzipSync],
    ["site.tgz", gzipSync],
  ])("writes the pages of %s below the folder", async (name, pack) => {
    const archive = await tar({
      "docs/a.html": "<p>A <a href='b'>b</a></p>",
      "/abs/b.HTM": "<p>B</p>",
      "note.txt": "no page",
      "../out.html": "<p>out</p>",
    });
    const file = await page(name, pack(archive));
    const base = ["--url", "https://a.test/x/"];
    const { code, stderr } = await run(["convert", file, "--output", at("out"), ...base]);
    expect(stderr).toBe(
      `failed ../out.html: its name leads out of the folder\n2 of 3 pages converted into ${at("out")} (1 other record left out)\n`,
    );
    expect(code).toBe(1);
    expect(await readFile(at("out/docs/a.md"), "utf8")).toBe("A [b](https://a.test/x/docs/b)\n");
    expect(await readFile(at("out/abs/b.md"), "utf8")).toBe("B\n");
    expect(existsSync(at("out.md"))).toBe(false);
  });

  it("gives the pages of a web archive their addresses", async () => {
    const output = at("out.jsonl");
    const { code, stderr } = await run([
      "convert",
      ARCHIVE,
      "--output",
      output,
      "--format",
      "links",
    ]);
    const said = "2 pages, 0 failed (8 other records left out)\n";
    expect({ code, stderr }).toEqual({ code: 0, stderr: said });
    expect(await linesOf("out.jsonl")).toMatchObject([
      {
        id: "http://127.0.0.1:8765/",
        url: "http://127.0.0.1:8765/",
        links: [{ href: "http://127.0.0.1:8765/harbour.html" }],
      },
      { id: "http://127.0.0.1:8765/harbour.html" },
    ]);
    await run(["convert", ARCHIVE, "--output", at("out")]);
    expect(await readdir(at("out/127.0.0.1_8765"))).toEqual(["harbour.html.md", "index.md"]);
  });

  it("reads the files of a pattern, each below where the pattern begins", async () => {
    await page("site/a.html", "<p>A");
    await page("site/deep/b.html", "<p>B");
    await page("site/deep/c.txt", "C");
    const { code } = await run(["convert", at("site/**/*.html"), "--output", at("out")]);
    expect(code).toBe(0);
    const files = await readdir(at("out"), { recursive: true });
    expect(files.toSorted()).toEqual(["a.md", "deep", "deep/b.md"]);
    const both = [at("site/*.xhtml"), at("site/*")];
    const { stderr } = await run(["convert", ...both, "--output", at("two")]);
    expect(stderr).toContain("1 of 1 page converted");
    const none = await run(["convert", at("site/*.xhtml")]);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("it does not exist") });
  });

  it("keeps apart what two archives call the same, and what would leave the folder", async () => {
    const bytes = await tar({ "a.html": "<p>one", ".html": "<p>none", "b.xhtml": XHTML });
    const files = [
      await page("one.tar", bytes),
      await page("two.tar", await tar({ "a.html": "<p>two" })),
    ];
    const { code, stderr } = await run(["convert", ...files, "--output", at("out")]);
    expect(code).toBe(1);
    expect(stderr).toContain("failed .html: its name leads out of the folder");
    expect(stderr).toContain("3 of 4 pages converted");
    expect(await readFile(at("out/a.md"), "utf8")).toBe("one\n");
    expect(await readFile(at("out/a~2.md"), "utf8")).toBe("two\n");
    expect(await readFile(at("out/b.md"), "utf8")).toContain("X");
    expect(existsSync(at("out.md"))).toBe(false);
  });

  it("writes one page as a line where a file of lines is asked for", async () => {
    const file = await page("a.html", "<p>A");
    await run(["convert", file, "--output", at("out.jsonl")]);
    expect(await linesOf("out.jsonl")).toEqual([{ id: file, markdown: "A" }]);
  });

  it("names in lines, too, an archive that is cut off", async () => {
    const bad = await page("bad.warc.gz", gzipSync("WARC/1.0\r\nContent-Length: 9\r\n\r\nab"));
    const { code, stderr } = await run(["convert", bad, ARCHIVE, "--output", at("out.jsonl")]);
    expect(code).toBe(1);
    expect(stderr).toContain(`failed ${bad}: the archive ends within a record`);
    expect(stderr).toContain("3 pages, 1 failed");
  });

  it("takes an address for no pattern", async () => {
    const schema = await page(
      "schema.json",
      '{"type":"object","properties":{"a":{"type":"string"}}}',
    );
    const { stderr } = await run(["extract", "127.0.0.1:1/lamp?id=7", "--schema", schema]);
    expect(stderr).not.toContain("no HTML file");
    expect(stderr).not.toContain("cannot be combined");
  });

  it("decodes pages as browsers do", async () => {
    await page("site/a.html", Buffer.from("<meta charset=windows-1252><p>caf\u00e9", "latin1"));
    await page("site/b.html", "%PDF-1.7");
    const { code } = await run(["convert", at("site"), "--output", at("out.jsonl")]);
    expect(code).toBe(1);
    expect(await linesOf("out.jsonl")).toEqual([
      { id: at("site/a.html"), markdown: "café" },
      { id: at("site/b.html"), error: expect.stringContaining("this file is not HTML") },
    ]);
  });

  it.each([
    [
      "cut off",
      gzipSync("WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 99\r\n\r\nab"),
      "the archive ends within a record",
    ],
    ["not packed", Buffer.from("WARC/1.0\r\n"), "it is not valid gzip"],
    [
      "cut off as a packed file",
      gzipSync("x".repeat(5000)).subarray(0, 25),
      "it is not valid gzip",
    ],
  ])("names an archive that is %s and goes on with the next", async (_, bytes, message) => {
    const bad = await page("bad.warc.gz", bytes);
    const { code, stderr } = await run(["convert", bad, ARCHIVE, "--output", at("out")]);
    expect(code).toBe(1);
    expect(stderr).toContain(`failed ${bad}: ${message}`);
    expect(stderr).toContain("2 of 3 pages converted");
  });

  it("names a tar file that is cut off", async () => {
    const whole = await tar({ "a.html": "<p>A", "b.html": `<p>${"B".repeat(5000)}` });
    const bad = await page("bad.tar", whole.subarray(0, 3000));
    const { code, stderr } = await run(["convert", bad, "--output", at("out")]);
    expect(code).toBe(1);
    expect(stderr).toContain(`failed ${bad}: `);
    expect(await readFile(at("out/a.md"), "utf8")).toBe("A\n");
  });

  it("extracts from folders and archives, too", async () => {
    const schema = await page(
      "schema.json",
      JSON.stringify({ type: "object", properties: { name: { type: "string" } } }),
    );
    const data = JSON.stringify({
      "@context": "https://schema.org",
      "@type": "Product",
      name: "Lamp",
    });
    const product = `<script type="application/ld+json">${data}</script><h1>Lamp</h1>`;
    const file = await page("site.tar", await tar({ "p/lamp.html": product }));
    const flags = ["--schema", schema, "--url", "https://a.test/", "--output", at("out.jsonl")];
    const { code, stderr } = await run(["extract", file, ...flags]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "1 page, 0 failed\n" });
    expect(await linesOf("out.jsonl")).toEqual([
      {
        id: "p/lamp.html",
        url: "https://a.test/p/lamp.html",
        data: { name: "Lamp" },
        missing: [],
      },
    ]);
    const refused = await run(["extract", file, ...flags, "--learn", "recipe.json"]);
    expect(refused.stderr).toContain("--learn cannot be combined with folders and archives");
  });
});

describe("dragline convert --output FILE.parquet", () => {
  it("writes a row for each page and a column for each format", async () => {
    const lines = [
      { id: "a", html: '<h1>A</h1><a href="https://b.test/">b</a>', url: "https://a.test/" },
      { id: 12_345_678_901_234_567_890n.toString(), html: null },
    ];
    const input = await page("in.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const raw = (await readFile(input, "utf8")).replace(
      '"12345678901234567890"',
      "12345678901234567890",
    );
    await writeFile(input, raw);
    const flags = ["--jsonl", "--output", at("out.parquet"), "--format", "markdown,links"];
    const { code } = await run(["convert", input, ...flags]);
    expect(code).toBe(0);
    const { buffer } = new Uint8Array(await readFile(at("out.parquet")));
    expect(await parquetReadObjects({ file: buffer })).toEqual([
      {
        id: "a",
        url: null,
        markdown: "# A\n\n[b](https://b.test/)",
        links: [{ href: "https://b.test/", text: "b" }],
        truncated: null,
        error: null,
      },
      {
        id: "12345678901234567890",
        url: null,
        markdown: null,
        links: null,
        truncated: null,
        error: "no html: expected a string; got null",
      },
    ]);
    expect(await readdir(folder)).toEqual(["in.jsonl", "out.parquet"]);
  });

  it("writes more rows than a group has, and nothing when it is interrupted", async () => {
    const lines = Array.from({ length: 2500 }, (_, id) => JSON.stringify({ id, html: `<b>${id}` }));
    const input = await page("in.jsonl", lines.join("\n"));
    await run(["convert", input, "--jsonl", "--output", at("out.parquet")]);
    const { buffer } = new Uint8Array(await readFile(at("out.parquet")));
    const rows = await parquetReadObjects({ file: buffer });
    expect(rows.map(({ markdown }) => markdown)).toEqual(lines.map((_, id) => `**${id}**`));
    const signal = AbortSignal.abort(new Error("interrupted"));
    await run(["convert", input, "--jsonl", "--output", at("two.parquet")], { signal });
    expect(await readdir(folder)).toEqual(["in.jsonl", "out.parquet"]);
    const refused = await run([
      "convert",
      input,
      "--jsonl",
      "--output",
      at("x.parquet"),
      "--resume",
    ]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--resume needs") });
  });
});

describe("dragline convert --resume", () => {
  it("goes on with lines where an interrupted run ended, and gives the same file", async () => {
    const site = await pages(60);
    const one = ["--threads", "1"];
    const argv = ["convert", site, "--output", at("out.jsonl"), ...one];
    const first = await run(argv, { signal: interruptAfter(5, at("out.jsonl")) });
    expect(first.code).toBe(130);
    expect(first.stderr).toMatch(
      /(\d+) pages in .*out\.jsonl\.partial; the same command with --resume/,
    );
    // Half a line, as a process leaves it that was killed.
    await writeFile(at("out.jsonl.partial"), '{"id":"half', { flag: "a" });
    const refused = await run(argv);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--resume") });
    const other = await run([...argv, "--resume", "--main"]);
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining("of other options") });
    const note = await readFile(at("out.jsonl.partial.json"), "utf8");
    // The process that runs the tests lives.
    await writeFile(
      at("out.jsonl.partial.json"),
      note.replace(/"pid":\d+/, `"pid":${process.ppid}`),
    );
    const twice = await run([...argv, "--resume"]);
    expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining("is being written") });
    await writeFile(at("out.jsonl.partial.json"), note);
    const second = await run([...argv, "--resume"]);
    expect(second).toMatchObject({ code: 0 });
    expect(second.stderr).toMatch(/^\d+ pages before, \d+ pages, 0 failed\n$/);
    const ids = (await linesOf("out.jsonl")).map(({ markdown }) => markdown);
    expect(ids).toEqual(Array.from({ length: 60 }, (_, index) => `# Page ${index}`));
    expect((await readdir(folder)).toSorted()).toEqual(["out.jsonl", "site"]);
    const over = await run(["convert", site, "--output", at("again.jsonl"), "--resume"]);
    expect(over).toMatchObject({ code: 0, stderr: "60 pages, 0 failed\n" });
  });

  it("leaves out pages of a folder whose results are there", async () => {
    const site = await pages(3);
    const argv = ["convert", site, "--output", at("out"), "--format", "markdown,text", "--resume"];
    await run(argv);
    await writeFile(at("out/001.md"), "mine");
    await rm(at("out/002.txt"));
    const { stderr } = await run(argv);
    expect(stderr).toBe(`1 of 1 page converted into ${at("out")} (2 were there)\n`);
    expect(await readFile(at("out/001.md"), "utf8")).toBe("mine");
    expect(await readFile(at("out/002.txt"), "utf8")).toBe("Page 2\n");
  });

  it.each([
    ["one page", [], "need many pages"],
    ["stdout", ["--jsonl"], "--resume needs --output"],
  ])("is refused with %s", async (_, flags, message) => {
    const file = await page("a.html", "<p>A");
    const { code, stderr } = await run(["convert", file, "--resume", ...flags]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("dragline convert of many pages, on a terminal", () => {
  it("shows pages, megabytes a second, failures and the time left, and erases it", async () => {
    const site = await pages(400);
    const { stderr } = await run(["convert", site, "--output", at("out.jsonl")], { tty: true });
    // oxlint-disable-next-line no-control-regex -- that erases the line
    expect(stderr).toMatch(/\r\u001b\[2K400 pages, 0 failed\n(?:\r\u001b\[2K)?$/);
  });
});
