import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { encode } from "fast-png";
import type { BenchmarkSize } from "./case.ts";
import { pageLoaders } from "./pages.ts";

// Serves real pages whose resources have the size that is usual on the web (HTTP Archive, medians:
// 58 KB an image, 70 KB of styles, some 500 KB of scripts), all from loopback, until its parent disconnects;
// sends its port and the number of pages first. `/N` is a page.
const size = (process.argv[2] ?? "full") as BenchmarkSize;
const isSmall = process.argv[3] === "small";
const PAGES = size === "smoke" ? 8 : 48;
const LARGEST = 400_000;

const script = readFileSync(
  join(import.meta.dirname, "../node_modules/vue/dist/vue.global.prod.js"),
  "utf8",
);
const style = Array.from(
  { length: 700 },
  (_, at) =>
    `.c${at} > p, .d${at} li a:hover { margin: ${at}px; color: #${(at * 4099) % 999}abc; }`,
).join("\n");
/** Half of it noise, which does not compress, as in a photograph. */
const pixels = Uint8Array.from({ length: 480 * 320 * 3 }, (_, at) =>
  at % 7 === 0 ? (at * at * 31 + at * 7) & 0xff : (at / 1800) & 0xff,
);
const image = encode({ width: 480, height: 320, channels: 3, data: pixels });

const small = Array.from(
  { length: PAGES },
  (_, at) =>
    `<!doctype html><title>Page ${at}</title><body><div id="app"></div><script>app.innerHTML = "<h1>Page ${at}</h1>" + "<p>Some words.</p>".repeat(50);</script>`,
);

const pages = isSmall ? small : realPages();

function realPages(): string[] {
  return pageLoaders(size)
    .map((load) => load())
    .filter((html) => html.length < LARGEST)
    .slice(0, PAGES)
    .map(localised);
}

/**
 * Every resource comes from here, and what scripts would ask of other hosts is not asked. Pages
 * share up to three scripts and three style sheets, as those of one website do; images are their own.
 */
function localised(html: string, page: number): string {
  const counts = { script: 0, style: 0, image: 0 };
  const next = (kind: keyof typeof counts): number => (counts[kind] += 1);
  const upTo3 = (kind: "script" | "style", element: (at: number) => string): string => {
    const at = next(kind);
    return at <= 3 ? element(at) : "";
  };
  return html
    .replaceAll(/<script\b[^>]*\bsrc=[^>]*>[^]*?<\/script>/gi, () =>
      upTo3("script", (at) => `<script src="/script.js?${at}"></script>`),
    )
    .replaceAll(/<script\b(?![^>]*\bsrc="\/script)[^>]*>[^]*?<\/script>/gi, "")
    .replaceAll(/<link\b[^>]*\brel=["']?stylesheet[^>]*>/gi, () =>
      upTo3("style", (at) => `<link rel="stylesheet" href="/style.css?${at}">`),
    )
    .replaceAll(/<link\b(?!\s+rel="stylesheet" href="\/style)[^>]*>/gi, "")
    .replaceAll(/\b(?:srcset|imagesrcset|poster)=(?:"[^"]*"|'[^']*')/gi, "")
    .replaceAll(
      /(<(?:img|source|input)\b[^>]*?\bsrc=)(?:"[^"]*"|'[^']*')/gi,
      (_, head: string) => `${head}"/image.png?${page}-${next("image")}"`,
    )
    .replaceAll(/<(?:iframe|embed|object|video|audio|base|meta[^>]*refresh)\b[^>]*>/gi, "")
    .replaceAll(/url\([^)]*\)/gi, "none")
    .replaceAll(/@import[^;]*;/gi, "");
}

const resources: Readonly<Record<string, readonly [type: string, body: string | Uint8Array]>> = {
  "/script.js": ["text/javascript", script],
  "/style.css": ["text/css", style],
  "/image.png": ["image/png", image],
};

/** Whatever still names another host is not asked. */
const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'self' 'unsafe-inline' 'unsafe-eval' data:",
};

const server = createServer(({ url = "/" }, response) => {
  const [path = "/"] = url.split("?", 1);
  const resource = resources[path];
  const page = pages[Number(path.slice(1)) % pages.length];
  if (resource !== undefined) {
    response.writeHead(200, { "content-type": resource[0], "cache-control": "max-age=3600" });
    response.end(resource[1]);
  } else if (page === undefined) {
    response.writeHead(404).end();
  } else {
    response.writeHead(200, headers).end(page);
  }
});
server.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port, count: pages.length });
});
process.once("disconnect", () => process.exit());
