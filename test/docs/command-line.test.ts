import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commandLinePage } from "../../scripts/docs/command-line.ts";
import { root } from "../sources.ts";

const file = "docs/reference/command-line.md";

describe("the reference of the command line", () => {
  it("is what the tables of the commands give", () => {
    expect(readFileSync(join(root, file), "utf8"), "run npm run docs").toBe(commandLinePage());
  });

  it("shows no text as markup", () => {
    const cells = commandLinePage()
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => line.split(/(?<!\\)\|/).length);
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.every((count) => count === 4 || count === 5)).toBe(true);
    expect(commandLinePage()).toContain("In a GLOB, \\* matches any characters");
  });
});
