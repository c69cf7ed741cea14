import { escapeHtml } from "../escape-html.ts";
import { formatBoolean, formatMoney, locales, type Words } from "../locale.ts";
import { cityName, companyName, slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";

const titles: Words = {
  en: "Backend Engineer|Head Nurse|Warehouse Manager|Data Analyst|Primary School Teacher|Electrician",
  de: "Backend-Entwickler (m/w/d)|Pflegefachkraft (m/w/d)|Lagerleiter (m/w/d)|Elektriker (m/w/d)|Buchhalter (m/w/d)",
  fr: "Développeur back-end (H/F)|Infirmier (H/F)|Responsable logistique (H/F)|Comptable (H/F)",
  es: "Ingeniero de software|Enfermero|Jefe de almacén|Contable",
  ja: "バックエンドエンジニア|看護師|倉庫管理者|経理担当",
};
const types = {
  full_time: {
    en: "Full-time",
    de: "Vollzeit",
    fr: "Temps plein",
    es: "Jornada completa",
    ja: "正社員",
  },
  part_time: {
    en: "Part-time",
    de: "Teilzeit",
    fr: "Temps partiel",
    es: "Media jornada",
    ja: "パートタイム",
  },
  contract: {
    en: "Contract",
    de: "Freie Mitarbeit",
    fr: "Indépendant",
    es: "Por obra",
    ja: "契約社員",
  },
} as const satisfies Readonly<Record<string, Words>>;
const linkedTypes = { full_time: "FULL_TIME", part_time: "PART_TIME", contract: "CONTRACTOR" };

const labels = {
  company: {
    en: "Company|Employer",
    de: "Unternehmen|Arbeitgeber",
    fr: "Entreprise",
    es: "Empresa",
    ja: "会社名",
  },
  location: { en: "Location", de: "Ort|Arbeitsort", fr: "Lieu", es: "Ubicación", ja: "勤務地" },
  salary: { en: "Salary", de: "Gehalt", fr: "Salaire", es: "Salario", ja: "給与" },
  type: {
    en: "Employment type|Job type",
    de: "Anstellungsart",
    fr: "Type de contrat",
    es: "Tipo de contrato",
    ja: "雇用形態",
  },
  posted: {
    en: "Posted|Date posted",
    de: "Veröffentlicht am",
    fr: "Publié le",
    es: "Publicado",
    ja: "掲載日",
  },
  until: {
    en: "Closing date|Apply by",
    de: "Bewerbungsfrist",
    fr: "Date limite",
    es: "Fecha límite",
    ja: "応募締切",
  },
  remote: {
    en: "Remote",
    de: "Homeoffice|Remote",
    fr: "Télétravail",
    es: "Teletrabajo",
    ja: "在宅勤務",
  },
  reference: {
    en: "Reference|Job ID",
    de: "Kennziffer",
    fr: "Référence",
    es: "Referencia",
    ja: "求人番号",
  },
  start: { en: "Start", de: "Eintritt", fr: "Prise de poste", es: "Incorporación", ja: "入社日" },
  year: { en: "per year", de: "pro Jahr", fr: "par an", es: "al año", ja: "年" },
  duties: {
    en: "Your role",
    de: "Ihre Aufgaben",
    fr: "Vos missions",
    es: "Funciones",
    ja: "仕事内容",
  },
  profile: {
    en: "Your profile",
    de: "Ihr Profil",
    fr: "Votre profil",
    es: "Perfil",
    ja: "応募資格",
  },
  apply: {
    en: "Apply now",
    de: "Jetzt bewerben",
    fr: "Postuler",
    es: "Inscribirse",
    ja: "応募する",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    title: { type: "string" },
    company: { type: "string" },
    location: { type: "string" },
    salary: {
      type: "object",
      properties: {
        min: { type: "number" },
        max: { type: "number" },
        currency: { type: "string" },
      },
    },
    employment_type: { type: "string", enum: ["full_time", "part_time", "contract"] },
    date_posted: { type: "string", format: "date" },
    closing_date: { type: "string", format: "date", description: "Last day to apply" },
    remote: { type: "boolean", description: "Whether one may work from home" },
    reference: { type: "string" },
  },
  required: ["title", "company"],
};

function content(page: Page) {
  const { random, language } = page;
  const least = random.whole(24, 90) * (page.locale.currency === "JPY" ? 100_000 : 1000);
  return {
    title: random.pick(titles[language].split("|")),
    company: companyName(random, language),
    location: cityName(random, language),
    salary: page.maybe(0.75, () => ({
      min: least,
      max: Math.round((least * random.whole(11, 15)) / 10_000) * 1000,
      currency: page.locale.currency,
    })),
    employment_type: random.pick(["full_time", "full_time", "part_time", "contract"] as const),
    date_posted: page.day(2026, 2026),
    closing_date: page.maybe(0.7, () => page.day(2027, 2027)),
    remote: page.maybe(0.6, () => random.chance(0.5)),
    reference: page.maybe(0.6, () => `J-${random.whole(10_000, 99_999)}`),
  } satisfies Values;
}

function draw(page: Page): Drawn {
  const values = content(page);
  const { title, company, location, salary } = values;
  return {
    path: `/jobs/${slug(title)}-${page.random.whole(1000, 99_999)}`,
    title: `${title} – ${company}`,
    crumbs: ["Jobs", location, title],
    values,
    type: "JobPosting",
    linked: {
      "@type": "JobPosting",
      title,
      hiringOrganization: {
        "@type": "Organization",
        name: company,
        sameAs: "https://firm.example",
      },
      jobLocation: {
        "@type": "Place",
        address: { "@type": "PostalAddress", addressLocality: location },
      },
      datePosted: values.date_posted,
      validThrough: values.closing_date && `${values.closing_date}T23:59`,
      employmentType: page.random.chance(0.3)
        ? [linkedTypes[values.employment_type]]
        : linkedTypes[values.employment_type],
      jobLocationType: values.remote === true ? "TELECOMMUTE" : undefined,
      identifier: values.reference && { "@type": "PropertyValue", value: values.reference },
      baseSalary: salary && {
        "@type": "MonetaryAmount",
        currency: salary.currency,
        value: {
          "@type": "QuantitativeValue",
          minValue: salary.min,
          maxValue: salary.max,
          unitText: "YEAR",
        },
      },
    },
    teasers: otherJobs(page),
    blocks: [head(page, values), facts(page, values), ...texts(page)],
  };
}

type Content = ReturnType<typeof content>;

function salaryText(page: Page, { min, max }: NonNullable<Content["salary"]>): string {
  const between = page.site.choose("range", [" – ", " - ", "–"]);
  return `${formatMoney(min, page.locale, true)}${between}${formatMoney(max, page.locale, true)} ${page.site.word(labels.year)}`;
}

function head(page: Page, { title }: Content): string {
  return `<div${page.css("job-head")}><h1${page.css("title")}${page.prop("title")}>${escapeHtml(title)}</h1><a href="/apply"${page.css("apply")}>${page.word(labels.apply)}</a></div>`;
}

function facts(page: Page, values: Content): string {
  const { salary, remote } = values;
  return page.facts([
    page.fact(labels.company, values.company, page.prop("hiringOrganization")),
    page.fact(labels.location, values.location, page.prop("jobLocation")),
    page.fact(labels.salary, salary && salaryText(page, salary)),
    page.fact(
      labels.type,
      page.site.word(types[values.employment_type]),
      page.prop("employmentType", linkedTypes[values.employment_type]),
    ),
    page.fact(
      labels.posted,
      page.date(values.date_posted),
      page.prop("datePosted", values.date_posted),
    ),
    page.fact(
      labels.until,
      values.closing_date && page.date(values.closing_date),
      page.prop("validThrough", values.closing_date),
    ),
    page.fact(labels.remote, remote === undefined ? undefined : formatBoolean(remote, page.locale)),
    page.fact(
      labels.start,
      page.maybe(0.4, () => page.date(page.day(2027, 2028))),
    ),
    page.fact(labels.reference, values.reference),
  ]);
}

function texts(page: Page): string[] {
  const list = (): string =>
    page.random
      .times(page.random.whole(3, 6), () => `<li>${escapeHtml(page.paragraph(1))}</li>`)
      .join("");
  return [
    `<section${page.css("text")}><p>${escapeHtml(page.paragraph(4))}</p><h2>${page.word(labels.duties)}</h2><ul>${list()}</ul></section>`,
    `<section${page.css("text")}><h2>${page.word(labels.profile)}</h2><ul>${list()}</ul></section>`,
  ];
}

function otherJobs(page: Page): Teaser[] {
  const { random, language } = page;
  return random.times(random.whole(2, 6), () => {
    const pay = formatMoney(random.whole(24, 90) * 1000, page.locale, true);
    return {
      title: random.pick(titles[language].split("|")),
      note: `${companyName(random, language)} · ${cityName(random, language)} · ${pay} · ${page.date(page.day())}`,
    };
  });
}

/** A position on a job board. */
export const job: PageTemplate = {
  name: "job",
  schema,
  held: false,
  countries: [locales.gb, locales.de, locales.us, locales.fr, locales.es],
  carriers: ["json-ld", "next-data", "json-ld-graph", "microdata", "json-ld"],
  draw,
};
