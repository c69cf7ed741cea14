import { escapeHtml } from "../escape-html.ts";
import { columnTable } from "../column-table.ts";
import { locales, type Words } from "../locale.ts";
import { phoneNumber, slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";
import { sentence } from "../prose.ts";

const positions: Words = {
  en: "Professor of Hydrology|Senior Lecturer|Research Fellow|Reader in Linguistics",
  de: "Professorin für Hydrologie|Wissenschaftlicher Mitarbeiter|Akademische Rätin",
  fr: "Professeure d'hydrologie|Maître de conférences|Chargé de recherche",
  es: "Catedrática de Hidrología|Profesor titular|Investigador",
  ja: "教授(水文学)|准教授|研究員",
};
const departments: Words = {
  en: "Department of Geography|School of Computing|Faculty of Arts",
  de: "Institut für Geographie|Fakultät für Informatik|Philosophische Fakultät",
  fr: "Département de géographie|UFR d'informatique|Faculté des lettres",
  es: "Departamento de Geografía|Facultad de Informática|Facultad de Letras",
  ja: "地理学科|情報学部|文学部",
};
const interests: Words = {
  en: "river systems|open data|field methods|remote sensing|language change|teaching design",
  de: "Flusssysteme|offene Daten|Feldmethoden|Fernerkundung|Sprachwandel",
  fr: "systèmes fluviaux|données ouvertes|méthodes de terrain|télédétection",
  es: "sistemas fluviales|datos abiertos|métodos de campo|teledetección",
  ja: "河川系|オープンデータ|野外調査法|リモートセンシング",
};

const labels = {
  position: {
    en: "Position|Role",
    de: "Position|Funktion",
    fr: "Fonction",
    es: "Cargo",
    ja: "職名",
  },
  department: {
    en: "Department",
    de: "Einrichtung|Institut",
    fr: "Département",
    es: "Departamento",
    ja: "所属",
  },
  mail: {
    en: "Email|E-mail",
    de: "E-Mail",
    fr: "Courriel|E-mail",
    es: "Correo electrónico",
    ja: "メール",
  },
  phone: { en: "Phone|Telephone", de: "Telefon", fr: "Téléphone", es: "Teléfono", ja: "電話" },
  fax: { en: "Fax", de: "Fax", fr: "Fax", es: "Fax", ja: "ファックス" },
  office: { en: "Office|Room", de: "Raum|Büro", fr: "Bureau", es: "Despacho", ja: "研究室" },
  homepage: {
    en: "Website|Homepage",
    de: "Webseite",
    fr: "Site web",
    es: "Página web",
    ja: "ウェブサイト",
  },
  assistant: {
    en: "Assistant",
    de: "Sekretariat",
    fr: "Secrétariat",
    es: "Secretaría",
    ja: "秘書",
  },
  interests: {
    en: "Research interests",
    de: "Forschungsschwerpunkte|Forschungsinteressen",
    fr: "Thèmes de recherche",
    es: "Líneas de investigación",
    ja: "研究テーマ",
  },
  biography: { en: "Biography", de: "Lebenslauf", fr: "Biographie", es: "Biografía", ja: "略歴" },
  publications: {
    en: "Selected publications",
    de: "Ausgewählte Publikationen",
    fr: "Publications choisies",
    es: "Publicaciones destacadas",
    ja: "主な業績",
  },
  title: { en: "Title", de: "Titel", fr: "Titre", es: "Título", ja: "題名" },
  year: { en: "Year", de: "Jahr", fr: "Année", es: "Año", ja: "年" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    name: { type: "string" },
    job_title: { type: "string" },
    department: { type: "string" },
    email: { type: "string", format: "email" },
    phone: { type: "string" },
    office: { type: "string", description: "Room where to find them" },
    homepage: { type: "string", format: "uri" },
    research_interests: { type: "array", items: { type: "string" } },
    publications: {
      type: "array",
      items: {
        type: "object",
        properties: { title: { type: "string" }, year: { type: "integer" } },
      },
    },
  },
  required: ["name"],
};

function content(page: Page) {
  const { random, language, locale } = page;
  const name = page.person();
  const account = language === "ja" ? `staff${random.whole(10, 99)}` : slug(name).replace("-", ".");
  return {
    name,
    job_title: random.pick(positions[language].split("|")),
    department: random.pick(departments[language].split("|")),
    email: page.maybe(0.9, () => `${account}@uni.${locale.country}.example`),
    phone: page.maybe(0.8, () => phoneNumber(random, locale)),
    office: page.maybe(
      0.7,
      () => `${random.pick(["A", "B", "C2", "H"])} ${random.whole(100, 499)}`,
    ),
    homepage: page.maybe(0.5, () => `https://people.example/~${account}`),
    research_interests: page.maybe(0.8, () =>
      random.sample(interests[language].split("|"), random.whole(2, 4)),
    ),
    publications: page.maybe(0.7, () =>
      random.times(random.whole(2, 6), () => ({
        title: sentence(random, language).replace(/[.。]$/, ""),
        year: random.whole(2005, 2025),
      })),
    ),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { name, email, phone, research_interests: topics } = values;
  return {
    path: `/people/${slug(name)}-${page.random.whole(1, 999)}`,
    title: name,
    crumbs: [values.department, name],
    values,
    type: "Person",
    linked: {
      "@type": "Person",
      name,
      jobTitle: values.job_title,
      worksFor: { "@type": "CollegeOrUniversity", name: page.site.title },
      affiliation: { "@type": "Organization", name: values.department },
      email: email && (page.random.chance(0.3) ? `mailto:${email}` : email),
      telephone: phone,
      url: values.homepage,
      knowsAbout: topics,
    },
    openGraph: { "og:type": "profile" },
    teasers: colleagues(page),
    blocks: [
      head(page, values),
      facts(page, values),
      interestBlock(page, values),
      biography(page),
      publicationBlock(page, values),
    ],
  };
}

function head(page: Page, { name, job_title: position }: Content): string {
  const photo = `<img${page.css("photo")} src="/media/portraits/${page.random.hex(6)}.jpg" alt="" width="180" height="220">`;
  const under = page.site.choose("position under name", [true, false])
    ? `<p${page.css("subtitle")}>${escapeHtml(position)}</p>`
    : "";
  return `<div${page.css("profile")}>${photo}<h1${page.css("title")}${page.prop("name")}>${escapeHtml(name)}</h1>${under}</div>`;
}

function facts(page: Page, values: Content): string {
  const { email, homepage } = values;
  const mail =
    email === undefined ? "" : `<a href="mailto:${email}"${page.prop("email")}>${email}</a>`;
  const link =
    homepage === undefined ? "" : `<a href="${homepage}"${page.prop("url")}>${homepage}</a>`;
  return page.facts([
    page.fact(labels.position, values.job_title, page.prop("jobTitle")),
    page.fact(labels.department, values.department, page.prop("affiliation")),
    page.rich(labels.mail, mail),
    page.fact(labels.phone, values.phone, page.prop("telephone")),
    page.fact(
      labels.fax,
      page.maybe(0.4, () => phoneNumber(page.random, page.locale)),
    ),
    page.fact(labels.office, values.office),
    page.rich(labels.homepage, link),
    page.fact(
      labels.assistant,
      page.maybe(0.4, () => page.person()),
    ),
  ]);
}

function interestBlock(page: Page, { research_interests: topics }: Content): string {
  if (topics === undefined) return "";
  const items = topics.map((topic) => `<li${page.prop("knowsAbout")}>${escapeHtml(topic)}</li>`);
  return `<section${page.css("interests")}><h2>${page.word(labels.interests)}</h2><ul>${items.join("")}</ul></section>`;
}

function biography(page: Page): string {
  return `<section${page.css("text")}><h2>${page.word(labels.biography)}</h2><p>${escapeHtml(page.paragraph(4))}</p><p>1998–2011 ${escapeHtml(page.paragraph(2))}</p></section>`;
}

function publicationBlock(page: Page, { publications }: Content): string {
  if (publications === undefined) return "";
  const heading = `<h2>${page.word(labels.publications)}</h2>`;
  const table = columnTable(page, {
    rows: publications,
    columns: [
      { words: labels.year, cell: ({ year }) => String(year) },
      { words: labels.title, cell: ({ title }) => escapeHtml(title) },
    ],
  });
  return `<section${page.css("publications")}>${heading}${table}</section>`;
}

function colleagues(page: Page): Teaser[] {
  const { random, language, locale } = page;
  return random.times(random.whole(2, 5), () => ({
    title: page.person(),
    note: `${random.pick(positions[language].split("|"))} · ${phoneNumber(random, locale)}`,
  }));
}

/** Someone at a university. */
export const person: PageTemplate = {
  name: "person",
  schema,
  held: true,
  countries: [locales.gb, locales.de, locales.us, locales.fr, locales.ja],
  carriers: ["json-ld", "microdata", "rdfa", "json-ld-graph", "next-data"],
  draw,
};
