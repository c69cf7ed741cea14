import { escapeHtml } from "../escape-html.ts";
import { locales, type Words } from "../locale.ts";
import { companyName } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";
import type { Random } from "../random.ts";

const topics: Words = {
  en: "Sediment Transport|Bird Migration|Urban Heat|Protein Folding|Labour Markets|Graph Colouring",
  de: "Sedimenttransport|Vogelzug|Städtische Hitze|Proteinfaltung|Arbeitsmärkte|Graphenfärbung",
  fr: "Transport de sédiments|Migration des oiseaux|Chaleur urbaine|Repliement des protéines",
  es: "Transporte de sedimentos|Migración de aves|Calor urbano|Plegamiento de proteínas",
  ja: "土砂輸送|鳥の渡り|都市の暑熱|タンパク質の折り畳み",
};
const frames: Words = {
  en: "A long-term study of %|Modelling % with sparse data|% revisited",
  de: "Eine Langzeitstudie: %|%: ein Modell mit wenigen Daten|% neu betrachtet",
  fr: "Une étude à long terme : %|Modéliser : %|% : un nouveau regard",
  es: "Un estudio a largo plazo: %|Modelos de %|% revisitado",
  ja: "%に関する長期研究|%のモデル化",
};
const journals =
  "Journal of Applied Patterns|Annals of Field Work|Open Systems Letters|Acta Regionalis";

const labels = {
  authors: { en: "Authors", de: "Autoren", fr: "Auteurs", es: "Autores", ja: "著者" },
  journal: {
    en: "Journal|Published in",
    de: "Zeitschrift",
    fr: "Revue",
    es: "Revista",
    ja: "掲載誌",
  },
  volume: { en: "Volume", de: "Band", fr: "Volume", es: "Volumen", ja: "巻" },
  issue: { en: "Issue", de: "Heft", fr: "Numéro", es: "Número", ja: "号" },
  pages: { en: "Pages", de: "Seiten", fr: "Pages", es: "Páginas", ja: "ページ" },
  published: {
    en: "Published|Publication date",
    de: "Veröffentlicht|Erschienen am",
    fr: "Publié le",
    es: "Publicado",
    ja: "公開日",
  },
  received: { en: "Received", de: "Eingegangen", fr: "Reçu le", es: "Recibido", ja: "受付日" },
  accepted: { en: "Accepted", de: "Angenommen", fr: "Accepté le", es: "Aceptado", ja: "受理日" },
  abstract: {
    en: "Abstract|Summary",
    de: "Zusammenfassung",
    fr: "Résumé",
    es: "Resumen",
    ja: "要旨",
  },
  keywords: {
    en: "Keywords",
    de: "Schlagwörter|Stichwörter",
    fr: "Mots-clés",
    es: "Palabras clave",
    ja: "キーワード",
  },
  references: {
    en: "References",
    de: "Literatur",
    fr: "Références",
    es: "Referencias",
    ja: "参考文献",
  },
  pdf: {
    en: "Download PDF",
    de: "PDF herunterladen",
    fr: "Télécharger le PDF",
    es: "Descargar PDF",
    ja: "PDFをダウンロード",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    title: { type: "string" },
    authors: { type: "array", items: { type: "string" } },
    journal: { type: "string" },
    volume: { type: "string" },
    issue: { type: "string" },
    pages: { type: "string", description: "First and last page, as printed" },
    doi: { type: "string", description: "Digital object identifier without resolver" },
    published: { type: "string", format: "date" },
    abstract: { type: "string" },
    keywords: { type: "array", items: { type: "string" } },
    pdf_url: { type: "string", format: "uri" },
  },
  required: ["title", "authors"],
};

function title(random: Random, language: Page["language"]): string {
  return random
    .pick(frames[language].split("|"))
    .replace("%", random.pick(topics[language].split("|")));
}

