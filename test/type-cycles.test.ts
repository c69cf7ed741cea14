import { describe, expect, it } from "vitest";
import { typeCycles } from "../scripts/shape.ts";
import { sourceFiles } from "./sources.ts";

/** Files that know each other's types; a group may go from here or lose files, and none may come. */
const known = [
  // A handler is given the settings, and handlers are among the settings.
  [
    "src/markdown/handlers/element-handler.ts",
    "src/markdown/options.ts",
    "src/markdown/write/builder.ts",
    "src/markdown/write/list.ts",
    "src/markdown/write/table-writer.ts",
  ],
  // Nodes of a document know each other, as the DOM has it.
  [
    "src/markdown/turndown/dom-element.ts",
    "src/markdown/turndown/dom-node.ts",
    "src/markdown/turndown/dom-parent.ts",
    "src/markdown/turndown/dom-text.ts",
    "src/markdown/turndown/mirror-attributes.ts",
    "src/markdown/turndown/select.ts",
    "src/markdown/turndown/serialize.ts",
    "src/markdown/turndown/table-parts.ts",
  ],
  // A page tells its context, and a context its browser, as Puppeteer has it.
  ["src/testing/fake-browser.ts", "src/testing/fake-context.ts", "src/testing/fake-page.ts"],
];

describe("the house", () => {
  it("has no other loops of imports than these, types counted", () => {
    const added = typeCycles(sourceFiles("src")).flatMap((cycle) => {
      const isKnown = known.some((group) => cycle.every((path) => group.includes(path)));
      return isKnown ? [] : [cycle.join(" ")];
    });
    expect(added).toEqual([]);
  });

  it("lists no loop that is gone", () => {
    const cycles = typeCycles(sourceFiles("src")).flat();
    expect(known.flat().filter((path) => !cycles.includes(path))).toEqual([]);
  });
});
