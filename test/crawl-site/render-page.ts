import type { SiteLink, SiteNode } from "./site-node.ts";

/** Bytes of filling, by number, so that pages are of different length. */
export interface PageSize {
  readonly least: number;
  readonly most: number;
}

const SENTENCE = "The quick brown fox jumps over the lazy dog near the river bank. ";

/** A page as HTML; its links still have `{origin}` and the like in them. */
export function renderPage(node: SiteNode, at: number, { least, most }: PageSize): string {
  const quirk = node.answer.kind === "page" ? node.answer.quirk : undefined;
  const text = filling(least + ((at * 7_919) % Math.max(1, most - least)));
  const title = quirk === "soft-404" ? "404 Not Found" : `Page ${at}`;
  const head = node.links.filter(({ form }) => ["refresh", "next", "prev"].includes(form));
  const rest = node.links.filter((link) => !head.includes(link));
  const isBroken = quirk === "broken";
  const heading = `<title>${title}</title>${headOf(quirk)}${head.map(markup).join("")}`;
  const list = rest.map(isBroken ? brokenMarkup : markup);
  switch (quirk) {
    case "frameset":
      return `<!doctype html><html><head>${heading}</head><frameset cols="*">${list.join("")}</frameset></html>`;
    case "broken":
      return `<TITLE>${title}${heading.replace(`<title>${title}`, "")}<p><table><b><div>${text}${list.join("</p><i>")}</span><script>var a = "<a href='/hidden/in-script'>";</script><!-- <a href="/hidden/in-comment"> --`;
    case "xhtml":
      return `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head>${heading}</head><body>${list.join("")}<p>${text}</p></body></html>`;
    default:
      return `<!doctype html><html><head>${heading}</head><body><h1>${title}</h1>${text}<ul><li>${list.join("</li><li>")}</li></ul>${HIDDEN}</body></html>`;
  }
}

/** What looks like a link and is none. */
const HIDDEN = `<!-- <a href="/hidden/in-comment">x</a> --><script>x = "<a href='/hidden/in-script'>";</script><textarea><a href="/hidden/in-textarea">x</a></textarea><a name="here">x</a>`;

function headOf(quirk: string | undefined): string {
  if (quirk === "base") return `<base href="/base/dir/">`;
  if (quirk === "meta-nofollow") return `<meta name="robots" content="noarchive, NOFOLLOW">`;
  return quirk === "canonical-elsewhere" ? `<link rel="canonical" href="/hidden/canonical">` : "";
}

function filling(bytes: number): string {
  const paragraph = `<p>${SENTENCE.repeat(8)}</p>\n`;
  return paragraph
    .repeat(Math.ceil(bytes / paragraph.length))
    .slice(0, bytes)
    .concat("</p>");
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}

function markup({ href, form, nofollow }: SiteLink): string {
  const url = escapeAttribute(href);
  const rel = nofollow === true ? ` rel="external NoFollow"` : "";
  switch (form) {
    case "area":
      return `<map name="m"><area href="${url}"${rel} alt="x"></map>`;
    case "iframe":
      return `<iframe src="${url}"></iframe>`;
    case "frame":
      return `<frame src="${url}">`;
    case "refresh":
      return `<meta http-equiv="Refresh" content="5; url='${url}'">`;
    case "next":
    case "prev":
      return `<link rel="${form} nosuch" href="${url}">`;
    default:
      return `<a href="${url}"${rel}>link</a>`;
  }
}

/** Without quotes, in capitals, never closed, and with a bare ampersand where that may be. */
function brokenMarkup(link: SiteLink): string {
  if (link.form !== "anchor" || !/^[\w/:.?=&%~#;{}-]+$/.test(link.href)) return markup(link);
  return `<A CLASS=x HREF=${link.href}${link.nofollow === true ? " REL=nofollow" : ""} HREF=/hidden/twice><DIV>link`;
}
