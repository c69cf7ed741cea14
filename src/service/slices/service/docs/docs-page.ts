import { escapeAttribute, escapeText } from "../../../../html/internal.ts";
import type { DispatchRoute, Route } from "../../../http/route.ts";
import { docsScript } from "./docs-script.ts";
import { docsStyle } from "./docs-style.ts";

type Row = Pick<Route | DispatchRoute, "method" | "path" | "operationId" | "tag" | "summary">;

/** A file of the page. */
interface DocsFile {
  readonly type: string;
  readonly text: string;
}

/** Files of the page, by the name that they are served under. */
export const docsFiles: ReadonlyMap<string, DocsFile> = new Map([
  ["docs.css", { type: "text/css; charset=utf-8", text: docsStyle }],
  ["docs.js", { type: "text/javascript; charset=utf-8", text: docsScript }],
]);

/**
 * The page that shows the description: its routes by family, which can be read without scripts; the
 * rest of a route is filled in from the description when it is opened.
 * @param baseUrl absolute, with the version
 */
export function docsPage(rows: readonly Row[], baseUrl: string): string {
  const root = escapeAttribute(new URL(baseUrl).pathname);
  const families = [...Map.groupBy(rows, ({ tag }) => tag)];
  const links = families.map(
    ([tag]) => `<li><a href="#${slugOf(tag)}">${escapeText(tag)}</a></li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Dragline API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${root}/docs/docs.css">
</head>
<body data-base="${escapeAttribute(baseUrl)}" data-description="${root}/openapi.json">
<a class="skip" href="#routes">Skip to the routes</a>
<header>
<h1>Dragline API</h1>
<p>Base URL <code>${escapeText(baseUrl)}</code> · <a href="${root}/openapi.json">OpenAPI 3.1</a></p>
<form id="tools">
<label>Your API key <input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="dl_…"></label>
<label>Find a route <input id="find" type="search" autocomplete="off" placeholder="crawl, POST, /jobs …"></label>
</form>
<p class="quiet">The key stays in this page: it is sent with what you try, and forgotten when you leave. What you try is real, and costs credits.</p>
<noscript><p>Examples and trying need JavaScript; the list of routes does not.</p></noscript>
</header>
<div class="columns">
<nav aria-label="Families of routes"><ul>
${links.join("\n")}
</ul></nav>
<main id="routes">
${families.map(([tag, own]) => familyText(tag, own)).join("\n")}
<p id="none" hidden>No route has that in its path or summary.</p>
</main>
</div>
<script src="${root}/docs/docs.js"></script>
</body>
</html>
`;
}

/** What the page may load: its own server's files, and nothing else. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function familyText(tag: string, rows: readonly Row[]): string {
  const id = slugOf(tag);
  const routes = rows.map(routeText).join("\n");
  return `<section aria-labelledby="${id}"><h2 id="${id}">${escapeText(tag)}</h2>\n${routes}\n</section>`;
}

function routeText({ method, path, operationId, summary }: Row): string {
  const shown = escapeText(path).replaceAll("/", "/<wbr>");
  return (
    `<details id="${escapeAttribute(operationId)}" data-method="${method.toLowerCase()}" data-path="${escapeAttribute(path)}">` +
    `<summary><b class="method ${method.toLowerCase()}">${method}</b> <code>${shown}</code> ` +
    `<span>${escapeText(summary)}</span></summary></details>`
  );
}

function slugOf(tag: string): string {
  return `family-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
}
