import { extractImages, parse, wholePage } from "dragline/html";
import { describe, expect, it } from "vitest";

const images = (attributes: string): string[] => {
  const page = `<p>Ships pass the headland.</p><img ${attributes}>`;
  const view = wholePage(parse(page), { url: "https://example.com/a/" });
  return extractImages(view).map(({ src }) => src);
};

describe("an image without src", () => {
  it.each([
    ["a file", "class=lazy data-foo-bar=/img/a.jpg", "/img/a.jpg"],
    ["an address without a file's ending", "data-foo-bar=/media/4711/large", "/media/4711/large"],
    ["an absolute one", "data-q='https://example.com/render/17?w=900'", "/render/17?w=900"],
    ["one without a scheme", "data-kx='//example.com/i/harbour'", "/i/harbour"],
    ["a set", "data-many='/i/a 400w, /i/b 900w'", "/i/b"],
    ["one beside words and numbers", "data-w=300 data-k='The ship' data-z=/i/9", "/i/9"],
    ["one beside a placeholder", "src='data:image/gif;base64,R0' data-z=/i/9", "/i/9"],
  ])("has the address in an attribute of an unknown name: %s", (_, attributes, expected) => {
    expect(images(attributes)).toEqual([`https://example.com${expected}`]);
  });

  it.each([
    ["a page", "data-link=/ships/7"],
    ["a page by its ending", "data-foo=/ships/7.html"],
    ["an address for counting", "data-tracking=https://example.com/t/1"],
    ["an answer of a service", "data-foo=/api/ships/7"],
    ["JSON", `data-foo='{"id":"/ships/7"}'`],
    ["a number", "data-foo=4711.5"],
    ["a kind of file", "data-foo=image/jpeg"],
    ["a date", "data-foo=2026/11/28"],
    ["a share", "data-foo=16/9"],
    ["a placeholder", "data-placeholder=/i/blank-9"],
    ["two that may be it", "data-first=/a/1 data-second=/b/2"],
  ])("has none in what is no image's: %s", (_, attributes) => {
    expect(images(attributes)).toEqual([]);
  });

  it("has its own address before all that is guessed", () => {
    expect(images("src=/own.jpg data-foo=/i/9")).toEqual(["https://example.com/own.jpg"]);
  });
});
