import { parse, toText, wholePage, cleanPage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { createSite, type Site, type SiteRoute } from "dragline/testing";
import type { Browser, BrowserContext, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serialisePage, type SerialiseCall } from "../../../src/browser/page/serialise-page.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";

const path = await chromiumPath();

const page = (body: string): string => `<!doctype html><title>t</title><body>${body}`;

const routes: Record<string, SiteRoute> = {
  "/open": page(`<x-card><b slot=title>Title</b>light<i slot=nowhere>unseen</i></x-card><p>after</p>
    <script>customElements.define("x-card", class extends HTMLElement { connectedCallback() {
      this.attachShadow({ mode: "open" }).innerHTML =
        '<style>p{color:red}</style><h2><slot name=title>no title</slot></h2><p>in shadow</p><slot></slot><slot name=else>fallback</slot>';
    } });</script>`),
  "/closed": page(`<x-a></x-a><div id=d></div><script>
    const root = document.querySelector("x-a").attachShadow({ mode: "closed" });
    root.innerHTML = "<p>closed</p><x-b></x-b>";
    root.querySelector("x-b").attachShadow({ mode: "closed" }).innerHTML = "<p>deeper</p>";
    document.querySelector("#d").attachShadow({ mode: "closed" }).innerHTML = "<p>in a div</p>";</script>`),
  "/declared": page(
    `<div><template shadowrootmode=open><p>first</p><slot></slot></template>second</div>`,
  ),
  "/frames": page(`<p>top</p><iframe src="/sub/inner.html"></iframe><p>between</p>
    <iframe srcdoc="<p>from srcdoc</p>"></iframe><iframe src="about:blank" title="empty"></iframe>
    <iframe src="/pixel" width=1 height=1></iframe><p>bottom</p>`),
  "/sub/inner.html": page("<p>inner</p>"),
  "/pixel": page("<p>counted</p>"),
};

describe.skipIf(path === undefined)(`${browserTitle("serialisePage", path)} of a page`, () => {
  let browser: Browser & AsyncDisposable;
  let site: Site;
  let context: BrowserContext;
  let tab: Page;

  beforeAll(async () => {
    browser = await openChromium(path ?? "");
    site = await createSite(routes);
  });
  afterAll(async () => {
    await browser?.[Symbol.asyncDispose]();
    await site?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    context = await browser.createBrowserContext();
    tab = await context.newPage();
  });
  afterEach(() => context.close());

  async function visit(route: string, call?: SerialiseCall): Promise<string> {
    await tab.goto(site.url(route));
    return (await serialisePage(tab, call)).html;
  }

  async function shown(html: string, script = ""): Promise<string> {
    await tab.setContent(html);
    if (script !== "") await tab.evaluate(script);
    return (await serialisePage(tab)).html;
  }

  const lines = (html: string): string[] =>
    toText(wholePage(parse(html)))
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== "");
  const clean = (html: string): string => toText(cleanPage(parse(html)));

  it("puts open shadow trees in place, with their slots filled", async () => {
    const html = await visit("/open");
    expect(lines(html)).toEqual(["Title", "in shadow", "lightfallback", "after"]);
    expect(html).toContain("<x-card><h2>");
    expect(toMarkdown(html)).toContain("## **Title**");
  });

  it("fills a slot with all that is put there, in order", async () => {
    const html = await shown(
      page("<div><i>a</i>b<u slot=x>c</u><b>d</b><!-- e -->f</div>"),
      `document.querySelector("div").attachShadow({ mode: "open" }).innerHTML = "<p>0<slot></slot>9</p>"`,
    );
    expect(html).toContain("<div><p>0<i>a</i>b<b>d</b>f9</p></div>");
  });

  it("sees closed shadow trees, also within one another", async () => {
    expect(lines(await visit("/closed"))).toEqual(["closed", "deeper", "in a div"]);
  });

  it("writes attributes in capitals and of namespaces, and no names that swallow others", async () => {
    const html = await shown(
      page(
        `<input id=i type=password value=secret><svg viewBox="0 0 1 1"><use xlink:href="#a"/></svg><p a"b c>x</p>`,
      ),
      `i.setAttributeNS(null, "VALUE", "shout"); i.setAttributeNS("urn:x", "x:id", "<2>");`,
    );
    expect(html).toContain('<input id="i" type="password" VALUE="shout" x:id="&lt;2&gt;">');
    expect(html).toContain('<svg viewBox="0 0 1 1"><use xlink:href="#a"></use></svg><p c>x</p>');
  });

  it("puts declared shadow trees in place", async () => {
    expect(lines(await visit("/declared"))).toEqual(["first", "second"]);
  });

  it("writes the present values of controls, and no passwords", async () => {
    const html = await shown(
      page(`<input id=a><input id=p type=password value=secret><input id=k autocomplete=cc-number>
        <input id=c type=checkbox><input id=d type=checkbox checked><textarea id=t>old</textarea>
        <select id=s><option>one<option selected>two<option>three</select><input type=hidden value=h>`),
      `a.value = 'typed "now" & then'; p.value = "hunter2"; k.value = "4111"; c.checked = true; d.checked = false;
       t.value = "\\n<new>"; s.value = "three";`,
    );
    expect(html).toContain('value="typed &quot;now&quot; &amp; then"');
    expect(html).not.toMatch(/secret|hunter2|4111/);
    expect(html).toMatch(/id="c" type="checkbox" checked>/);
    expect(html).toMatch(/id="d" type="checkbox">/);
    expect(html).toContain('<textarea id="t">\n\n&lt;new&gt;</textarea>');
    expect(html).toContain("<option>two</option><option selected>three</option>");
    expect(html).toContain('value="h"');
  });

  it("marks what style sheets hide, and not what is folded", async () => {
    const html = await shown(
      page(`<style>.no{display:none}.un{visibility:hidden}.yes{visibility:visible}.flat{display:contents}</style>
      <p class=no>gone <b>too</b></p><p class=un>unseen</p><div class=un>half<p class=yes>seen</p></div>
      <div class=flat><p>through</p></div><details><summary>more</summary><p>folded</p></details>
      <p style="opacity:0;transition:opacity 1s">fading in</p>`),
    );
    expect(html).toContain('<p class="no" hidden>gone <b>too</b></p>');
    expect(html).toContain('<p class="un" hidden>');
    expect(clean(html).split(/\n+/)).toEqual(
      expect.arrayContaining(["seen", "through", "folded", "fading in"]),
    );
    expect(clean(html)).not.toMatch(/gone|unseen/);
    const unmarked = await serialisePage(tab, { markHidden: false });
    expect(unmarked.html).not.toContain(" hidden>");
  });

  it("leaves out what scripts replace", async () => {
    const html = await shown(
      page("<noscript>turn it on</noscript><canvas>old</canvas><!-- c --><p>x"),
    );
    expect(html).toBe(
      "<!DOCTYPE html><html><head><title>t</title></head><body><p>x</p></body></html>",
    );
  });

  it("is what a parser reads back", async () => {
    const source =
      page(`<p title='a "b" &amp;lt; &lt;c&gt;'>a&nbsp;b &amp;amp; &lt;i&gt;</p><pre>\n\n  two</pre>
      <svg viewBox="0 0 1 1"><title>svg &lt;</title><foreignObject><p>in svg</p></foreignObject><style>a&gt;b</style></svg>
      <math><mi>x</mi><annotation-xml encoding="text/html"><b>y</b></annotation-xml></math>
      <script>if (1 < 2 && "<\\/script>") { /* <!-- <script> --> */ }</script><style>a > b {}</style>
      <template><p>inert <b>&lt;</b></p></template><table><tr><td>cell</table><textarea>\n\nx</textarea>`);
    const html = await shown(source);
    const dom = (): Promise<unknown> =>
      tab.evaluate(`[...document.body.querySelectorAll("*")].map((e) =>
        [e.namespaceURI, e.localName, [...e.attributes].map((a) => a.name + a.value), e.textContent])`);
    const before = await dom();
    await tab.setContent(html);
    expect(await dom()).toEqual(before);
    expect((await serialisePage(tab)).html).toBe(html);
    expect(lines(html)).toContain("cell");
  });

  it("keeps what follows scripts and elements that would swallow it", async () => {
    const html = await shown(
      page("<p id=end>end</p>"),
      `const add = (name, text) => { const e = document.createElement(name); e.textContent = text; end.before(e); };
       add("script", "x = '</script><p>out'; '<!--<script>'"); add("style", "</style><p>out2"); add("plaintext", "<b>plain");
       add("xmp", "</xmp><p>out3"); add("iframe", "</iframe>"); end.before(Object.assign(document.createElement("textarea"), { value: "</textarea>" }));
       end.setAttribute("ok", "1"); document.body.firstElementChild.text.length;`,
    );
    expect(lines(html).at(-1)).toBe("end");
    expect(lines(html)).not.toContain("out");
    await tab.setContent(html);
    expect(await tab.evaluate("end.parentNode.localName")).toBe("body");
  });

  it("is not misled by names and prototypes of the page", async () => {
    const html = await shown(
      page(`<form id=f><input name=childNodes><input name=attributes><input name=nodeType><input name=localName>
        <input name=namespaceURI><input name=shadowRoot><input name=parentNode>
        <input name=firstChild><input name=nextSibling><input name=firstElementChild><input name=textContent><input name=data>
        <input name=getAttributeNames><input name=getAttributeNS><input name=checkVisibility><p>in form</p></form>
        <form class=plain>as named<input form=f name=call></form>
        <img name=documentElement><img name=body><img name=childNodes><img name=URL><img name=firstChild><img name=nodeType><iframe name=JSON></iframe>`),
      `Node.prototype.constructor = null; for (const name of ["childNodes", "nodeType", "textContent", "firstChild", "nextSibling"])
         Object.defineProperty(Node.prototype, name, { get() { throw new Error("hostile"); } });
       Array.prototype.push = Array.prototype.at = String.prototype.replaceAll = () => "hostile";
       JSON.stringify = Reflect.get = window.getComputedStyle = () => { throw new Error("hostile"); };`,
    );
    expect(html).toContain("<p>in form</p></form>");
    expect(html).toContain('<form class="plain">as named<input form="f" name="call"></form>');
    expect(html).not.toContain("hostile");
  });

  it("goes on where the root was replaced or is missing", async () => {
    const replaced = await shown(
      page("<p>old"),
      `{ const html = document.createElement("html"); html.innerHTML = "<body><p>new"; document.documentElement.replaceWith(html); }`,
    );
    expect(lines(replaced)).toEqual(["new"]);
    await tab.evaluate("document.documentElement.remove()");
    expect((await serialisePage(tab)).html).toBe("<!DOCTYPE html>");
  });

  // Chromium cannot lay out so deep a page: what it shows is never so deep.
  it("writes 20,000 nested and 50,000 neighbouring elements", async () => {
    const deep = await shown(
      page("<div id=r hidden></div>"),
      `{ let at = r; for (let i = 0; i < 20000; i++) { at = at.appendChild(document.createElement("i")); } at.textContent = "deep"; }`,
    );
    expect(deep.match(/<i>/g)?.length).toBe(20_000);
    const wide = await shown(page("<div>" + "<p>x</p>".repeat(50_000)));
    expect(wide.match(/<p>/g)?.length).toBe(50_000);
  });

  it("cuts long data URLs and pages", async () => {
    const html = await shown(
      page(`<img src="data:image/png,${"a".repeat(20_000)}"><img src="data:image/gif,b">
        <p style="color:red;background:url('data:image/png,${"c".repeat(20_000)}')">x</p>`),
    );
    expect(html.length).toBeLessThan(1_000);
    expect(html).toContain('src="data:,"');
    expect(html).toContain('src="data:image/gif,b"');
    expect(html).toContain("color:red;background:url('data:,')");
    await tab.setContent(page("<div>" + "<p>ü€</p>".repeat(5_000) + "ü".repeat(50_000)));
    for (const maxBytes of [1_024, 5_000, 20_000, 70_001]) {
      const cut = await serialisePage(tab, { maxBytes });
      expect(cut.truncated).toBe(true);
      expect(Buffer.byteLength(cut.html)).toBeLessThanOrEqual(maxBytes);
      expect(Buffer.byteLength(cut.html)).toBeGreaterThan(maxBytes * 0.5);
      expect(cut.html).toMatch(/<\/div><\/body><\/html>$/);
    }
  });

  it("serves two calls at once, and leaves nothing that the page can see", async () => {
    await tab.goto(site.url("/frames"));
    await tab.evaluate(`window.marks = 0; new MutationObserver(() => { marks++; }).observe(document,
      { subtree: true, childList: true, attributes: true })`);
    const [one, two] = await Promise.all([serialisePage(tab), serialisePage(tab)]);
    expect(one.html).toBe(two.html);
    expect(one.url).toBe(site.url("/frames"));
    expect(await tab.evaluate("marks")).toBe(0);
    expect(
      await tab.evaluate("Object.keys(window).filter((name) => /dragline/.test(name))"),
    ).toEqual([]);
  });

  it("ends with the signal's reason while the page hangs", async () => {
    await tab.setContent(page("<p>x"));
    await tab.evaluate("setTimeout(() => { for (;;); }, 0); undefined");
    const reason = new Error("enough");
    const controller = new AbortController();
    const ended = serialisePage(tab, { signal: controller.signal });
    setImmediate(() => controller.abort(reason));
    await expect(ended).rejects.toBe(reason);
    await expect(serialisePage(tab, { signal: controller.signal })).rejects.toBe(reason);
  });

  it("refuses impossible sizes", async () => {
    await expect(serialisePage(tab, { maxBytes: 10 })).rejects.toMatchObject({
      code: "INVALID_OPTION",
    });
  });
});
