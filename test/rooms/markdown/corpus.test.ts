import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, tagIds, walk, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { corpus, corpusMissing, corpusText } from "../../corpus.ts";
import { lettersOf, render } from "./rendering.ts";

const names = corpusMissing === "" ? readdirSync(join(corpus, "wcxb/html")).sort() : [];
const sample = names.filter((_, index) => index % 200 === 7);
const url = "https://site.example/a/page";

describe.skipIf(corpusMissing)(`toMarkdown of real pages${corpusMissing}`, () => {
  it("comes to rest when it is rendered and converted again", () => {
    const restless = sample.filter((name) => {
      const once = toMarkdown(wholePage(parse(corpusText(`wcxb/html/${name}`)), { url }));
      const twice = toMarkdown(wholePage(parse(render(once)), { url }));
      return (
        twice !== toMarkdown(wholePage(parse(render(twice)), { url })) ||
        lettersOf(render(once)) !== lettersOf(render(twice))
      );
    });
    expect(restless).toEqual([]);
  });

  it("has no relative link or image when a base is given", () => {
    const relative: string[] = [];
    for (const name of sample) {
      const view = wholePage(parse(corpusText(`wcxb/html/${name}`)), { url });
      const { tree, ...rendered } = wholePage(parse(render(toMarkdown(view))));
      walk(
        { tree, ...rendered },
        {
          enter(node) {
            const tag = tree.tag(node);
            const target = tree.attribute(node, tag === tagIds.img ? "src" : "href");
            const isLink = tag === tagIds.a || tag === tagIds.img;
            if (isLink && !/^[a-z]+:|^$/i.test(target ?? "")) relative.push(`${name} ${target}`);
            return true;
          },
        },
      );
    }
    expect(relative).toEqual([]);
  });
});
