import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, type Ran } from "./run.ts";

const page = `<!DOCTYPE html><html lang="en"><title>Tides</title><nav><a href="/">Home</a></nav>
  <main><h1>Tides</h1><p>${"High at <b>six</b>. ".repeat(20)}See <a href="/all">all</a>.</p>
  <img src="/t.png" alt="table"></main></html>`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-convert-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs `dragline convert` with something on stdin. */
function convert(args: readonly string[], ...input: (string | Uint8Array)[]): Promise<Ran> {
  const chunks = input.map((piece) => Buffer.from(piece));
  return run(["convert", ...args], { stdin: Readable.from(chunks) });
}

async function file(name: string, content: string | Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

describe("dragline convert", () => {
  it("prints markdown of stdin, of - and of a file, and nothing else", async () => {
    const expected = { code: 0, stdout: "# Tide\n\n[all](all)\n", stderr: "" };
    const html = "<h1>Tide</h1><a href=all>all</a>";
    expect(await convert([], html.slice(0, 9), html.slice(9))).toEqual(expected);
    expect(await convert(["-"], html)).toEqual(expected);
    expect(await convert([await file("tide.html", html)])).toEqual(expected);
  });

  it("reads XHTML as XML, by the file's name or its declaration, and says where it is none", async () => {
    const xhtml = (body: string): string =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`;
    const good = xhtml("<textarea/><p>a</p>");
    const expected = { code: 0, stdout: "a\n", stderr: "" };
    expect(await convert([await file("a.xhtml", good)])).toEqual(expected);
    expect(await convert([await file("a.XHT", good)])).toEqual(expected);
    expect(await convert([], `<?xml version="1.0"?>${good}`)).toEqual(expected);
    expect(await convert([await file("a.html", good)])).not.toEqual(expected);
    const bad = '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>a<br></body></html>';
    const stderr = "warning: the XHTML is not well-formed; it is read as HTML\n";
    expect(await convert([await file("b.xhtml", bad)])).toEqual({ ...expected, stderr });
    expect(await convert([], `<?xml version="1.0"?>${bad}`)).toEqual({ ...expected, stderr });
  });

  it("takes the main content only with --main, and makes URLs absolute with --url", async () => {
    const { stdout } = await convert(["--main", "--url", "https://a.test/x"], page);
    expect(stdout).toContain("High at **six**.");
    expect(stdout).toContain("[all](https://a.test/all)");
    expect(stdout).not.toContain("Home");
  });

  it("takes --include and --exclude, each as often as wanted, with --main and without", async () => {
    const select = [
      "--include",
      "nav a",
      "--include",
      "h1, p",
      "--exclude",
      "b",
      "--exclude",
      "p a",
    ];
    const { stdout } = await convert(select, page);
    expect(stdout).toMatch(/^\[Home\]\(\/\)\n\n# Tides\n\nHigh at \.( High at \.)+ See \.\n$/);
    expect(await convert(["--main", "--comments", ...select], page)).toMatchObject({ stdout });
    const line = JSON.stringify({ id: 1, html: page });
    expect((await convert(["--jsonl", ...select], line)).stdout).toBe(
      `${JSON.stringify({ id: 1, markdown: stdout.trim() })}\n`,
    );
  });

  it("prints links, images and metadata as JSON, and several formats one after another", async () => {
    const url = ["--url", "https://a.test/"];
    const { stdout } = await convert([...url, "--format", "links"], page);
    expect(JSON.parse(stdout)).toEqual([
      { href: "https://a.test/", text: "Home" },
      { href: "https://a.test/all", text: "all" },
    ]);
    const several = await convert(
      [...url, "--format", "images,metadata", "--format", "text"],
      page,
    );
    const [, images = "", metadata = "", text = ""] = several.stdout.split(/^--- \w+ ---\n/m);
    expect(JSON.parse(images)).toEqual([{ src: "https://a.test/t.png", alt: "table" }]);
    expect(JSON.parse(metadata)).toMatchObject({ title: "Tides", language: "en" });
    expect(text).toMatch(/^Home\nTides\nHigh at six\./);
  });

  it.each([
    ["utf-8", Buffer.from("<p>Grüße")],
    ["utf-8 that says so", Buffer.from('<meta charset="UTF-8"><p>Grüße')],
    ["utf-8 with a mark", Buffer.from('\ufeff<meta charset="iso-8859-1"><p>Grüße')],
    ["latin1 that says so", Buffer.from('<meta charset="iso-8859-1"><p>Gr\xfc\xdfe', "latin1")],
    ["latin1 that says nothing", Buffer.from("<p>Gr\xfc\xdfe", "latin1")],
    ["utf-16 with a mark", Buffer.from("\ufeff<p>Grüße", "utf16le")],
    [
      "utf-8 in a page of windows-1252",
      Buffer.from('<meta charset="windows-1252"><p>Gr\xfc\xdfe', "latin1"),
    ],
  ])("reads %s as a browser does", async (_, bytes) => {
    expect((await convert([], bytes)).stdout).toBe("Grüße\n");
  });

  it("believes a page that names another encoding than its bytes suggest", async () => {
    const { stdout } = await convert([], '<meta charset="windows-1252"><p>Grüße');
    expect(stdout).toBe("GrÃ¼ÃŸe\n");
  });

  it("writes --output whole and leaves no partial file", async () => {
    const output = join(folder, "out", "page.md");
    expect(await convert(["--output", output], page)).toMatchObject({ code: 1, stdout: "" });
    const target = join(folder, "page.md");
    expect(await convert(["--output", target], "<h1>a")).toEqual({
      code: 0,
      stdout: "",
      stderr: "",
    });
    expect(await readFile(target, "utf8")).toBe("# a\n");
    expect((await readdir(folder)).filter((name) => name.includes("partial"))).toEqual([]);
  });

  it.each([
    ["a PDF", "%PDF-1.7\n1 0 obj"],
    ["a PDF behind a mark", "\uFEFF%PDF-1.4\n"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d", "hex")],
    ["an archive", Buffer.from("504b030414000000", "hex")],
    ["a packed file", Buffer.from("1f8b0800000000000003", "hex")],
  ])("refuses %s instead of printing its bytes", async (_, content) => {
    const { code, stdout, stderr } = await convert([], content);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^dragline: this file is not HTML: it begins like a file of another kind/,
    );
  });

  it.each([
    ["app.js", "run('<b>x</b>')"],
    ["card.jsx", "<p>x</p>"],
    ["page.py", "print('<b>x</b>')"],
    ["styles.css", "/* <b> */"],
    ["rows.csv", "a b c\n<b>x</b>"],
    ["run.sh", "echo '<b>x</b>'"],
    ["page.php", "$a = '<b>x</b>';"],
  ])("refuses %s by its name", async (name, content) => {
    const file = join(folder, name);
    await writeFile(file, content);
    const { code, stdout, stderr } = await convert([file]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("not HTML");
  });

  it("reads a page that was saved under the name of the program that made it", async () => {
    const file = join(folder, "index.php");
    await writeFile(file, "<!doctype html><p>x");
    expect(await convert([file])).toEqual({ code: 0, stdout: "x\n", stderr: "" });
  });

  it("says that a feed gives nothing", async () => {
    const feed = `<?xml version="1.0"?><!-- x --><rss version="2.0"><channel></channel></rss>`;
    const { code, stdout, stderr } = await convert([], feed);
    expect([code, stdout.trim()]).toEqual([0, ""]);
    expect(stderr).toContain("warning: this is a feed (RSS or Atom), not a page");
    expect((await convert([], "<p></p>")).stderr).toBe("");
  });

  it("says what it cannot read", async () => {
    const missing = join(folder, "missing.html");
    const expected = `dragline: cannot read ${missing}: it does not exist\n`;
    expect(await convert([missing])).toEqual({ code: 1, stdout: "", stderr: expected });
    const { code, stderr } = await convert([folder]);
    expect([code, stderr]).toEqual([
      2,
      "dragline: many pages need --output: a folder, or a file that ends in .jsonl or .parquet\n",
    ]);
  });

  it("says that a page is too large", async () => {
    const { code, stderr } = await convert([], "x".repeat(67_108_865));
    expect(code).toBe(1);
    expect(stderr).toContain("Expected at most 67108864 characters");
  });

  it.each([
    [["a", "b"], /many pages need --output/],
    [["--format", "pdf"], /--format takes markdown, text, .* or metadata; got 'pdf'/],
    [["--url", "example.com"], /--url takes an absolute http or https URL; got 'example.com'/],
    [["--comments"], /--comments needs --main/],
    [["--include", "p["], /Expected a CSS selector; got "p\["\./],
    [["--jsonl", "--exclude", ":none"], /Expected a CSS selector; got ":none"/],
    [["--threads", "2"], /need many pages/],
    [["--page-timeout", "2"], /need many pages/],
    [["--jsonl", "--threads", "0"], /--threads takes a whole number from 1 to 1024; got '0'/],
    [["--jsonl", "--page-timeout", "soon"], /--page-timeout-ms takes a whole number from 1/],
    [["--wat"], /Unknown option '--wat'; try: dragline convert --help/],
  ])("refuses %j as wrong usage", async (args, message) => {
    const { code, stdout, stderr } = await convert(args);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
  });

  it("explains itself with --help: every option, JSON lines and exit codes", async () => {
    const { code, stdout } = await convert(["--help"]);
    expect(code).toBe(0);
    for (const option of "url main include exclude comments format output jsonl threads page-timeout".split(
      " ",
    )) {
      expect(stdout).toContain(`--${option}`);
    }
    expect(stdout).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}130 /s);
  });
});

describe("dragline convert with a terminal as stdin", () => {
  it.each([[["convert"]], [["convert", "-"]], [["convert", "--jsonl"]]])(
    "%j says what it waits for",
    async (argv) => {
      const stdin = Object.assign(Readable.from([]), { isTTY: true });
      const { code, stderr } = await run(argv, { stdin });
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/^reading from the terminal: .*Ctrl-D/),
      ]);
    },
  );

  it("says nothing of it in a pipe, or with a file", async () => {
    const { stderr } = await run(["convert"], { stdin: Readable.from(["<p>x"]) });
    expect(stderr).toBe("");
  });
});
