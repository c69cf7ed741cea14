import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../sources.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("docs/architecture.md", () => {
  const rooms = readdirSync(join(root, "src"), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

  it.each(rooms)("has a line for %s", (room) => {
    expect(read("docs/architecture.md")).toMatch(
      new RegExp(`^\\| \\[${room}\\]\\(\\.\\./src/${room}/\\) \\| .+ \\|$`, "m"),
    );
  });
});

describe("docs/decisions", () => {
  const pages = readdirSync(join(root, "docs/decisions")).filter((name) => name !== "README.md");

  it.each(pages)("%s is listed by its title and has its four parts", (page) => {
    const text = read(`docs/decisions/${page}`);
    const [title = ""] = text.split("\n", 1);
    expect(title).toMatch(new RegExp(`^# ${page.slice(0, 3)}\\. .+`));
    expect(read("docs/decisions/README.md")).toContain(`[${title.slice(2)}](${page})`);
    expect([...text.matchAll(/^## (.+)$/gm)].map((found) => found[1])).toEqual([
      "Context",
      "Decision",
      "Consequence",
      "When to look again",
    ]);
  });
});

describe("docs/benchmarks.md", () => {
  const log = read("benchmarks/README.md");
  const figures = [...read("docs/benchmarks.md").matchAll(/\d\.\d{4}|[\d.]+ x(?= \|)/g)];

  it("has figures", () => {
    expect(figures.length).toBeGreaterThan(40);
  });

  it.each(figures.map(([figure]) => figure))("says %s as the log does", (figure) => {
    expect(log).toMatch(new RegExp(`(?<![\\d.])${figure.replaceAll(".", "\\.")}(?!\\d)`));
  });
});
