import { tokenize, untokenize, type Chance, type Token } from "./page-tokens.ts";

/** Makes another page that says the same to its readers. */
export type NoiseEdit = (html: string, chance: Chance) => string;

const ATTRIBUTE = /\s+([^\s=>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;

interface Parts {
  readonly start: string;
  readonly attributes: readonly (readonly [name: string, written: string])[];
  readonly end: string;
}

/** A tag taken apart; undefined where that cannot be done without doubt. */
function partsOf(source: string): Parts | undefined {
  const [, start = "", middle = "", end = ""] =
    /^(<[a-z][\w:-]*)((?:\s[^]*?)?)(\s*\/?>)$/i.exec(source) ?? [];
  const found = [...middle.matchAll(ATTRIBUTE)];
  if (start === "" || found.map(([text]) => text).join("") !== middle) return undefined;
  const attributes = found.map(([text, name = ""]) => [name.toLowerCase(), text] as const);
  // A slash behind an unquoted value belongs to it.
  if (end.includes("/") && !/["'\s]$/.test(start + middle)) return undefined;
  const names = new Set(attributes.map(([name]) => name));
  return names.size === attributes.length ? { start, attributes, end } : undefined;
}

function editTags(html: string, edit: (parts: Parts, token: Token) => string | undefined): string {
  return untokenize(tokenize(html), (token) => {
    if (token.kind !== "open") return token.source;
    const parts = partsOf(token.source);
    return (parts && edit(parts, token)) ?? token.source;
  });
}

/** Adds attributes to a part of the tags of the body. */
function addAttributes(html: string, chance: Chance, make: () => string): string {
  return editTags(html, ({ start, attributes, end }, { isShown }) => {
    if (!isShown || !chance.happens(0.2)) return undefined;
    return `${start}${attributes.map(([, text]) => text).join("")} ${make()}${end}`;
  });
}

/** Puts something behind closing tags of blocks, where a reader would see it stand alone. */
function addBehindBlocks(html: string, likelihood: number, [chance, make]: Adder): string {
  return untokenize(tokenize(html), ({ kind, name, source, isShown, isLinked }) => {
    // A link in a link would end the outer one.
    const isPlace =
      isShown && !isLinked && kind === "close" && /^(?:p|div|section|h[1-6])$/.test(name);
    return isPlace && chance.happens(likelihood) ? source + make() : source;
  });
}

type Adder = readonly [chance: Chance, make: () => string];

function editLinks(html: string, chance: Chance, edit: (url: string) => string): string {
  return editTags(html, ({ start, attributes, end }, { name }) => {
    if (name !== "a" || !chance.happens(0.7)) return undefined;
    const written = attributes.map(([attribute, text]) => {
      const [, quote, url] = /=\s*(["'])([^"'\s]+)\1$/.exec(text) ?? [];
      if (attribute !== "href" || quote === undefined || url === undefined) return text;
      if (/^(?:#|\?|(?!https?:)[a-z]+:)/i.test(url)) return text;
      return ` href=${quote}${edit(url)}${quote}`;
    });
    return `${start}${written.join("")}${end}`;
  });
}

function withParameters(url: string, parameters: string): string {
  const [, before = "", fragment = ""] = /^((?:[^#]|(?<=&)#)*)(#.*)?$/.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&amp;" : "?"}${parameters}${fragment}`;
}

const slots: readonly ((chance: Chance) => string)[] = [
  (chance) =>
    `<ins class="adsbygoogle" style="display:block" data-ad-client="ca-pub-${chance.text(16, "0123456789")}" data-ad-slot="${chance.text(10, "0123456789")}"></ins>`,
  (chance) =>
    `<div id="div-gpt-ad-${chance.text(13, "0123456789")}-0" class="ad-slot"><span>Advertisement</span><iframe src="https://tpc.googlesyndication.com/safeframe/${chance.hex(8)}.html" title="3rd party ad content"></iframe></div>`,
  (chance) =>
    `<aside class="advert advert--mpu" data-refresh="${chance.hex(6)}"><p>Advertisement</p><a href="https://ad.doubleclick.net/ddm/clk/${chance.hex(12)}"><img src="https://s0.2mdn.net/${chance.hex(9)}.jpg" alt="Shop the ${chance.pick(["spring", "summer", "winter"])} sale"></a></aside>`,
  (chance) => `<div class="ad-container ad-top" id="ad_${chance.hex(7)}"></div>`,
  (chance) =>
    `<div id="taboola-below-article-${chance.hex(4)}" class="trc_related_container"><a href="https://www.taboola.com/?r=${chance.hex(8)}">You may like: ${chance.pick(["One trick", "Ten cars", "This town"])}</a></div>`,
  (chance) =>
    `<img src="https://pixel.tracker.test/p.gif?u=${chance.hex(16)}" width="1" height="1" alt="">`,
];

/** Ten kinds of change that mean nothing. */
export const noiseEdits: Readonly<Record<string, NoiseEdit>> = {
  "the order of attributes": (html) =>
    editTags(html, ({ start, attributes, end }) => {
      const written = attributes.toReversed().map(([, text]) => text);
      return `${start}${written.join("")}${end.replace("/", " /")}`;
    }),
  "white space": (html, chance) =>
    untokenize(tokenize(html), ({ kind, source, isShown }) =>
      kind === "text" && isShown
        ? source.replace(/[ \t\r\n]+/g, (space) => chance.pick([space, "\n\t\t", "   ", " \r\n "]))
        : source,
    ),
  "nonces and CSRF tokens": (html, chance) => {
    const token = chance.token(32);
    return html
      .replace(/<script\b/gi, `<script nonce="${chance.token(16)}"`)
      .replace(/<form\b[^>]*>/gi, `$&<input type="hidden" name="csrf_token" value="${token}">`)
      .replace(/<\/head>/i, `<meta name="csrf-token" content="${token}">$&`)
      .replace(/<body\b/i, `<body data-csrf="${token}"`);
  },
  advertisements: (html, chance) =>
    addBehindBlocks(html, 0.15, [chance, () => chance.pick(slots)(chance)]),
  "times in attributes": (html, chance) => {
    const seconds = () => 1_700_000_000 + Math.floor(chance.next() * 90_000_000);
    return addAttributes(html, chance, () =>
      chance.pick([
        `data-timestamp="${seconds()}"`,
        `data-rendered-at="${new Date(seconds() * 1000).toISOString()}"`,
        `data-t='${seconds()}${chance.text(3, "0123456789")}'`,
        `data-request-id="${chance.hex(8)}-${chance.hex(4)}-4${chance.hex(3)}-a${chance.hex(3)}-${chance.hex(12)}"`,
        `data-reactid=".${chance.hex(6)}.0.1"`,
      ]),
    );
  },
  "tracking parameters": (html, chance) =>
    editLinks(html, chance, (url) =>
      withParameters(
        url,
        chance.pick([
          "utm_source=newsletter&amp;utm_medium=email&amp;utm_campaign=c1",
          `gclid=${chance.token(20)}`,
          `fbclid=IwAR${chance.token(20)}`,
          `mc_cid=${chance.hex(10)}`,
        ]),
      ),
    ),
  "the order of classes, and classes made by programs": (html, chance) =>
    editTags(html, ({ start, attributes, end }) => {
      const written = attributes.map(([name, text]) => {
        const [, classes] = /=\s*"([^"]*)"$/.exec(text) ?? [];
        if (name !== "class" || classes === undefined) return text;
        const names = classes.split(/\s+/).toReversed();
        return ` class="${names.join("  ")} css-1${chance.text(5, "abcdefghijk")}9"`;
      });
      return `${start}${written.join("")}${end}`;
    }),
  comments: (html, chance) =>
    untokenize(tokenize(html), ({ kind, source, isShown }) => {
      if (source.startsWith("<!--") && !/^<!--\[if|^<!--\s*\[/i.test(source)) return "";
      const isPlace = isShown && (kind === "close" || kind === "text") && chance.happens(0.1);
      return isPlace ? `${source}<!-- cached ${chance.hex(8)} -->` : source;
    }),
  "scripts, styles and handlers": (html, chance) => {
    const script = () =>
      `<script>window.__t=${chance.text(10, "123456789")};document.title+="<p>x</p>"</script><style>.x${chance.hex(4)}{color:red}</style>`;
    const handled = addAttributes(html, chance, () => `onclick="track('${chance.hex(6)}')"`);
    return addBehindBlocks(handled, 0.1, [chance, script]);
  },
  "session ids and caches": (html, chance) => {
    const session = chance.hex(32);
    const linked = editLinks(html, chance, (url) =>
      /[?#;]/.test(url) || chance.happens(0.5)
        ? withParameters(url, chance.pick([`PHPSESSID=${session}`, `sid=${session}`]))
        : `${url};jsessionid=${session.toUpperCase()}`,
    );
    const version = chance.text(10, "123456789");
    return linked.replace(
      /(<img\b[^>]*?\ssrc="(?:https?:\/)?\/[^"?#]+\.(?:jpe?g|png|gif))"/gi,
      `$1?v=${version}"`,
    );
  },
};
