import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { run } from "./run.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function page(path: string, content: string | Uint8Array): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

const convert = (...args: string[]) => run(["convert", ...args]);
const written = async () =>
  (await readdir(join(folder, "out"), { recursive: true }))
    .toSorted()
    .filter((each) => each.includes("."));
const result = (path: string) => readFile(join(folder, "out", path), "utf8");

describe("dragline convert of folders and several files", () => {
  it("converts all files of HTML below a folder, each to its place", async () => {
    await page("site/a.html", "<h1>A</h1>");
    await page("site/deep/b c.HTM", '<p>B <a href="d">d</a></p>');
    await page(
      "site/x.xhtml",
      '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>X</p></body></html>',
    );
    await page("site/note.txt", "no page");
    const out = join(folder, "out");
    const { code, stdout, stderr } = await convert(
      join(folder, "site"),
      "--output",
      out,
      "--url",
      "https://a.test/docs/",
      "--threads",
      "2",
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe(`3 of 3 pages converted into ${out}\n`);
    expect(await written()).toEqual(["a.md", "deep/b c.md", "x.md"]);
    expect(await result("a.md")).toBe("# A\n");
    expect(await result("deep/b c.md")).toBe("B [d](https://a.test/docs/deep/d)\n");
  });

  it("writes a file for each format", async () => {
    const file = await page(
      "a.html",
      '<title>T</title><main><p>A <a href="https://b.test/">b</a></p></main>',
    );
    const formats = "markdown,text,cleanedHtml,html,links,images,metadata";
    await convert(
      file,
      await page("b.html", "<p>B"),
      "--output",
      join(folder, "out"),
      "--format",
      formats,
    );
    const endings = [
      "cleaned.html",
      "html",
      "images.json",
      "links.json",
      "md",
      "metadata.json",
      "txt",
    ];
    expect(await written()).toEqual(
      ["a", "b"].flatMap((name) => endings.map((each) => `${name}.${each}`)),
    );
    expect(JSON.parse(await result("a.links.json"))).toMatchObject([{ href: "https://b.test/" }]);
  });

  it("names a page that fails, converts the others and ends with 1", async () => {
    const bad = await page("site/bad.html", "%PDF-1.7");
    await page("site/good.html", "<p>good");
    const { code, stderr } = await convert(join(folder, "site"), "--output", join(folder, "out"));
    expect(code).toBe(1);
    expect(stderr).toContain(`failed ${bad}: this file is not HTML`);
    expect(stderr).toContain("1 of 2 pages converted");
    expect(await written()).toEqual(["good.md"]);
  });

  it("does not overwrite a page with its result", async () => {
    const file = await page("site/a.html", "<h1>A</h1>");
    const site = join(folder, "site");
    const { code, stderr } = await convert(site, "--output", site, "--format", "html");
    expect(code).toBe(1);
    expect(stderr).toContain(`failed ${file}: the output would overwrite its input file`);
    expect(await readFile(file, "utf8")).toBe("<h1>A</h1>");
  });

  it("does not follow links out of the folder", async () => {
    await page("other/secret.html", "<p>secret");
    await page("site/a.html", "<p>a");
    await symlink(join(folder, "other"), join(folder, "site/linked"));
    await symlink(join(folder, "other/secret.html"), join(folder, "site/linked.html"));
    await convert(join(folder, "site"), "--output", join(folder, "out"));
    expect(await written()).toEqual(["a.md"]);
  });

  it.each([
    ["no folder for the results", (a: string, b: string) => [a, b], "many pages need --output"],
    [
      "stdin among them",
      (a: string) => [a, "-", "--output", "out"],
      "stdin (-) cannot be combined with files",
    ],
    [
      "lines",
      (a: string, b: string) => [a, b, "--jsonl", "--output", "out"],
      "--jsonl takes one FILE",
    ],
    [
      "two pages of one name",
      (a: string) => [a, a, "--output", "out"],
      "would be written to the same file",
    ],
  ])("refuses %s", async (_, argsOf, message) => {
    const [a, b] = [await page("a.html", "a"), await page("b.html", "b")];
    const { code, stderr } = await convert(...argsOf(a, b));
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  it("says that a folder has no page, and that a file is not there", async () => {
    await mkdir(join(folder, "empty"));
    const out = join(folder, "out");
    const empty = await convert(join(folder, "empty"), "--output", out);
    expect(empty.code).toBe(1);
    expect(empty.stderr).toContain("there is no HTML file in");
    const gone = await convert(join(folder, "a.html"), join(folder, "gone.html"), "--output", out);
    expect(gone.stderr).toContain(`cannot read ${join(folder, "a.html")}: it does not exist`);
  });

  it("stops when it is interrupted, with whole files only", async () => {
    for (let at = 0; at < 20; at++) await page(`site/${at}.html`, `<p>${at}`);
    const interrupted = new AbortController();
    interrupted.abort(new Error("interrupted"));
    const { code } = await run(["convert", join(folder, "site"), "--output", join(folder, "out")], {
      signal: interrupted.signal,
    });
    expect(code).not.toBe(0);
    await expect(readdir(join(folder, "out"))).rejects.toThrow("ENOENT");
  });
});
