import { escapeHtml } from "../escape-html.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { cityName, companyName, slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const trades: Words = {
  en: "Electrician|Nurse|Baker|Welder|Teacher|Gardener|Plumber|Translator",
  de: "Elektriker|Pflegekraft|Bäcker|Schweißer|Lehrkraft|Gärtner|Klempner|Übersetzer",
  fr: "Électricien|Infirmier|Boulanger|Soudeur|Enseignant|Jardinier|Plombier|Traducteur",
  es: "Electricista|Enfermero|Panadero|Soldador|Docente|Jardinero|Fontanero|Traductor",
  ja: "電気工|看護師|製パン|溶接工|教員|庭師|配管工|翻訳者",
};
const ranks: Words = {
  en: "Senior|Junior|Lead|Assistant",
  de: "Leitender|Angehender|Erfahrener|Zweiter",
  fr: "Chef|Apprenti|Maître|Second",
  es: "Jefe|Aprendiz|Maestro|Segundo",
  ja: "主任|見習い|上級|補助",
};
const labels = {
  jobs: { en: "jobs", de: "Stellen", fr: "emplois", es: "empleos", ja: "件の求人" },
  featured: {
    en: "Featured",
    de: "Top-Stelle",
    fr: "À la une",
    es: "Destacado",
    ja: "注目",
  },
  posted: { en: "Posted", de: "Veröffentlicht", fr: "Publié le", es: "Publicado", ja: "掲載" },
  year: { en: "a year", de: "im Jahr", fr: "par an", es: "al año", ja: "年収" },
  apply: { en: "Apply", de: "Bewerben", fr: "Postuler", es: "Inscribirse", ja: "応募" },
  alert: {
    en: "Jobs by e-mail: 48,000 people get them",
    de: "Stellen per E-Mail: 48.000 bekommen sie",
    fr: "Offres par courriel : déjà 48.000 inscrits",
    es: "Empleos por correo: 48.000 personas los reciben",
    ja: "メールで受け取る:48,000人が利用中",
  },
  similar: {
    en: "Jobs in the region",
    de: "Stellen in der Region",
    fr: "Emplois dans la région",
    es: "Empleos en la región",
    ja: "近隣の求人",
  },
  promo: {
    en: "Sponsored",
    de: "Gesponsert",
    fr: "Sponsorisé",
    es: "Patrocinado",
    ja: "広告",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    region: { type: "string" },
    total: { type: "integer", description: "How many jobs there are in all" },
    jobs: {
      type: "array",
      description: "The jobs found, the featured one among them",
      items: {
        type: "object",
        properties: {
          title: { type: "string" },
          company: { type: "string" },
          city: { type: "string" },
          salary: {
            type: "object",
            properties: { min: { type: "number" }, max: { type: "number" } },
          },
          posted: { type: "string", format: "date" },
          url: { type: "string", format: "uri" },
        },
        required: ["title", "url"],
      },
    },
  },
  required: ["jobs"],
};

type Job = ReturnType<typeof jobOf>;

function jobOf(page: Page) {
  const { random, language } = page;
  const rank = random.pick(ranks[language].split("|"));
  const trade = random.pick(trades[language].split("|"));
  const title = `${rank}${language === "ja" ? "" : " "}${trade} ${random.pick(["A", "B", "M", "K"])}${random.whole(10, 99)}`;
  const isPaid = random.chance(0.5);
  const min = random.whole(24, 60) * 1000;
  const salary = { min, max: min + random.whole(3, 20) * 1000 };
  return {
    title,
    company: companyName(random, language),
    city: cityName(random, language),
    salary: isPaid ? salary : undefined,
    posted: page.day(2026, 2026),
    url: page.url(`/jobs/${slug(title)}-${random.whole(1000, 99_999)}`),
  };
}

