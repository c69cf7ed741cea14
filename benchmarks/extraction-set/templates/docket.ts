import { escapeHtml } from "../escape-html.ts";
import { locales, type Words } from "../locale.ts";
import { companyName, day } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const courts: Words = {
  en: "Superior Court|Court of Appeals|District Court|Court of Claims",
  de: "Landgericht|Oberlandesgericht|Amtsgericht|Finanzgericht",
  fr: "Tribunal judiciaire|Cour d'appel|Tribunal de commerce",
  es: "Juzgado de lo Civil|Audiencia Provincial|Tribunal Superior",
  ja: "地方裁判所|高等裁判所|簡易裁判所",
};
const roles: Words = {
  en: "Plaintiff|Defendant|Intervenor",
  de: "Kläger|Beklagter|Beigeladener",
  fr: "Demandeur|Défendeur|Intervenant",
  es: "Demandante|Demandado|Interviniente",
  ja: "原告|被告|参加人",
};
const steps: Words = {
  en: "Complaint filed|Summons issued|Answer received|Motion to dismiss|Order denying motion|Hearing held|Notice of appearance|Exhibits received",
  de: "Klage eingereicht|Ladung zugestellt|Klageerwiderung eingegangen|Antrag auf Abweisung|Beschluss ergangen|Termin durchgeführt|Vollmacht angezeigt",
  fr: "Assignation déposée|Citation délivrée|Conclusions reçues|Demande de renvoi|Ordonnance rendue|Audience tenue|Constitution d'avocat",
  es: "Demanda presentada|Emplazamiento practicado|Contestación recibida|Solicitud de archivo|Auto dictado|Vista celebrada|Personación de parte",
  ja: "訴状提出|呼出状送達|答弁書受理|却下申立て|決定|口頭弁論|委任状提出",
};
const labels = {
  case: { en: "Case|Case caption", de: "Rechtssache", fr: "Affaire", es: "Asunto", ja: "事件名" },
  number: {
    en: "Docket number|Case no.",
    de: "Aktenzeichen",
    fr: "Numéro de dossier",
    es: "Número de expediente",
    ja: "事件番号",
  },
  court: { en: "Court", de: "Gericht", fr: "Juridiction", es: "Juzgado", ja: "裁判所" },
  filed: {
    en: "Filed|Date filed",
    de: "Eingang|Eingereicht am",
    fr: "Date de dépôt",
    es: "Fecha de presentación",
    ja: "提出日",
  },
  judge: { en: "Judge", de: "Richter", fr: "Juge", es: "Juez", ja: "裁判官" },
  parties: { en: "Parties", de: "Beteiligte", fr: "Parties", es: "Partes", ja: "当事者" },
  party: { en: "Party", de: "Beteiligter", fr: "Partie", es: "Parte", ja: "当事者名" },
  role: { en: "Role", de: "Stellung", fr: "Qualité", es: "Calidad", ja: "地位" },
  counsel: { en: "Counsel", de: "Vertreter", fr: "Avocats", es: "Letrados", ja: "代理人" },
  entries: {
    en: "Docket entries",
    de: "Verlauf",
    fr: "Actes",
    es: "Actuaciones",
    ja: "経過",
  },
  entry: { en: "No.|#", de: "Nr.", fr: "N°", es: "N.º", ja: "番号" },
  date: { en: "Date", de: "Datum", fr: "Date", es: "Fecha", ja: "日付" },
  text: { en: "Entry|Description", de: "Vorgang", fr: "Acte", es: "Actuación", ja: "内容" },
  self: { en: "Pro se", de: "ohne Vertreter", fr: "en personne", es: "sin letrado", ja: "本人" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    case_name: { type: "string" },
    docket_number: { type: "string" },
    court: { type: "string" },
    date_filed: { type: "string", format: "date" },
    judge: { type: "string" },
    parties: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          role: { type: "string" },
          attorneys: {
            type: "array",
            items: {
              type: "object",
              properties: { name: { type: "string" }, firm: { type: "string" } },
            },
          },
        },
        required: ["name"],
      },
    },
    entries: {
      type: "array",
      items: {
        type: "object",
        properties: {
          number: { type: "integer" },
          date: { type: "string", format: "date" },
          text: { type: "string" },
        },
        required: ["number", "text"],
      },
    },
  },
  required: ["case_name", "docket_number"],
};

type Party = ReturnType<typeof party>;

function party(page: Page, role: string) {
  const { random, language } = page;
  const count = random.pick([0, 1, 1, 2, 3]);
  const attorneys = random.times(count, () => ({
    name: page.person(),
    firm: companyName(random, language),
  }));
  return {
    name: random.chance(0.5) ? page.person() : companyName(random, language),
    role,
    attorneys: count === 0 ? undefined : attorneys,
  };
}

interface Entry {
  readonly [name: string]: string | number;
  readonly number: number;
  readonly date: string;
  readonly text: string;
}

function entries(page: Page, year: number): Entry[] {
  const { random, language } = page;
  const days = random.times(random.whole(3, 8), () => day(random, year, year)).toSorted();
  const texts = days.flatMap((date) =>
    random.times(random.pick([1, 1, 2, 3]), () => ({
      date,
      text: random.pick(steps[language].split("|")),
    })),
  );
  return texts.map((each, at) => ({ number: at + 1, ...each }));
}

