import { escapeHtml } from "../escape-html.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";
import { paragraph, sentence } from "../prose.ts";

const labels = {
  queries: {
    en: "river walks|tax return|sourdough|bike repair",
    de: "Wanderwege|Steuererklärung|Sauerteig|Fahrrad reparieren",
    fr: "randonnées|déclaration d'impôts|levain|réparer un vélo",
    es: "rutas a pie|declaración de la renta|masa madre|reparar bicicleta",
    ja: "散歩道|確定申告|パン種|自転車修理",
  },
  heading: {
    en: "Search results for",
    de: "Suchergebnisse für",
    fr: "Résultats pour",
    es: "Resultados para",
    ja: "検索結果:",
  },
  found: { en: "results", de: "Treffer", fr: "résultats", es: "resultados", ja: "件" },
  in: { en: "seconds", de: "Sekunden", fr: "secondes", es: "segundos", ja: "秒" },
  sponsored: { en: "Sponsored", de: "Anzeige", fr: "Annonce", es: "Anuncio", ja: "広告" },
  also: {
    en: "Related searches",
    de: "Ähnliche Suchanfragen",
    fr: "Recherches associées",
    es: "Búsquedas relacionadas",
    ja: "関連する検索",
  },
  types: {
    en: "All|News|Images|Documents",
    de: "Alle|Nachrichten|Bilder|Dokumente",
    fr: "Tout|Actualités|Images|Documents",
    es: "Todo|Noticias|Imágenes|Documentos",
    ja: "すべて|ニュース|画像|文書",
  },
  cached: { en: "Cached", de: "Im Cache", fr: "En cache", es: "En caché", ja: "キャッシュ" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    query: { type: "string", description: "What was searched for" },
    total_results: { type: "integer" },
    results: {
      type: "array",
      description: "Organic results only, no advertisements",
      items: {
        type: "object",
        properties: {
          title: { type: "string" },
          url: { type: "string", format: "uri" },
          snippet: { type: "string" },
          date: { type: "string", format: "date" },
        },
        required: ["title", "url"],
      },
    },
  },
  required: ["results"],
};

interface Result {
  readonly [name: string]: string | undefined;
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
  readonly date: string | undefined;
}

function result(page: Page, dated: boolean): Result {
  const { random, language } = page;
  const title = sentence(random, language).replace(/[.。]$/, "");
  return {
    title,
    url: `https://${random.pick(["news", "wiki", "blog", "www"])}.${random.hex(5)}.example/${slug(title)}`,
    snippet: paragraph(random, language, random.whole(1, 3)),
    date: dated && random.chance(0.7) ? page.day(2019, 2026) : undefined,
  };
}

function content(page: Page) {
  const { random, language } = page;
  const dated = page.site.choose("dated", [true, false]);
  return {
    query: random.pick(labels.queries[language].split("|")),
    total_results: page.maybe(0.8, () => random.whole(120, 980_000)),
    results: random.times(random.whole(7, 12), () => result(page, dated)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { query, results } = values;
  return {
    path: `/search?q=${encodeURIComponent(query)}`,
    title: `${page.site.word(labels.heading)} ${query}`,
    crumbs: [query],
    values,
    type: "SearchResultsPage",
    linked: {
      "@type": "SearchResultsPage",
      about: query,
      mainEntity: {
        "@type": "ItemList",
        numberOfItems: values.total_results,
        itemListElement: results.map(({ title, url, snippet, date }, at) => ({
          "@type": "ListItem",
          position: at + 1,
          name: title,
          url,
          description: snippet,
          ...(date !== undefined && {
            item: { "@type": "WebPage", "@id": url, name: title, datePublished: date },
          }),
        })),
      },
    },
    teasers: [],
    blocks: [head(page, values), list(page, values), related(page)],
  };
}

function head(page: Page, { query, total_results: total }: Content): string {
  const box = `<form action="/search"><input name="q" value="${escapeHtml(query)}" aria-label="q"></form>`;
  const tabs = labels.types[page.language]
    .split("|")
    .map((type) => `<a href="#${slug(type)}">${escapeHtml(type)}</a>`);
  const seconds = formatNumber(page.random.whole(11, 98) / 100, page.locale, 2);
  const count =
    total === undefined
      ? ""
      : `<p${page.css("count")}>${formatNumber(total, page.locale)} ${page.word(labels.found)} (${seconds} ${page.word(labels.in)})</p>`;
  return `<h1${page.css("title")}>${page.word(labels.heading)} “<span${page.css("query")}>${escapeHtml(query)}</span>”</h1>${box}<nav${page.css("tabs")}>${tabs.join(" ")}</nav>${count}`;
}

function list(page: Page, { results }: Content): string {
  const [outer, inner] = page.site.choose("list tags", [
    ["ol", "li"],
    ["div", "div"],
    ["section", "article"],
  ] as const);
  const items = results.map(
    (each) => `<${inner}${page.css("result")}>${entry(page, each)}</${inner}>`,
  );
  const promo = page.random.chance(0.5)
    ? `<${inner}${page.css("result-ad")}><small>${page.word(labels.sponsored)}</small> <a href="https://ads.example/${page.random.hex(6)}">${escapeHtml(page.paragraph(1))}</a></${inner}>`
    : "";
  return `<${outer}${page.css("results")}>${promo}${items.join("\n")}</${outer}>`;
}

function entry(page: Page, { title, url, snippet, date }: Result): string {
  const crumbs = new URL(url).hostname;
  const heading = `<h3${page.css("result-title")}><a href="${url}">${escapeHtml(title)}</a></h3>`;
  const address = `<cite${page.css("result-site")}>${crumbs} › …</cite> <a href="/cache/${page.random.hex(5)}">${page.word(labels.cached)}</a>`;
  const day =
    date === undefined
      ? ""
      : `<span${page.css("result-date")}>${escapeHtml(page.date(date))}</span> `;
  const text = `<div${page.css("result-text")}>${day}<span${page.css("snippet")}>${escapeHtml(snippet)}</span></div>`;
  return page.site.arrange("result", [heading, address, text]).join("\n");
}

function related(page: Page): string {
  const links = labels.queries[page.language]
    .split("|")
    .map(
      (query) =>
        `<li><a href="/search?q=${encodeURIComponent(query)}">${escapeHtml(query)}</a></li>`,
    );
  return `<div${page.css("related-searches")}><h2>${page.word(labels.also)}</h2><ul>${links.join("")}</ul></div>`;
}

/** What a search has found. */
export const searchResults: PageTemplate = {
  name: "search-results",
  schema,
  held: false,
  countries: [locales.us, locales.gb, locales.de, locales.es, locales.ja],
  carriers: ["json-ld", "next-data", "json-ld", "next-data", "json-ld-graph"],
  draw,
};
