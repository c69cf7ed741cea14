import { parse } from "dragline/html";
import { describe, expect, it } from "vitest";
import { readMicrodata } from "../../../../src/html/structured/microdata.ts";
import { readPage } from "../../../../src/html/structured/read-page.ts";

function items(html: string): unknown {
  return readMicrodata(readPage(parse(html), "https://site.test/a/b"));
}

describe("readMicrodata", () => {
  it("gives the example of the HTML standard (5.5) as the standard does", () => {
    const html = `<!DOCTYPE HTML><html lang="en"><title>My Blog</title>
      <article itemscope itemtype="http://schema.org/BlogPosting">
       <header><h1 itemprop="headline">Progress report</h1>
        <p><time itemprop="datePublished" datetime="2013-08-29">today</time></p>
        <link itemprop="url" href="?comments=0"></header>
       <p>All in all, he's doing well with his swim lessons.</p>
       <section><h1>Comments</h1>
        <article itemprop="comment" itemscope itemtype="http://schema.org/UserComments" id="c1">
         <link itemprop="url" href="#c1"><footer>
          <p>Posted by: <span itemprop="creator" itemscope itemtype="http://schema.org/Person">
           <span itemprop="name">Greg</span></span></p>
          <p><time itemprop="commentTime" datetime="2013-08-29">15 minutes ago</time></p></footer>
         <p>Ha!</p></article>
        <article itemprop="comment" itemscope itemtype="http://schema.org/UserComments" id="c2">
         <link itemprop="url" href="#c2"><footer>
          <p>Posted by: <span itemprop="creator" itemscope itemtype="http://schema.org/Person">
           <span itemprop="name">Charlotte</span></span></p>
          <p><time itemprop="commentTime" datetime="2013-08-29">5 minutes ago</time></p></footer>
        </article></section></article>`;
    const comment = (name: string, id: string) => ({
      type: ["http://schema.org/UserComments"],
      properties: {
        url: [`https://site.test/a/b#${id}`],
        creator: [{ type: ["http://schema.org/Person"], properties: { name: [name] } }],
        commentTime: ["2013-08-29"],
      },
    });
    expect(items(html)).toEqual([
      {
        type: ["http://schema.org/BlogPosting"],
        properties: {
          headline: ["Progress report"],
          datePublished: ["2013-08-29"],
          url: ["https://site.test/a/b?comments=0"],
          comment: [comment("Greg", "c1"), comment("Charlotte", "c2")],
        },
      },
    ]);
  });

  it("follows itemref to the first element of each id, in document order", () => {
    const html = `<p id=later itemprop=c>3</p><div itemscope id=amanda itemref="b nowhere later b"></div>
      <p id=b>Name: <span itemprop=a>1</span></p><p id=b itemprop=a>not this one</p>`;
    expect(items(html)).toEqual([{ properties: { c: ["3"], a: ["1"] } }]);
  });

  it("gives ERROR for an item inside of itself, and ends", () => {
    const html = `<div itemscope itemref=x></div><div id=x itemprop=self itemscope itemref=x></div>`;
    expect(items(html)).toEqual([{ properties: { self: [{ properties: {} }] } }]);
    const mutual = `<div id=a itemprop=p itemscope itemref=b></div><div id=b itemprop=q itemscope itemref=a></div>
      <div itemscope itemref=a></div>`;
    expect(items(mutual)).toEqual([
      { properties: { p: [{ properties: { q: [{ properties: { p: ["ERROR"] } }] } }] } },
    ]);
  });

  it("leaves the properties of an inner item to the inner item", () => {
    const html = `<div itemscope><div itemscope itemprop=in><i itemprop=x>1</i></div><i itemprop=y>2</i>
      <div itemscope><i itemprop=z>3</i></div></div>`;
    expect(items(html)).toEqual([
      { properties: { in: [{ properties: { x: ["1"] } }], y: ["2"] } },
      { properties: { z: ["3"] } },
    ]);
  });

  it("reads the value where each element has it (5.2.4)", () => {
    const html = `<div itemscope itemid="/id" itemtype=" http://a.test/T  http://a.test/U "><meta itemprop=m content=" c ">
      <a itemprop=u href="x y">t</a><img itemprop=u src="/i.png"><object itemprop=u data="o"></object>
      <a itemprop=u href="">t</a><a itemprop=u href="mailto:a@b.test">t</a><a itemprop=u>t</a>
      <data itemprop=d value=7>seven</data><meter itemprop=d value=0.5></meter><time itemprop=d>10:00</time>
      <time itemprop=d datetime=2020>x</time><span itemprop=s content=19.99>$ 19.99</span>
      <p itemprop="t v">a <b>b</b>\n\n c<script>no()</script><template>no</template></p></div>`;
    expect(items(html)).toEqual([
      {
        type: ["http://a.test/T", "http://a.test/U"],
        id: "https://site.test/id",
        properties: {
          m: [" c "],
          u: [
            "https://site.test/a/x%20y",
            "https://site.test/i.png",
            "https://site.test/a/o",
            "",
            "mailto:a@b.test",
            "",
          ],
          d: ["7", "0.5", "10:00", "2020"],
          s: ["19.99"],
          t: ["a b c"],
          v: ["a b c"],
        },
      },
    ]);
  });

  it("keeps document order where the parser has moved elements", () => {
    // Misnested formatting and a table's content make node numbers differ from the order.
    const html = `<div itemscope><table><tr><td><i itemprop=x>cell</i></td></tr><b itemprop=x>moved</b></table></div>`;
    expect(items(html)).toEqual([{ properties: { x: ["moved", "cell"] } }]);
  });

  it("sees no items in templates, and takes names such as __proto__", () => {
    expect(items("<template><div itemscope></div></template>")).toEqual([]);
    const text = JSON.stringify(items("<div itemscope><i itemprop=__proto__>1</i></div>"));
    expect(text).toBe('[{"properties":{"__proto__":["1"]}}]');
  });
});