function content(page: Page) {
  const { random, language } = page;
  const [first = "", second = "", third = ""] = roles[language].split("|");
  const year = random.whole(2023, 2025);
  const others = random.chance(0.4) ? [third] : [];
  const parties = [first, second, second, ...others].map((role) => party(page, role));
  return {
    case_name: `${parties[0]?.name} v. ${parties[1]?.name}`,
    docket_number: `${year}-${random.pick(["CV", "O", "AP"])}-${random.whole(1000, 99_999)}`,
    court: random.pick(courts[language].split("|")),
    date_filed: day(random, year, year),
    judge: page.maybe(0.7, () => page.person()),
    parties,
    entries: entries(page, year + 1),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  return {
    path: `/cases/${values.docket_number}`,
    title: `${values.case_name}, ${values.docket_number}`,
    crumbs: [values.court],
    values,
    type: "WebPage",
    linked: { "@type": "WebPage", name: values.case_name, dateCreated: values.date_filed },
    teasers: page.random.times(3, () => ({
      title: `${page.person()} v. ${page.person()}`,
      note: `2022-CV-${page.random.whole(1000, 9999)} · ${page.date(page.day(2022, 2022))}`,
    })),
    blocks: [head(page, values), parties(page, values), history(page, values)],
  };
}

function head(page: Page, values: Content): string {
  const facts = page.facts([
    page.fact(labels.number, values.docket_number),
    page.fact(labels.court, values.court),
    page.fact(labels.filed, page.date(values.date_filed)),
    page.fact(labels.judge, values.judge),
  ]);
  return `<h1${page.css("title")}>${escapeHtml(values.case_name)}</h1>${facts}`;
}

/** Parties with those who speak for them: in boxes, in a table with cells over rows, in lists. */
function parties(page: Page, { parties: list }: Content): string {
  const look = page.site.alternate("parties", [boxes, table, nested, terms]);
  return `<section${page.css("parties")}><h2>${page.word(labels.parties)}</h2>${look(page, list)}</section>`;
}

function boxes(page: Page, list: readonly Party[]): string {
  return list
    .map(
      (each) =>
        `<div${page.css("party")}><h3${page.css("party-name")}>${escapeHtml(each.name)}</h3><span${page.css("party-role")}>${escapeHtml(each.role)}</span>${counsel(page, each)}</div>`,
    )
    .join("\n");
}

function counsel(page: Page, { attorneys }: Party): string {
  if (attorneys === undefined) return `<p${page.css("pro-se")}>${page.word(labels.self)}</p>`;
  const items = attorneys.map(
    ({ name, firm }) =>
      `<li${page.css("attorney")}><b>${escapeHtml(name)}</b><br><span${page.css("firm")}>${escapeHtml(firm)}</span></li>`,
  );
  return `<h4>${page.word(labels.counsel)}</h4><ul${page.css("attorneys")}>${items.join("")}</ul>`;
}

function table(page: Page, list: readonly Party[]): string {
  const rows = list.flatMap((each) => {
    const people = each.attorneys ?? [undefined];
    const span = ` rowspan="${people.length}"`;
    const own = `<td${span}>${escapeHtml(each.name)}</td><td${span}>${escapeHtml(each.role)}</td>`;
    return people.map((person, at) => {
      const text =
        person === undefined
          ? page.word(labels.self)
          : `<b>${escapeHtml(person.name)}</b>, <i>${escapeHtml(person.firm)}</i>`;
      return `<tr${page.css("party")}>${at === 0 ? own : ""}<td>${text}</td></tr>`;
    });
  });
  const heads = [labels.party, labels.role, labels.counsel].map(
    (words) => `<th>${page.word(words)}</th>`,
  );
  return `<table${page.css("table")}><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table>`;
}

function nested(page: Page, list: readonly Party[]): string {
  const items = list.map(
    (each) =>
      `<li${page.css("party")}><strong>${escapeHtml(each.name)}</strong> (<em>${escapeHtml(each.role)}</em>)${counsel(page, each)}</li>`,
  );
  return `<ul${page.css("party-list")}>${items.join("\n")}</ul>`;
}

function terms(page: Page, list: readonly Party[]): string {
  const items = list.map(
    (each) =>
      `<dt><span${page.css("party-role")}>${escapeHtml(each.role)}</span>: <b${page.css("party-name")}>${escapeHtml(each.name)}</b></dt><dd>${counsel(page, each)}</dd>`,
  );
  return `<dl${page.css("party-list")}>${items.join("\n")}</dl>`;
}

/** Entries in a table, whose days span rows on some sites. */
function history(page: Page, { entries: list }: Content): string {
  const isSpanned = page.site.alternate("entries", [true, false]);
  const heads = [labels.date, labels.entry, labels.text].map(
    (words) => `<th>${page.word(words)}</th>`,
  );
  const rows = list.map((each, at) => {
    const isFirst = list[at - 1]?.date !== each.date;
    const span = list.filter(({ date }) => date === each.date).length;
    const text = escapeHtml(page.date(each.date));
    const spanned = isFirst ? `<td rowspan="${span}">${text}</td>` : "";
    const cell = isSpanned ? spanned : `<td>${text}</td>`;
    return `<tr${page.css("entry")}>${cell}<td>${each.number}</td><td><a href="/doc/${page.random.hex(6)}.pdf">${escapeHtml(each.text)}</a></td></tr>`;
  });
  return `<section${page.css("entries")}><h2>${page.word(labels.entries)}</h2><table${page.css("table")}><thead><tr>${heads.join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table></section>`;
}

/** A case before a court, with its parties and what was filed. */
export const docket: PageTemplate = {
  name: "docket",
  schema,
  held: true,
  countries: [locales.us, locales.gb, locales.de, locales.fr, locales.es],
  carriers: ["json-ld", "next-data", "json-ld-graph", "json-ld", "next-data"],
  draw,
};