function content(page: Page) {
  const { random, language } = page;
  return {
    region: cityName(random, language),
    total: page.maybe(0.8, () => random.whole(120, 4800)),
    jobs: random.times(random.whole(6, 15), () => jobOf(page)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { region, total, jobs } = values;
  return {
    path: `/search/${slug(region)}?page=${page.random.whole(1, 5)}`,
    title: `${total ?? ""} ${page.site.word(labels.jobs)}: ${region}`.trim(),
    crumbs: [region],
    values,
    type: "SearchResultsPage",
    linked: {
      "@type": "ItemList",
      name: region,
      numberOfItems: total,
      itemListElement: jobs.map((each, at) => ({
        "@type": "ListItem",
        position: at + 1,
        item: linkedJob(page, each),
      })),
    },
    teasers: [],
    blocks: [head(page, values), list(page, values), similar(page)],
  };
}

function linkedJob(page: Page, { title, company, city, salary, posted, url }: Job): Values {
  return {
    "@type": "JobPosting",
    title,
    url,
    datePosted: posted,
    hiringOrganization: { "@type": "Organization", name: company },
    jobLocation: {
      "@type": "Place",
      address: { "@type": "PostalAddress", addressLocality: city },
    },
    baseSalary: salary && {
      "@type": "MonetaryAmount",
      currency: page.locale.currency,
      value: {
        "@type": "QuantitativeValue",
        minValue: salary.min,
        maxValue: salary.max,
        unitText: "YEAR",
      },
    },
  };
}

function head(page: Page, { region, total }: Content): string {
  const count =
    total === undefined
      ? ""
      : `<p${page.css("count")}>${formatNumber(total, page.locale)} ${page.word(labels.jobs)}</p>`;
  return `<h1${page.css("title")}>${escapeHtml(region)}</h1>${count}`;
}

/** Cards, the first of another look; rows of terms; and two rows of a table for each. */
function list(page: Page, { jobs }: Content): string {
  const look = page.site.alternate("jobs", [cards, anchors, terms, rows]);
  return look(page, jobs);
}

function cards(page: Page, jobs: readonly Job[]): string {
  const items = jobs.map((each, at) => {
    const own = at === 0 ? featured(page) : "";
    const look = page.css(at === 0 ? "job-featured" : "job");
    return `<li${look}>${own}<h3${page.css("job-title")}><a href="${hrefOf(page, each)}">${escapeHtml(each.title)}</a></h3>${details(page, each)}<button type="button">${page.word(labels.apply)}</button></li>${at === 2 ? promo(page, "li") : ""}`;
  });
  return `<ul${page.css("jobs")}>${items.join("\n")}</ul>`;
}

/** Each job is one link, as large boards have it. */
function anchors(page: Page, jobs: readonly Job[]): string {
  const items = jobs.map(
    (each, at) =>
      `<a href="${hrefOf(page, each)}"${page.css("job")}>${at === 0 ? featured(page) : ""}<h2${page.css("job-title")}>${escapeHtml(each.title)}</h2>${details(page, each)}</a>`,
  );
  return `<div${page.css("jobs")}>${items.join("\n")}</div>`;
}

function terms(page: Page, jobs: readonly Job[]): string {
  const items = jobs.map(
    (each, at) =>
      `<dt${page.css("job")}><a href="${hrefOf(page, each)}">${escapeHtml(each.title)}</a>${at === 0 ? featured(page) : ""}</dt><dd>${details(page, each)}</dd>`,
  );
  return `<dl${page.css("jobs")}>${items.join("\n")}</dl>`;
}

function rows(page: Page, jobs: readonly Job[]): string {
  const items = jobs.map(
    (each, at) =>
      `<tr${page.css("job")}><td><a href="${hrefOf(page, each)}"${page.css("job-title")}>${escapeHtml(each.title)}</a>${at === 0 ? featured(page) : ""}</td><td rowspan="2"><button type="button">${page.word(labels.apply)}</button></td></tr><tr><td>${details(page, each)}</td></tr>`,
  );
  return `<table${page.css("jobs")}><tbody>${items.join("\n")}</tbody></table>`;
}

function hrefOf(page: Page, { url }: Job): string {
  return page.site.choose("relative links", [true, false]) ? url.slice(page.site.host.length) : url;
}

function featured(page: Page): string {
  return ` <span${page.css("badge")}>${page.word(labels.featured)}</span> `;
}

function details(page: Page, { company, city, salary, posted }: Job): string {
  const pay =
    salary === undefined
      ? ""
      : `<span${page.css("job-pay")}>${escapeHtml(page.money(salary.min))} – ${escapeHtml(page.money(salary.max))} ${page.word(labels.year)}</span>`;
  const parts = page.site.arrange("job", [
    `<span${page.css("job-company")}>${escapeHtml(company)}</span>`,
    `<span${page.css("job-city")}>${escapeHtml(city)}</span>`,
    pay,
    `<span${page.css("job-date")}>${page.word(labels.posted)} ${escapeHtml(page.date(posted))}</span>`,
  ]);
  return parts.filter((part) => part !== "").join(" · ");
}

function promo(page: Page, tag: string): string {
  return `<${tag}${page.css("promo")}><small>${page.word(labels.promo)}</small> <a href="https://ads.example/${page.random.hex(6)}">${page.word(labels.alert)}</a></${tag}>`;
}

/** Jobs that were not searched for, in a box of their own. */
function similar(page: Page): string {
  const items = page.random.times(4, () => {
    const each = jobOf(page);
    return `<li${page.css("mini-job")}><a href="/jobs/${slug(each.title)}">${escapeHtml(each.title)}</a> <small>${escapeHtml(each.company)}, ${escapeHtml(each.city)}</small></li>`;
  });
  return `<section${page.css("similar")}><h2>${page.word(labels.similar)}</h2><ul>${items.join("")}</ul></section>`;
}

/** Jobs that were searched for. */
export const jobBoard: PageTemplate = {
  name: "job-board",
  schema,
  held: true,
  countries: [locales.us, locales.de, locales.fr, locales.gb, locales.es],
  carriers: ["json-ld", "next-data", "json-ld", "json-ld-graph", "next-data"],
  draw,
};
