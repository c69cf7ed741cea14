import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { splitBounds } from "../../scripts/docs/bounds.ts";
import { readComment } from "../../scripts/docs/comment.ts";
import { variablesRead } from "../../scripts/docs/environment-page.ts";
import { variableGroups } from "../../scripts/docs/environment-table.ts";
import { withoutExample } from "../../scripts/docs/examples.ts";
import { exportsPage } from "../../scripts/docs/exports-page.ts";
import { referenceFiles } from "../../scripts/docs/reference-files.ts";
import { readImportPaths } from "../../scripts/docs/source-program.ts";
import { EXAMPLES } from "../../scripts/docs/tsdoc-examples.ts";
import { manifest, root } from "../sources.ts";

const paths = readImportPaths();
const files = await referenceFiles(paths);

describe("the reference", () => {
  it.each(Object.keys(files))("%s is what the sources say", (path) => {
    const kept = readFileSync(join(root, path), "utf8");
    expect(kept === files[path], `${path} is not up to date: run npm run docs`).toBe(true);
  });

  it("has a section for each import path, in the manifest's order", () => {
    const headings = [...(files["docs/reference/exports.md"] ?? "").matchAll(/^## (.+)$/gm)];
    const expected = Object.keys(manifest.exports).filter((path) => !path.endsWith(".json"));
    expect(headings.map((match) => match[1])).toEqual(
      expected.map((path) => path.replace(/^\./, "dragline")),
    );
  });

  it("lists what each import path exports when it is loaded", async () => {
    for (const { path, names } of paths) {
      const values = names.filter(({ kind }) => kind !== "type").map(({ name }) => name);
      const face = (await import(path)) as object;
      expect(values.toSorted(), path).toEqual(Object.keys(face).toSorted());
    }
  });

  it("refuses names and paths without words", () => {
    const [first] = paths;
    if (first === undefined) throw new Error("There is no import path");
    const [name] = first.names;
    if (name === undefined) throw new Error("The first path has no name");
    const bare = { ...name, comment: readComment("") };
    expect(() => exportsPage([{ ...first, names: [bare] }])).toThrow(`: ${name.name}`);
    expect(() => exportsPage([{ ...first, header: readComment("") }])).toThrow("the header of");
  });

  it("has no example of a name that is gone", () => {
    const kept = readdirSync(join(root, EXAMPLES)).map((name) => `${EXAMPLES}/${name}`);
    expect(kept.filter((path) => !(path in files))).toEqual([]);
  });

  it("has an example of every function", () => {
    expect(withoutExample(paths)).toEqual([]);
  });
});

describe("environment variables", () => {
  const described = variableGroups.flatMap(({ variables }) => variables.map(({ name }) => name));

  it("are described once, all that src reads", () => {
    expect([...variablesRead()].filter((name) => !described.includes(name))).toEqual([]);
    expect(new Set(described).size).toBe(described.length);
  });

  it("are read, all that are described", () => {
    // Those of answer engines have names that are put together.
    const engine = /^DRAGLINE_\w+_(?:KEY|URL|MODEL)$/;
    const read = variablesRead();
    expect(described.filter((name) => !read.has(name) && !engine.test(name))).toEqual([]);
  });
});

describe("comments", () => {
  it("are read by sentence, tag and link", () => {
    const comment = readComment(
      "/**\n * Reads e.g. a `page`, see {@link parse}. A second\n * one. @default 7\n * @throws CoreError\n */",
    );
    expect(comment.sentence).toBe("Reads e.g. a `page`, see `parse`.");
    expect(comment.text).toBe("Reads e.g. a `page`, see `parse`. A second\none.");
    expect(comment.tags.map(({ name, text }) => `${name} ${text}`)).toEqual([
      "default 7",
      "throws CoreError",
    ]);
    expect(comment.links).toEqual(["parse"]);
  });

  it.each([
    ["timeoutMs", "For one fetch; 1 or more.", "ms; 1 or more", "For one fetch."],
    [
      "retries",
      "Attempts; 0 or more; 500 is not tried again.",
      "0 or more",
      "Attempts; 500 is not tried again.",
    ],
    [
      "wrap",
      "Columns of a line, 20 or more; 0 breaks none.",
      "20 or more; 0 breaks none",
      "Columns of a line.",
    ],
    [
      "credits",
      "Credits of a day; 0 turns it off. At most 100.",
      "0 turns it off; at most 100",
      "Credits of a day.",
    ],
    ["goal", "In words: 1 to 4,000 characters.", "", "In words: 1 to 4,000 characters."],
    ["safeSearch", "0 for none, 1 for moderate.", "", "0 for none, 1 for moderate."],
  ])("tell bounds of %s from its meaning", (name, text, ...[bounds, meaning]) => {
    expect(splitBounds(name, text)).toEqual({ bounds, meaning });
  });
});
