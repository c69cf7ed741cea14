import { extractStructured, parse } from "dragline/html";
import { describe, expect, it } from "vitest";

const url = "https://site.test/page";
const read = (html: string): unknown =>
  extractStructured(parse(html), { url, kinds: ["rdfa"] })["rdfa"];
const vocab = {
  "@id": url,
  "http://www.w3.org/ns/rdfa#usesVocabulary": [{ "@id": "http://schema.org/" }],
};

describe("RDFa", () => {
  it("is expanded JSON-LD: types, texts, addresses and nodes without a name", () => {
    const html = `<div vocab="http://schema.org/" typeof="Product Thing"><b property="name">A  b</b>
      <a property="url" href="/p">x</a><img property="image" src="i.png">
      <div property="offers" typeof="Offer"><span property="price" content="9.5">9,50</span></div></div>`;
    expect(read(html)).toEqual([
      vocab,
      {
        "@id": "_:b1",
        "@type": ["http://schema.org/Product", "http://schema.org/Thing"],
        "http://schema.org/name": [{ "@value": "A b" }],
        "http://schema.org/url": [{ "@id": "https://site.test/p" }],
        "http://schema.org/image": [{ "@id": "https://site.test/i.png" }],
        "http://schema.org/offers": [{ "@id": "_:b2" }],
      },
      {
        "@id": "_:b2",
        "@type": ["http://schema.org/Offer"],
        "http://schema.org/price": [{ "@value": "9.5" }],
      },
    ]);
  });

  it("knows prefixes: declared, of XML, and those that pages use without", () => {
    const html = `<p prefix="A: http://a.test/" xmlns:b="http://b.test/" about="[a:s]">
      <i property="a:x b:y foaf:name unknown:z plain">v</i></p>`;
    expect(read(html)).toEqual([
      {
        "@id": "http://a.test/s",
        "http://a.test/x": [{ "@value": "v" }],
        "http://b.test/y": [{ "@value": "v" }],
        "http://xmlns.com/foaf/0.1/name": [{ "@value": "v" }],
        "unknown:z": [{ "@value": "v" }],
      },
    ]);
  });

  it("has languages, types of texts and times", () => {
    const html = `<p lang=de about="#x"><i property=foaf:a>v</i><i lang="" property=foaf:b>w</i>
      <i property=foaf:c datatype=xsd:int>1</i><i property=foaf:d datatype="">t</i>
      <time property=foaf:e datetime=2024-01-02>x</time></p>`;
    expect(read(html)).toEqual([
      {
        "@id": "https://site.test/page#x",
        "http://xmlns.com/foaf/0.1/a": [{ "@value": "v", "@language": "de" }],
        "http://xmlns.com/foaf/0.1/b": [{ "@value": "w" }],
        "http://xmlns.com/foaf/0.1/c": [
          { "@value": "1", "@type": "http://www.w3.org/2001/XMLSchema#int" },
        ],
        "http://xmlns.com/foaf/0.1/d": [{ "@value": "t", "@language": "de" }],
        "http://xmlns.com/foaf/0.1/e": [{ "@value": "2024-01-02", "@language": "de" }],
      },
    ]);
  });

  it("follows relations both ways, and those that end inside", () => {
    const html = `<div about="/a" rel="foaf:knows" rev="foaf:made"><p about="/b"></p><p typeof="foaf:Person"></p></div>
      <a about="/a" rel="foaf:page" rev="foaf:topic" href="/c">x</a>`;
    expect(read(html)).toEqual([
      {
        "@id": "https://site.test/a",
        "http://xmlns.com/foaf/0.1/knows": [{ "@id": "https://site.test/b" }, { "@id": "_:b2" }],
        "http://xmlns.com/foaf/0.1/page": [{ "@id": "https://site.test/c" }],
      },
      {
        "@id": "https://site.test/b",
        "http://xmlns.com/foaf/0.1/made": [{ "@id": "https://site.test/a" }],
      },
      {
        "@id": "_:b2",
        "@type": ["http://xmlns.com/foaf/0.1/Person"],
        "http://xmlns.com/foaf/0.1/made": [{ "@id": "https://site.test/a" }],
      },
      {
        "@id": "https://site.test/c",
        "http://xmlns.com/foaf/0.1/topic": [{ "@id": "https://site.test/a" }],
      },
    ]);
  });

  it("collects lists", () => {
    const html = `<p about="/a"><i inlist property=foaf:x>1</i><a inlist rel=foaf:x href=/b></a><i inlist property=foaf:x>2</i></p>`;
    expect(read(html)).toEqual([
      {
        "@id": "https://site.test/a",
        "http://xmlns.com/foaf/0.1/x": [
          { "@list": [{ "@value": "1" }, { "@id": "https://site.test/b" }, { "@value": "2" }] },
        ],
      },
    ]);
  });

  it("reads the metas of the head on pages that have nothing else", () => {
    const html =
      '<html><head><meta property="og:title" content="T"></head><body><a rel=nofollow href=/x>y</a>';
    expect(read(html)).toEqual([{ "@id": url, "http://ogp.me/ns#title": [{ "@value": "T" }] }]);
    expect(read("<a rel=nofollow href=/x>y</a>")).toEqual([]);
  });

  it("takes the page for a typed body, and no script for an address", () => {
    const html = '<body typeof="schema:WebPage"><a property="schema:url" href="javascript:1">x</a>';
    expect(read(html)).toEqual([
      {
        "@id": url,
        "@type": ["http://schema.org/WebPage"],
        "http://schema.org/url": [{ "@value": "x" }],
      },
    ]);
  });
});
