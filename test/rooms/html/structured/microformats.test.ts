import { extractStructured, parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const read = (html: string): unknown =>
  extractStructured(parse(html), { url: "https://site.test/a/", kinds: ["microformats"] })[
    "microformats"
  ];

describe("microformats", () => {
  it("have texts, addresses, times and pieces of HTML", () => {
    const html = `<article class="h-entry"><h1 class="p-name">A <b>b</b></h1><a class="u-url" href="x">l</a>
      <time class="dt-published" datetime="2024-01-02">x</time><div class="e-content"><p>T <i>u</i></p></div>
      <img class="u-photo" src="/p.png" alt="P"><abbr class="p-size" title="large">L</abbr></article>`;
    expect(read(html)).toEqual([
      {
        type: ["h-entry"],
        properties: {
          name: ["A b"],
          url: ["https://site.test/a/x"],
          published: ["2024-01-02"],
          content: [{ value: "T u", html: "<p>T <i>u</i></p>" }],
          photo: [{ value: "https://site.test/p.png", alt: "P" }],
          size: ["large"],
        },
      },
    ]);
  });

  it("have items in each other, as properties with a value and as children", () => {
    const html = `<div class="h-feed"><p class="p-name">F</p><div class="h-entry"><p class=p-name>E</p>
      <a class="p-author u-source h-card" href="/x">N</a></div></div>`;
    const card = {
      type: ["h-card"],
      properties: { name: ["N"], url: ["https://site.test/x"] },
      value: "N",
    };
    expect(read(html)).toEqual([
      {
        type: ["h-feed"],
        properties: { name: ["F"] },
        children: [
          { type: ["h-entry"], properties: { name: ["E"], author: [card], source: [card] } },
        ],
      },
    ]);
  });

  it("imply a name, a picture and an address", () => {
    expect(read('<a class="h-card" href="/x"><img src="/y.png" alt="N"></a>')).toEqual([
      {
        type: ["h-card"],
        properties: {
          name: ["N"],
          photo: [{ value: "https://site.test/y.png", alt: "N" }],
          url: ["https://site.test/x"],
        },
      },
    ]);
    expect(read('<p class="h-card"> J  <b>D</b></p>')).toEqual([
      { type: ["h-card"], properties: { name: ["J D"] } },
    ]);
  });

  it("have values in parts", () => {
    const html =
      '<p class="h-card"><b class="p-tel">T: <i class=value>+44</i> x <i class=value>12</i></b>';
    expect(read(html)).toMatchObject([{ properties: { tel: ["+4412"] } }]);
  });

  it("are no classes of a style", () => {
    expect(read('<p class="h-hidden h-12 p-4 h-full"><b class=p-name>x</b></p>')).toEqual([]);
  });
});
