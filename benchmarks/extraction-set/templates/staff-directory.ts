import { escapeHtml } from "../escape-html.ts";
import { locales, type Words } from "../locale.ts";
import { companyName, phoneNumber, slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const departments: Words = {
  en: "Accounts|Archive|Engineering|Legal|Planning|Public Works",
  de: "Buchhaltung|Archiv|Technik|Recht|Planung|Tiefbau",
  fr: "Comptabilité|Archives|Technique|Juridique|Urbanisme|Voirie",
  es: "Contabilidad|Archivo|Ingeniería|Jurídico|Urbanismo|Obras",
  ja: "経理|文書|技術|法務|企画|土木",
};
const duties: Words = {
  en: "Head of unit|Clerk|Surveyor|Adviser|Assistant",
  de: "Leitung|Sachbearbeitung|Vermessung|Beratung|Assistenz",
  fr: "Responsable|Agent|Géomètre|Conseiller|Assistant",
  es: "Responsable|Administrativo|Topógrafo|Asesor|Auxiliar",
  ja: "室長|主事|測量士|参事|補佐",
};
const labels = {
  people: {
    en: "Staff directory|Who is who",
    de: "Ansprechpartner|Verzeichnis",
    fr: "Annuaire",
    es: "Directorio",
    ja: "職員名簿",
  },
  name: { en: "Name", de: "Name", fr: "Nom", es: "Nombre", ja: "氏名" },
  duty: { en: "Position", de: "Funktion", fr: "Fonction", es: "Cargo", ja: "役職" },
  unit: { en: "Department", de: "Abteilung", fr: "Service", es: "Departamento", ja: "部署" },
  phone: { en: "Phone|Tel.", de: "Telefon|Tel.", fr: "Téléphone", es: "Teléfono", ja: "電話" },
  room: { en: "Room", de: "Zimmer", fr: "Bureau", es: "Despacho", ja: "部屋" },
  mail: { en: "E-mail", de: "E-Mail", fr: "Courriel", es: "Correo", ja: "メール" },
  top: {
    en: "Back to top",
    de: "Nach oben",
    fr: "Haut de page",
    es: "Volver arriba",
    ja: "上へ",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    organisation: { type: "string" },
    people: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          department: { type: "string" },
          position: { type: "string" },
          phone: { type: "string" },
          email: { type: "string", format: "email" },
          room: { type: "string" },
        },
        required: ["name"],
      },
    },
  },
  required: ["people"],
};

interface Person {
  readonly [name: string]: string | undefined;
  readonly name: string;
  readonly department: string;
  readonly position: string;
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly room: string | undefined;
}

function person(page: Page, name: string, department: string): Person {
  const { random, language, locale } = page;
  const [hasPhone, hasMail, hasRoom] = [
    random.chance(0.85),
    random.chance(0.9),
    random.chance(0.7),
  ];
  const phone = phoneNumber(random, locale);
  const email = `${random.hex(3)}.${slug(name)}@${slug(page.site.title)}.example`;
  const room = `${random.pick(["E", "W", "N"])}${random.whole(101, 498)}`;
  return {
    name,
    department,
    position: random.pick(duties[language].split("|")),
    phone: hasPhone ? phone : undefined,
    email: hasMail ? email : undefined,
    room: hasRoom ? room : undefined,
  };
}

function people(page: Page, isByUnit: boolean): Person[] {
  const { random, language } = page;
  const units = random.sample(departments[language].split("|"), random.whole(3, 5));
  const names = [...new Set(random.times(random.whole(9, 22), () => page.person()))];
  const all = names.map((name, at) => person(page, name, units[at % units.length] ?? ""));
  const key = (each: Person): string =>
    isByUnit ? `${units.indexOf(each.department)} ${each.name}` : each.name;
  return all.toSorted((a, b) => key(a).localeCompare(key(b), "en"));
}

const looks = ["unit-lists", "letter-table", "unit-rows", "unit-cards", "letter-terms"] as const;

function lookOf(page: Page): (typeof looks)[number] {
  return page.site.alternate("directory", looks);
}

