import { escapeHtml } from "./escape-html.ts";
import { frameWords } from "./frame-words.ts";
import {
  cityName,
  companyName,
  day,
  personName,
  phoneNumber,
  slug,
  streetAddress,
} from "./names.ts";
import type { Page } from "./page.ts";
import type { Teaser } from "./page-template.ts";
import { paragraph, sentence } from "./prose.ts";
import { Random } from "./random.ts";

/** The site's head with its menu, the same on all its pages but for the counters. */
export function header(page: Page, noise: Random): string {
  const { site } = page;
  const cart = noise.whole(0, 4);
  return `<header${site.css("header")}>
<a href="/"${site.css("logo")}><svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><path d="M4 28 16 4l12 24z"/></svg><span>${escapeHtml(site.title)}</span></a>
<form action="/search" role="search"${site.css("search")}><label for="q">${page.word(frameWords.search)}</label><input id="q" name="q" type="search"><button>${page.word(frameWords.search)}</button></form>
<a href="/account"${site.css("account")}>${page.word(frameWords.account)}</a> <a href="/cart"${site.css("cart")} aria-label="Cart"><span${site.css("badge")}>${cart}</span></a>
${site.wrap(`<nav${site.css("menu")}><ul>${menu(page)}</ul></nav>`)}
</header>`;
}

/** A menu with one level below; some sites have a large one. */
function menu(page: Page): string {
  const names = frameWords.menu[page.language].split("|");
  const below = page.site.choose("menu", [0, 3, 8, 12]);
  const random = new Random(page.site.host);
  const entry = (name: string, inner: string): string =>
    `<li${page.css("menu-item")}><a href="/${slug(name)}-${random.whole(1, 99)}"${page.css("menu-link")}>${escapeHtml(name)}</a>${inner}</li>`;
  return names
    .slice(0, 8)
    .map((name) => {
      const inner = random.sample(names, below).map((word) => entry(word, ""));
      return entry(
        name,
        inner.length === 0 ? "" : `<ul${page.css("submenu")}>${inner.join("")}</ul>`,
      );
    })
    .join("\n");
}

/** What is beside the content: articles with dates, people, counters. */
export function sidebar(page: Page, noise: Random): string {
  const items = noise.times(noise.whole(3, 7), (at) => {
    const date = page.date(day(noise));
    return `<li${page.css("teaser-item")}><a href="/magazine/${noise.hex(5)}"><strong>${at + 1}. ${escapeHtml(sentence(noise, page.language))}</strong></a><br><small>${escapeHtml(personName(noise, page.language))} · ${escapeHtml(date)} · ${noise.whole(2, 480)} ${page.word(frameWords.views)}</small></li>`;
  });
  return `<aside${page.css("sidebar")}><h2>${page.word(frameWords.popular)}</h2><ol>${items.join("\n")}</ol>${advertisement(page, noise)}</aside>`;
}

/** Other things of the page's kind. */
export function teaserList(page: Page, teasers: readonly Teaser[], noise: Random): string {
  if (teasers.length === 0) return "";
  const cards = teasers.map(
    ({ title, note }) =>
      `<li${page.css("card")}><a href="/r/${noise.hex(6)}"><img src="/media/${noise.hex(8)}.jpg" alt="" loading="lazy" width="160" height="120"><h3${page.css("card-title")}>${escapeHtml(title)}</h3></a><p${page.css("card-note")}>${escapeHtml(note)}</p></li>`,
  );
  return `<section${page.css("related")}><h2>${page.word(frameWords.related)}</h2><ul${page.css("cards")}>${cards.join("\n")}</ul></section>`;
}

/** What readers have left, with their names and dates. */
export function commentList(page: Page, noise: Random): string {
  const comments = noise.times(noise.whole(1, 9), () => {
    const text = paragraph(noise, page.language, noise.whole(1, 4));
    return `<li${page.css("comment")}><b${page.css("comment-name")}>${escapeHtml(personName(noise, page.language))}</b> <time${page.css("comment-time")}>${escapeHtml(page.date(day(noise)))}</time><p>${escapeHtml(text)}</p><button type="button">${page.word(frameWords.reply)}</button></li>`;
  });
  return `<section${page.css("comments")}><h2>${page.word(frameWords.comments)} (${comments.length})</h2><ol>${comments.join("\n")}</ol></section>`;
}

/** A picture that leads away. */
export function advertisement(page: Page, noise: Random): string {
  const price = page.money(noise.whole(9, 499));
  return `<div${page.css("ad")} data-slot="${noise.hex(4)}"><span>${page.word(frameWords.advertisement)}</span> <a href="https://ads.example/click?c=${noise.hex(10)}" rel="sponsored nofollow">${escapeHtml(companyName(noise, page.language))}: ${escapeHtml(price)}</a></div>`;
}

/** A second table. */
export function openingHours(page: Page): string {
  const times = ["09:00–18:30", "10:00–16:00", "–"];
  const rows = frameWords.days[page.language]
    .split("|")
    .map((name, at) => `<tr><td>${escapeHtml(name)}</td><td>${times[at] ?? ""}</td></tr>`);
  return `<table${page.css("hours")}><caption>${page.word(frameWords.hours)}</caption>${rows.join("")}</table>`;
}

/** The end of the page: many links, the firm's address, the year. */
export function footer(page: Page, noise: Random): string {
  const random = new Random(`${page.site.host}/footer`);
  const columns = random.times(page.site.choose("footer", [2, 4, 6]), () => {
    const links = random
      .sample(frameWords.menu[page.language].split("|"), 9)
      .map((name) => `<li><a href="/${slug(name)}/${random.hex(4)}">${escapeHtml(name)}</a></li>`);
    return `<div${page.css("footer-column")}><h4>${escapeHtml(companyName(random, page.language))}</h4><ul>${links.join("")}</ul></div>`;
  });
  const { language, locale } = page;
  const address = `${streetAddress(random, language)}, ${cityName(random, language)} · ${phoneNumber(random, locale)}`;
  return `<footer${page.css("footer")}>
<form${page.css("newsletter")}><label>${page.word(frameWords.newsletter)} <input type="email" name="mail"></label><button>OK</button></form>
<div${page.css("footer-columns")}>${columns.join("\n")}</div>
<p>© 2009–2026 ${escapeHtml(page.site.title)}. ${page.word(frameWords.rights)} ${escapeHtml(address)}</p>
<!-- rendered by web-${noise.whole(1, 9)} in ${noise.whole(8, 240)} ms -->
</footer>`;
}
