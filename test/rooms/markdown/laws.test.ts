import fc from "fast-check";
import { toMarkdown } from "dragline/markdown";
import { describe, expect, it } from "vitest";
import { blockHtml, inlineHtml } from "./arbitrary-html.ts";
import { lettersOf, render } from "./rendering.ts";

const RUNS = Number(process.env["RUNS"] ?? 400);

describe("toMarkdown, rendered by micromark", () => {
  it("shows the text of any inline content and nothing else", () => {
    fc.assert(
      fc.property(inlineHtml, (html) => {
        const page = `<p>${html}</p>`;
        expect(lettersOf(render(toMarkdown(page)))).toBe(lettersOf(page));
      }),
      { numRuns: RUNS },
    );
  });

  it("shows the text of any blocks and nothing else", () => {
    fc.assert(
      fc.property(blockHtml, (html) => {
        expect(lettersOf(render(toMarkdown(html)))).toBe(lettersOf(html));
      }),
      { numRuns: RUNS },
    );
  });

  it("comes to rest when it is rendered and converted again", () => {
    fc.assert(
      fc.property(blockHtml, (html) => {
        // Where a mark could not be written its text may hold an escape that is not needed again.
        const twice = toMarkdown(render(toMarkdown(html)));
        expect(toMarkdown(render(twice))).toBe(twice);
      }),
      { numRuns: RUNS },
    );
  });
});

/** The targets of links and images in rendered markdown. */
function targetsOf(html: string): string[] {
  return [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, target = ""]) => target);
}

describe("toMarkdown with a base", () => {
  it("writes no relative link or image", () => {
    fc.assert(
      fc.property(blockHtml, reference, (html, href) => {
        const page = `${html}<p><a href="${href}">a</a><img src="${href}" alt=b></p>`;
        const targets = targetsOf(render(toMarkdown(page, { url: "https://site.example/a/b" })));
        // The reader of the tests makes empty what it takes for dangerous.
        expect(targets.filter((target) => !/^[a-z][a-z0-9+.-]*:|^$/i.test(target))).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

const reference = fc
  .array(
    fc.constantFrom("a", "/", "//", "..", "?", "#", ":", "\\", "(", ")", " ", "%", "\u00e4", "<"),
    {
      maxLength: 6,
    },
  )
  .map((parts) => parts.join(""));