function content(page: Page) {
  return {
    organisation: companyName(page.random, page.language),
    people: people(page, lookOf(page).startsWith("unit")),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { organisation } = values;
  return {
    path: `/people/${slug(organisation)}-${page.random.whole(10, 99)}`,
    title: `${page.site.word(labels.people)} – ${organisation}`,
    crumbs: [organisation],
    values,
    type: "Organization",
    linked: {
      "@type": "Organization",
      name: organisation,
      employee: values.people.map((each) => ({
        "@type": "Person",
        name: each.name,
        jobTitle: each.position,
        telephone: each.phone,
        email: each.email,
        worksFor: { "@type": "Organization", name: organisation, department: each.department },
      })),
    },
    teasers: page.random.times(3, () => ({
      title: companyName(page.random, page.language),
      note: phoneNumber(page.random, page.locale),
    })),
    blocks: [
      `<h1${page.css("title")}>${escapeHtml(organisation)}</h1><p>${page.word(labels.people)}</p>`,
      directory(page, values),
    ],
  };
}

/** People by department or by letter: in lists, cards, one table with rows that part it, terms. */
function directory(page: Page, { people: all }: Content): string {
  const look = lookOf(page);
  const keyOf = ({ name, department }: Person): string =>
    look.startsWith("unit") ? department : name.slice(0, 1);
  const groups = [...Map.groupBy(all, keyOf)];
  const jumps = groups.map(([key]) => `<a href="#g-${slug(key)}">${escapeHtml(key)}</a>`);
  const index = `<p${page.css("jumps")}>${jumps.join(" | ")}</p>`;
  if (look === "letter-table" || look === "unit-rows") return index + table(page, groups, look);
  const draw = look === "letter-terms" ? terms : look === "unit-cards" ? cards : entries;
  const parts = groups.map(
    ([key, list]) =>
      `<h2 id="g-${slug(key)}"${page.css("group")}>${escapeHtml(key)}</h2>${draw(page, list)}<p><a href="#top">${page.word(labels.top)}</a></p>`,
  );
  return index + parts.join("\n");
}

type Groups = readonly (readonly [key: string, people: readonly Person[]])[];

function table(page: Page, groups: Groups, look: "letter-table" | "unit-rows"): string {
  const isByUnit = look === "unit-rows";
  const columns = [
    { words: labels.name, cell: ({ name }: Person) => `<b>${escapeHtml(name)}</b>` },
    { words: labels.duty, cell: ({ position }: Person) => escapeHtml(position) },
    ...(isByUnit
      ? []
      : [{ words: labels.unit, cell: ({ department }: Person) => escapeHtml(department) }]),
    { words: labels.phone, cell: ({ phone }: Person) => escapeHtml(phone ?? "–") },
    { words: labels.mail, cell: ({ email }: Person) => mail(email) },
    { words: labels.room, cell: ({ room }: Person) => room ?? "" },
  ];
  const heads = columns.map(({ words }) => `<th>${page.word(words)}</th>`).join("");
  const rows = groups.flatMap(([key, list]) => [
    `<tr id="g-${slug(key)}"${page.css("group")}><th colspan="${columns.length}">${escapeHtml(key)}</th></tr>`,
    ...list.map(
      (each) =>
        `<tr${page.css("person")}>${columns.map(({ cell }) => `<td>${cell(each)}</td>`).join("")}</tr>`,
    ),
  ]);
  return `<table${page.css("table")}><thead><tr>${heads}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function mail(email: string | undefined): string {
  return email === undefined ? "" : `<a href="mailto:${email}">${email}</a>`;
}

function entries(page: Page, list: readonly Person[]): string {
  const items = list.map(
    (each) => `<li${page.css("person")}>${named(page, each)}${reach(page, each).join(" · ")}</li>`,
  );
  return `<ul${page.css("people")}>${items.join("\n")}</ul>`;
}

function cards(page: Page, list: readonly Person[]): string {
  const items = list.map(
    (each) =>
      `<article${page.css("person")}><img src="/media/${page.random.hex(6)}.jpg" alt="">${named(page, each)}<div${page.css("reach")}>${reach(page, each).join("<br>")}</div></article>`,
  );
  return `<div${page.css("people")}>${items.join("\n")}</div>`;
}

function terms(page: Page, list: readonly Person[]): string {
  const items = list.map(
    (each) =>
      `<dt>${escapeHtml(each.name)}</dt><dd><i${page.css("duty")}>${escapeHtml(each.position)}</i>, <span${page.css("unit")}>${escapeHtml(each.department)}</span></dd><dd>${reach(page, each).join(" · ")}</dd>`,
  );
  return `<dl${page.css("people")}>${items.join("\n")}</dl>`;
}

function named(page: Page, { name, position }: Person): string {
  return `<h3${page.css("person-name")}>${escapeHtml(name)}</h3><p${page.css("duty")}>${escapeHtml(position)}</p>`;
}

/** What there is of a person's numbers and addresses, labelled. */
function reach(page: Page, { phone, email, room }: Person): string[] {
  const call = phone?.replaceAll(/[^+\d]/g, "");
  return [
    phone === undefined
      ? ""
      : `${page.word(labels.phone)}: <a href="tel:${call}">${escapeHtml(phone)}</a>`,
    email === undefined ? "" : `${page.word(labels.mail)}: ${mail(email)}`,
    room === undefined ? "" : `${page.word(labels.room)}: <span${page.css("room")}>${room}</span>`,
  ].filter((each) => each !== "");
}

/** Who works in a house, by department or by letter. */
export const staffDirectory: PageTemplate = {
  name: "staff-directory",
  schema,
  held: true,
  countries: [locales.gb, locales.de, locales.us, locales.fr, locales.es],
  carriers: ["json-ld", "next-data", "json-ld-graph", "next-data", "json-ld"],
  draw,
};
