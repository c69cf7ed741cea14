import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, asyncProperty, constantFrom } from "fast-check";
import { diffText, isDiffError, toUnified } from "dragline/diff";
import { describe, expect, it } from "vitest";
import { textPair } from "./texts.ts";

const hasGit = spawnSync("git", ["--version"]).status === 0;
const hasPatch = spawnSync("patch", ["--version"]).status === 0;
const patient = { budgetMs: 1e6 };

/** Applies a unified diff to a file with a program; what the file holds then. */
async function patched(
  before: string,
  unified: string,
  command: readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-diff-"));
  try {
    await writeFile(join(folder, "page.md"), before);
    const [name = "", ...rest] = command;
    const { status, stderr } = spawnSync(name, rest, { cwd: folder, input: unified });
    if (status !== 0) throw new Error(`${name}: ${String(stderr)}`);
    return await readFile(join(folder, "page.md"), "utf8");
  } finally {
    await rm(folder, { recursive: true });
  }
}

function unifiedOf(before: string, after: string, context?: number): string {
  const names = { beforeLabel: "a/page.md", afterLabel: "b/page.md" };
  return toUnified(before, diffText(before, after, patient), { ...names, context });
}

describe("toUnified", () => {
  it("shows changes with the lines around them", () => {
    const before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
    const after = "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\nk";
    expect(toUnified(before, diffText(before, after), { context: 1 })).toBe(
      "--- before\n+++ after\n@@ -4,3 +4,3 @@\n d\n-e\n+E\n f\n@@ -10 +10,2 @@\n j\n+k\n" +
        "\\ No newline at end of file\n",
    );
  });

  it("joins hunks whose context touches, and parts those whose does not", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n8\n";
    const after = "x\n2\n3\n4\n5\n6\n7\ny\n";
    const hunks = (context: number): number =>
      toUnified(before, diffText(before, after), { context }).split("\n@@").length - 1;
    expect([0, 1, 2, 3, Infinity].map(hunks)).toEqual([2, 2, 2, 1, 1]);
  });

  it("is empty where nothing differs", () => {
    expect(toUnified("a", diffText("a", "a"))).toBe("");
  });

  it("numbers a hunk without lines by the line before it", () => {
    expect(toUnified("", diffText("", "a\n"))).toContain("@@ -0,0 +1 @@\n+a\n");
    expect(toUnified("a\n", diffText("a\n", ""))).toContain("@@ -1 +0,0 @@\n-a\n");
  });

  it("quotes names that would break its head", () => {
    const unified = toUnified("a", diffText("a", "b"), {
      beforeLabel: 'x\n"y"\t',
      afterLabel: "ä b",
    });
    expect(unified).toMatch(/^--- "x\\012\\"y\\"\\011"\n\+\+\+ ä b\n@@/);
  });

  it("replaces a long line as a whole", () => {
    const line = "One sentence of many. ".repeat(300);
    const after = `top\n${line.replace("many", "few")}\nend\n`;
    const unified = unifiedOf(`top\n${line}\nend\n`, after, 0);
    expect(unified.split("\n").map((row) => row.length)).toEqual([13, 13, 11, 6601, 6600, 0]);
  });

  it("replaces a long line once, though pieces of it were moved and changed", () => {
    const rest = Array.from({ length: 300 }, (_, at) => `Sentence ${at} stays. `).join("");
    const moved = "This one is moved from the end to the start. ";
    const unified = unifiedOf(
      `Here it begins. ${rest}${moved}\n`,
      `${moved}There it starts. ${rest}\n`,
    );
    expect(unified.split("\n").map((row) => row.slice(0, 12))).toEqual([
      "--- a/page.m",
      "+++ b/page.m",
      "@@ -1 +1 @@",
      "-Here it beg",
      "+This one is",
      "",
    ]);
  });

  it("refuses a difference of which changes are missing", () => {
    const diff = diffText("a", "b", { maxSize: 0 });
    expect(() => toUnified("a", diff)).toThrow(
      expect.toSatisfy((error: unknown) => isDiffError(error)),
    );
  });

  const programs: [string, boolean, string[]][] = [
    ["git apply", hasGit, ["git", "apply", "--whitespace=nowarn", "--unidiff-zero", "-"]],
    ["patch", hasPatch, ["patch", "--binary", "--silent", "page.md"]],
  ];
  for (const [name, isThere, command] of programs) {
    const title = isThere ? name : `${name} (skipped: it is not installed)`;
    it.skipIf(!isThere)(`is taken by ${title}`, { timeout: 120_000 }, async () => {
      await assert(
        asyncProperty(textPair, constantFrom(0, 1, 3), async ([before, after], context) => {
          // Files hold UTF-8, and programs take a file that would be empty for one to delete.
          const [was, is] = [before, after].map((text) => `start\n${text.toWellFormed()}`) as [
            string,
            string,
          ];
          if (was === is || `${was}${is}`.includes("\0")) return;
          expect(await patched(was, unifiedOf(was, is, context), command)).toBe(is);
        }),
        { numRuns: 60 },
      );
    });
  }
});