function content(page: Page) {
  const { random, language } = page;
  const first = random.whole(1, 900);
  const id = `${random.whole(100, 999)}.${random.whole(1000, 9999)}`;
  return {
    title: title(random, language),
    authors: [...new Set(random.times(random.whole(1, 6), () => page.person()))],
    journal: random.pick(journals.split("|")),
    volume: page.maybe(0.9, () => String(random.whole(2, 88))),
    issue: page.maybe(0.7, () => String(random.whole(1, 12))),
    pages: page.maybe(0.7, () => `${first}–${first + random.whole(6, 30)}`),
    doi: page.maybe(0.9, () => `10.${random.whole(1000, 9999)}/${id}`),
    published: page.day(2015, 2025),
    abstract: page.paragraph(random.whole(4, 9)),
    keywords: page.maybe(0.7, () => random.sample(topics[language].split("|"), random.whole(2, 4))),
    pdf_url: page.maybe(0.8, () => page.url(`/download/${id}.pdf`)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { authors, keywords, doi } = values;
  return {
    path: `/article/${page.random.hex(8)}`,
    title: values.title,
    crumbs: [values.journal, values.volume ?? "–"],
    values,
    type: "ScholarlyArticle",
    linked: {
      "@type": "ScholarlyArticle",
      headline: values.title,
      author: authors.map((name) => ({
        "@type": "Person",
        name,
        affiliation: { "@type": "Organization", name: "Institute" },
      })),
      datePublished: values.published,
      dateModified: "2026-01-15",
      isPartOf: {
        "@type": "PublicationIssue",
        issueNumber: values.issue,
        isPartOf: {
          "@type": "PublicationVolume",
          volumeNumber: values.volume,
          isPartOf: { "@type": "Periodical", name: values.journal },
        },
      },
      pagination: values.pages,
      identifier: doi && { "@type": "PropertyValue", propertyID: "doi", value: doi },
      description: values.abstract,
      keywords: page.random.chance(0.5) ? keywords : keywords?.join(", "),
    },
    openGraph: { "og:type": "article" },
    teasers: otherPapers(page),
    blocks: [
      head(page, values),
      abstractBlock(page, values),
      facts(page, values),
      references(page),
    ],
  };
}

function head(page: Page, { title: name, authors, pdf_url: pdf }: Content): string {
  const people = authors.map(
    (author, at) =>
      `<a href="/authors/${at}"${page.css("author")}><span${page.prop("author")}>${escapeHtml(author)}</span><sup>${at + 1}</sup></a>`,
  );
  const list = page.site.choose("author list", [true, false])
    ? `<ul${page.css("authors")} aria-label="${page.word(labels.authors)}">${people.map((person) => `<li>${person}</li>`).join("")}</ul>`
    : `<p${page.css("authors")}><b>${page.word(labels.authors)}:</b> ${people.join(", ")}</p>`;
  const link =
    pdf === undefined ? "" : `<a${page.css("pdf")} href="${pdf}">${page.word(labels.pdf)}</a>`;
  return `<h1${page.css("title")}${page.prop("headline")}>${escapeHtml(name)}</h1>${list}<p${page.css("affiliation")}><sup>1</sup> ${escapeHtml(companyName(page.random, page.language))}</p>${link}`;
}

function abstractBlock(page: Page, { abstract, keywords }: Content): string {
  const words = (keywords ?? []).map((word) => `<li${page.css("tag")}>${escapeHtml(word)}</li>`);
  const tags =
    keywords === undefined
      ? ""
      : `<h3>${page.word(labels.keywords)}</h3><ul${page.css("tags")}>${words.join("")}</ul>`;
  return `<section${page.css("abstract")}><h2>${page.word(labels.abstract)}</h2><p${page.prop("description")}>${escapeHtml(abstract)}</p>${tags}</section>`;
}

function facts(page: Page, { journal, volume, issue, pages, doi, published }: Content): string {
  const year = Number(published.slice(0, 4));
  return page.facts([
    page.fact(labels.journal, journal),
    page.fact(labels.volume, volume),
    page.fact(labels.issue, issue),
    page.fact(labels.pages, pages, page.prop("pagination")),
    page.fact({ en: "DOI", de: "DOI", fr: "DOI", es: "DOI", ja: "DOI" }, doi),
    page.fact(
      labels.received,
      page.maybe(0.6, () => page.date(page.day(year - 2, year - 1))),
    ),
    page.fact(
      labels.accepted,
      page.maybe(0.5, () => page.date(page.day(year - 1, year - 1))),
    ),
    page.fact(labels.published, page.date(published), page.prop("datePublished", published)),
  ]);
}

function references(page: Page): string {
  const { random, language } = page;
  const items = random.times(random.whole(5, 30), () => {
    const volume = random.whole(1, 90);
    return `<li>${escapeHtml(page.person())}, ${escapeHtml(page.person())}: ${escapeHtml(title(random, language))}. <i>${random.pick(journals.split("|"))}</i> ${volume}, ${random.whole(1, 400)}–${random.whole(401, 800)} (${random.whole(1980, 2022)}). https://doi.org/10.${random.whole(1000, 9999)}/${random.hex(6)}</li>`;
  });
  return `<section${page.css("references")}><h2>${page.word(labels.references)}</h2><ol>${items.join("\n")}</ol></section>`;
}

function otherPapers(page: Page): Teaser[] {
  return page.random.times(page.random.whole(2, 5), () => ({
    title: title(page.random, page.language),
    note: `${page.person()} et al. · ${page.random.pick(journals.split("|"))} · ${page.date(page.day())}`,
  }));
}

/** A paper on its journal's site. */
export const paper: PageTemplate = {
  name: "paper",
  schema,
  held: false,
  countries: [locales.us, locales.gb, locales.de, locales.fr, locales.us],
  carriers: ["json-ld", "json-ld-graph", "microdata", "next-data", "json-ld"],
  draw,
};
