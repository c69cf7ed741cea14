import { describe, expect, it } from "vitest";
import { typeCycles } from "../scripts/shape.ts";
import { sourceFiles } from "./sources.ts";

/** Files that know each other's types; a group may go from here or lose files, and none may come. */
const known = [
  [
    "src/extractor/choose/choose-leaf.ts",
    "src/extractor/candidates/page-candidates.ts",
    "src/extractor/choose/page-proof.ts",
    "src/extractor/values/read-currency.ts",
    "src/extractor/choose/read-leaf.ts",
    "src/extractor/choose/reading.ts",
  ],
  ["src/html/scan/attributes.ts", "src/html/scan/code-units.ts", "src/html/scan/scanner-engine.ts"],
  [
    "src/html/view/domhandler.ts",
    "src/html/formulas/formula-copies.ts",
    "src/html/formulas/formula.ts",
    "src/html/formulas/math-to-tex.ts",
    "src/html/formulas/mathml-source.ts",
    "src/html/formulas/presentation.ts",
    "src/html/view/select.ts",
    "src/html/view/selection.ts",
    "src/html/view/view.ts",
    "src/html/view/visibility.ts",
    "src/html/view/walk.ts",
  ],
  [
    "src/markdown/write/builder.ts",
    "src/markdown/handlers/element-handler.ts",
    "src/markdown/write/list.ts",
    "src/markdown/options.ts",
    "src/markdown/write/table-writer.ts",
  ],
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
  ["src/storage/check-declaration.ts", "src/storage/collection.ts", "src/storage/records.ts"],
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
