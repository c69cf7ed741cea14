import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { bulkFolder } from "./bulk-folder.ts";
import { run } from "./run.ts";

const { at, page, pages, linesOf } = bulkFolder();

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
    expect(await readdir(at(""))).toEqual(["in.jsonl", "out.parquet"]);
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
    expect(await readdir(at(""))).toEqual(["in.jsonl", "out.parquet"]);
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
    expect((await readdir(at(""))).toSorted()).toEqual(["out.jsonl", "site"]);
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
