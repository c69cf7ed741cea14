import { readFeed, type Feed, type FeedEnclosure, type FeedEntry } from "../../html/index.ts";
import type { AcquiredPage } from "../run/acquired-page.ts";
import { escapeHtml } from "./escape-html.ts";
import type { ReadDocument } from "./read-document.ts";

/** Entries of one feed. */
const MOST_ENTRIES = 10_000;

/** A feed as a page: its title, then an article per entry with its authors, time and files. */
export function readFeedPage(page: AcquiredPage): ReadDocument {
  const feed = readFeed(page.text, { url: page.url, limit: MOST_ENTRIES });
  if (feed === undefined) return { html: page.text, warnings: ["malformed"] };
  const { title = "", description = "", language, entries } = feed;
  const head = `<title>${escapeHtml(title)}</title><meta name="description" content="${escapeHtml(description)}">`;
  const heading = title === "" ? "" : `<h1>${escapeHtml(title)}</h1>`;
  const body = `${heading}${paragraph(escapeHtml(description))}${entries.map((entry) => article(entry)).join("\n")}`;
  const lang = language === undefined ? "" : ` lang="${escapeHtml(language)}"`;
  const html = `<!DOCTYPE html><html${lang}><head>${head}${siteLink(feed)}</head><body><main>${body}</main></body></html>`;
  return { html, ...(feed.truncated && { warnings: ["truncated"] }) };
}

function siteLink({ siteUrl }: Feed): string {
  return siteUrl === undefined ? "" : `<link rel="home" href="${escapeHtml(siteUrl)}">`;
}

function article(entry: FeedEntry): string {
  const { title, url, authors, published, updated, summary = "", content = "" } = entry;
  const name = escapeHtml(title ?? url ?? "");
  const heading = url === undefined ? name : link(url, name);
  const time = published ?? updated;
  const byline = [
    ...(authors.length === 0 ? [] : [escapeHtml(authors.join(", "))]),
    ...(time === undefined ? [] : [timeElement(time)]),
  ].join(" · ");
  const body = content === "" ? paragraph(escapeHtml(summary)) : content;
  const files = entry.enclosures.map((file) => enclosure(file, body)).join("");
  const top = heading === "" ? "" : `<h2>${heading}</h2>`;
  return `<article>${top}${paragraph(byline)}${body}${files}</article>`;
}

function timeElement(time: string): string {
  const shown = time.replace("T00:00:00.000Z", "").replace(".000Z", "Z");
  return `<time datetime="${time}">${shown}</time>`;
}

/** A picture is shown, once; another file is a link. */
function enclosure({ url, type = "" }: FeedEnclosure, body: string): string {
  if (body.includes(escapeHtml(url))) return "";
  const isPicture =
    type.startsWith("image/") || /\.(?:avif|gif|jpe?g|png|webp)$/i.test(pathOf(url));
  if (isPicture) return paragraph(`<img src="${escapeHtml(url)}" alt="">`);
  return paragraph(link(url, escapeHtml(pathOf(url).split("/").at(-1) || url)));
}

function pathOf(url: string): string {
  return URL.parse(url)?.pathname ?? "";
}

function link(url: string, html: string): string {
  return `<a href="${escapeHtml(url)}">${html}</a>`;
}

function paragraph(html: string): string {
  return html === "" ? "" : `<p>${html}</p>`;
}
