import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, it } from "vitest";
import { bulkFolder } from "./bulk-folder.ts";
import { run } from "./run.ts";

const XHTML =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>X</p></body></html>';

/** Written by GNU Wget 1.21.3 of two pages on loopback. */
const ARCHIVE = join(import.meta.dirname, "../../fixtures/web-archive/wget.warc.gz");

const { at, page, linesOf } = bulkFolder();

const tar = (names: Readonly<Record<string, string>>): Promise<Uint8Array> =>
  packTar(
    Object.entries(names).map(([name, body]) => {
      return { header: { name, size: Buffer.byteLength(body) }, body };
    }),
  );

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
