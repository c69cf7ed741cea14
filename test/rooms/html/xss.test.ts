import { array, assert, constantFrom, property } from "fast-check";
import { cleanPage, parse, toCleanHtml, wholePage } from "dragline/html";
import { toMarkdown } from "dragline/markdown";
import { micromark } from "micromark";
import { gfm, gfmHtml } from "micromark-extension-gfm";
import { parse as parse5 } from "parse5";
import { describe, expect, it } from "vitest";
import { xssVectors } from "./xss-vectors.ts";

const bases = ["https://example.com/dir/", ""];

function clean(html: string, url: string): string {
  return toCleanHtml(wholePage(parse(html), url === "" ? {} : { url }));
}

describe("toCleanHtml", () => {
  it.each(xssVectors)("is safe to show: $name", ({ html }) => {
    for (const url of bases) {
      const once = clean(html, url);
      expect(dangers(once)).toEqual([]);
      expect(clean(once, url)).toBe(once);
    }
  });

  it("is safe to show, whatever is put together", () => {
    const fragments = xssVectors.flatMap(({ html }) => [html, html.slice(0, html.length >> 1)]);
    const list = array(constantFrom(...fragments), { minLength: 2, maxLength: 6 });
    assert(
      property(list, constantFrom(...bases), (parts, url) => {
        const once = clean(parts.join(""), url);
        const twice = clean(once, url);
        expect([...dangers(once), ...dangers(twice)]).toEqual([]);
        // Misnested links and tables may come to lie otherwise (WHATWG HTML 13.3), no text is lost.
        expect(textOf(twice)).toBe(textOf(once));
      }),
      { numRuns: 400 },
    );
  });

  it("is safe to show when navigation and the like is left out", () => {
    for (const { html } of xssVectors) {
      const page = `<main><p>Some text so that the page is not empty.</p>${html}</main>`;
      expect(dangers(toCleanHtml(cleanPage(parse(page))))).toEqual([]);
    }
  });

  it("keeps what carries meaning among it", () => {
    const html =
      "<p lang=de dir=rtl title=a onclick=x>b<a href=/c rel=x>d</a><img src=e alt=f onerror=x></p>";
    expect(clean(html, "https://example.com/")).toBe(
      '<p lang="de" dir="rtl" title="a">b<a href="https://example.com/c">d</a><img src="https://example.com/e" alt="f"></p>',
    );
  });
});

describe("toMarkdown", () => {
  it.each(xssVectors)("shows no link that runs: $name", ({ html }) => {
    for (const url of bases) {
      const page = url === "" ? {} : { url };
      const byTurndown = { ...page, turndownRules: { strong: { filter: "b" } } };
      for (const options of [page, byTurndown]) {
        expect(runningLinks(render(toMarkdown(html, options)))).toEqual([]);
      }
    }
  });
});

/** The text of clean HTML without its tags and white space. */
function textOf(html: string): string {
  return html.replace(/<[^>]*>|\s+/g, "");
}

/** Markdown as the most trusting reader shows it: HTML and every scheme pass. */
function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
}

/** Written out again, so that a slip in the room's own list shows. */
const elements = new Set(
  "html head body a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd legend li main mark math menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr mfrac mi mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover mmultiscripts none semantics".split(
    " ",
  ),
);
const attributes = new Set(
  "abbr align alt cite class colspan datetime dir headers height href lang open reversed rowspan scope src start title value width".split(
    " ",
  ),
);
const addressed: Readonly<Record<string, ReadonlySet<string>>> = {
  href: new Set(["a"]),
  src: new Set(["img"]),
  cite: new Set(["blockquote", "del", "ins", "q"]),
};

interface Parse5Node {
  readonly nodeName: string;
  readonly tagName?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Parse5Node[];
}

function nodesOf(html: string): Parse5Node[] {
  const found: Parse5Node[] = [];
  const waiting: Parse5Node[] = [...((parse5(html) as Parse5Node).childNodes ?? [])];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    found.push(node);
    waiting.push(...(node.childNodes ?? []));
  }
  return found;
}

/** What the HTML has beyond the allowed elements, attributes and addresses, as parse5 reads it. */
function dangers(html: string): string[] {
  return nodesOf(html).flatMap(({ nodeName, tagName, attrs = [] }) => {
    if (tagName === undefined) return nodeName === "#text" ? [] : [nodeName];
    const wrong = attrs.filter(({ name, value }) => !isAllowed(tagName, name, value));
    const names = wrong.map(({ name, value }) => `${tagName} ${name}=${value}`);
    return elements.has(tagName) ? names : [tagName, ...names];
  });
}

function isAllowed(element: string, name: string, value: string): boolean {
  if (!attributes.has(name)) return false;
  if (name === "class") return /^lang(?:uage)?-[\w+#.-]+$/.test(value);
  const holders = addressed[name];
  return holders === undefined || (holders.has(element) && isSafeUrl(value));
}

/** What browsers take off an address before they read it (WHATWG URL 4.4). */
function bareUrl(value: string): string {
  // oxlint-disable-next-line no-control-regex
  return value.replace(/^[\0-\u0020]+|[\t\n\r]/g, "");
}

function isSafeUrl(value: string): boolean {
  const url = bareUrl(value);
  if (/^(?:https?|mailto|tel):/i.test(url)) return true;
  // A relative one: no scheme, and no other host.
  return !/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[\\/]{2}/.test(url);
}

function runningLinks(html: string): string[] {
  const urls = nodesOf(html).flatMap(({ attrs = [] }) =>
    attrs.filter(({ name }) => name === "href" || name === "src").map(({ value }) => value),
  );
  const running = /^(?:javascript|vbscript|data:(?!image\/[a-z0-9.+-]+,$))/i;
  return urls.filter((url) => running.test(bareUrl(decode(url))));
}

/** Readers write control characters in addresses as escapes. */
function decode(url: string): string {
  return url.replace(/%([01][0-9a-f]|20)/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
