import type { SiteRoute } from "dragline/testing";
import type { Board } from "./board.ts";
import type { Gate } from "./gate.ts";

const paragraph =
  "The harbour opens at six in the morning and closes when the last boat has come back from sea.";

function page(title: string, rest: string): string {
  return (
    `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main>` +
    `<h1>${title}</h1><p>${paragraph}</p>${rest}</main></body></html>`
  );
}

/** The pages that cases scrape, map and crawl. */
export function pages(gate: Gate, board: Board): Readonly<Record<string, SiteRoute>> {
  return {
    "/": page(
      "Harbour",
      '<a href="/one">One</a> <a href="/two">Two</a> <a href="/one#top">One again</a> ' +
        '<a href="https://elsewhere.example/page">Elsewhere</a>',
    ),
    "/one": page("One", '<a href="/deep">Deep</a>'),
    "/two": page("Two", '<a href="/">Home</a>'),
    "/deep": page("Deep", '<a href="/deeper">Deeper</a>'),
    "/deeper": page("Deeper", ""),
    "/article": page(
      "Article",
      '<script>var secret = 1</script><a href="/one">One</a><a href="/one">One twice</a>' +
        '<a href="/two"></a><img src="/boat.png" alt="A boat"><img src="/sea.png">',
    ),
    "/forbidden": { status: 403, body: "no" },
    "/broken": { status: 500, body: "broken" },
    "/gone": { status: 410, body: "gone" },
    "/blocked": {
      status: 403,
      headers: { "cf-mitigated": "challenge", server: "cloudflare" },
      body: "<title>Just a moment...</title>",
    },
    "/private": { status: 302, headers: { location: "http://10.0.0.1/" } },
    "/elsewhere": { status: 302, headers: { location: "ftp://elsewhere.example/" } },
    "/huge": { headers: { "content-type": "text/html" }, body: "x".repeat(10 * 1_048_576 + 1) },
    "/long": page("Long", `<p>${"A long day at sea. ".repeat(25_000)}</p>`),
    "/half": page("Half", '<a href="/missing">Missing</a> <a href="/one">One</a>'),
    "/board": board.route,
    "/board/a": board.route,
    "/board/b": board.route,
    "/board/c": board.route,
    "/slow": gate.route,
    "/sized": (request, response) => {
      const size = Number(new URL(request.url ?? "", "http://site").searchParams.get("bytes"));
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("x".repeat(size));
    },
  };
}
