import { escapeHtml } from "./escape-html.ts";
import { carrierHead, carrierState } from "./carriers.ts";
import { frameWords } from "./frame-words.ts";
import {
  advertisement,
  commentList,
  footer,
  header,
  openingHours,
  sidebar,
  teaserList,
} from "./frame-blocks.ts";
import type { Page } from "./page.ts";
import type { Drawn } from "./page-template.ts";
import { paragraph, sentence } from "./prose.ts";
import type { Random } from "./random.ts";
import { scriptNoise, styleSheet } from "./page-assets.ts";

/** A whole page: what the template has drawn inside what the site puts around it. */
export function framePage(page: Page, drawn: Drawn, noise: Random): string {
  const { site, locale } = page;
  const content = contentOf(page, drawn, noise);
  const aside = sidebar(page, noise);
  const columns = site.redesign === "order" ? [aside, content] : [content, aside];
  return [
    `<!doctype html>\n<html lang="${locale.tag}">\n<head>${headOf(page, drawn, noise)}</head>`,
    `<body${site.css("page")}>`,
    cookieBanner(page),
    header(page, noise),
    breadcrumbs(page, drawn.crumbs),
    noise.chance(0.5) ? advertisement(page, noise) : "",
    site.wrap(`<div${site.css("columns")}>${columns.join("\n")}</div>`),
    teaserList(page, drawn.teasers, noise),
    noise.chance(0.6) ? commentList(page, noise) : "",
    footer(page, noise),
    carrierState(page, drawn, noise),
    scriptNoise(noise, 3),
    "</body>\n</html>",
  ].join("\n");
}

function headOf(page: Page, drawn: Drawn, noise: Random): string {
  const title = fullTitle(page, drawn.title);
  return `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(`${title}. ${sentence(noise, page.language)}`)}">
<link rel="canonical" href="${page.url(drawn.path)}"><link rel="icon" href="/static/favicon.ico">
${carrierHead(page, drawn, noise)}
<style>${styleSheet(page.site)}</style>
${scriptNoise(noise, noise.whole(4, 14))}`;
}

function fullTitle(page: Page, title: string): string {
  const between = page.site.choose("title", [" | ", " – ", " - "]);
  return title + between + page.site.title;
}

function contentOf(page: Page, drawn: Drawn, noise: Random): string {
  const { site } = page;
  const [open, close] = site.choose("main", [
    ["<main", "</main>"],
    ['<div role="main"', "</div>"],
    ['<div id="content"', "</div>"],
    ["<main><article", "</article></main>"],
  ] as const);
  const blocks = site.arrange("blocks", drawn.blocks).map((block) => site.wrap(block));
  const filled = blocks.flatMap((block) => [block, filler(page, noise)]);
  const thing = page.carrier === "rdfa" ? ' vocab="https://schema.org/"' : "";
  return `${open}${site.css("content")}${thing}${page.scope(drawn.type)}>\n${filled.join("\n")}\n${updated(page, noise)}${close}`;
}

/** What stands between the blocks of some pages. */
function filler(page: Page, noise: Random): string {
  if (noise.chance(0.6)) return "";
  return noise.pick([
    () => advertisement(page, noise),
    () =>
      `<div${page.css("share")}><button type="button">${page.word(frameWords.share)}</button></div>`,
    () => `<p${page.css("note")}>${escapeHtml(paragraph(noise, page.language, 2))}</p>`,
    () => openingHours(page),
  ])();
}

function updated(page: Page, noise: Random): string {
  if (noise.chance(0.4)) return "";
  const date = page.date(`2026-${noise.pick(["07", "08", "09"])}-${noise.whole(10, 28)}`);
  return `<p${page.css("meta")}>${page.word(frameWords.updated)}: ${escapeHtml(date)} · ♥ ${noise.whole(4, 980)}</p>`;
}

function breadcrumbs(page: Page, crumbs: readonly string[]): string {
  const links = [page.site.word(frameWords.home), ...crumbs].map(
    (crumb, at) => `<li><a href="/c/${at}">${escapeHtml(crumb)}</a></li>`,
  );
  return `<nav aria-label="Breadcrumb"${page.css("breadcrumbs")}><ol>${links.join("")}</ol></nav>`;
}

function cookieBanner(page: Page): string {
  return `<div id="${page.site.choose("banner", ["cookie-banner", "consent", "cmp"])}"${page.css("cookies")} role="dialog"><p>${page.word(frameWords.cookies)}</p><button>${page.word(frameWords.accept)}</button> <button>${page.word(frameWords.refuse)}</button></div>`;
}
