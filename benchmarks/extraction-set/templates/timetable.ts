import { escapeHtml } from "../escape-html.ts";
import { columnTable } from "../column-table.ts";
import { locales, type Words } from "../locale.ts";
import { cityNames, slug, timeOfDay } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";

const labels = {
  station: { en: "Station", de: "Bahnhof", fr: "Gare", es: "Estación", ja: "駅" },
  date: { en: "Date|Timetable for", de: "Datum|Fahrplan vom", fr: "Date", es: "Fecha", ja: "日付" },
  operator: { en: "Operator", de: "Betreiber", fr: "Exploitant", es: "Operador", ja: "運行会社" },
  departures: { en: "Departures", de: "Abfahrt", fr: "Départs", es: "Salidas", ja: "出発" },
  arrivals: { en: "Arrivals", de: "Ankunft", fr: "Arrivées", es: "Llegadas", ja: "到着" },
  time: { en: "Time|Departs", de: "Zeit|Uhrzeit", fr: "Heure", es: "Hora", ja: "時刻" },
  line: { en: "Line|Service", de: "Linie|Zug", fr: "Ligne|Train", es: "Línea|Tren", ja: "路線" },
  destination: {
    en: "Destination|To",
    de: "Ziel|Richtung",
    fr: "Destination",
    es: "Destino",
    ja: "行き先",
  },
  origin: { en: "From", de: "Von", fr: "Provenance", es: "Procedencia", ja: "始発駅" },
  platform: { en: "Platform|Plat.", de: "Gleis", fr: "Voie", es: "Vía|Andén", ja: "番線" },
  delay: {
    en: "Delay (min)",
    de: "Verspätung (Min.)",
    fr: "Retard (min)",
    es: "Retraso (min)",
    ja: "遅れ(分)",
  },
  notice: { en: "Notice", de: "Hinweis", fr: "Information", es: "Aviso", ja: "お知らせ" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    station: { type: "string" },
    date: { type: "string", format: "date" },
    operator: { type: "string" },
    departures: {
      type: "array",
      items: {
        type: "object",
        properties: {
          time: { type: "string", description: "HH:MM" },
          line: { type: "string" },
          destination: { type: "string" },
          platform: { type: "string", description: "Track or platform (Gleis, voie, vía, 番線)" },
          delay_minutes: { type: "integer" },
        },
        required: ["time", "destination"],
      },
    },
  },
  required: ["station", "departures"],
};

interface Departure {
  readonly [name: string]: string | number | undefined;
  readonly time: string;
  readonly line: string;
  readonly destination: string;
  readonly platform: string | undefined;
  readonly delay_minutes: number | undefined;
}

function departures(page: Page, station: string): Departure[] {
  const { random, language } = page;
  const places = cityNames(random, language, 10).filter((name) => name !== station);
  const times = random.times(random.whole(6, 24), () => timeOfDay(random, 4, 23)).toSorted();
  return times.map((time) => ({
    time,
    line: `${random.pick(["IC", "RE", "S", "R", "TER"])} ${random.whole(1, 99)}`,
    destination: random.pick(places),
    platform: page.maybe(0.9, () => `${random.whole(1, 14)}${random.pick(["", "", "a", "b"])}`),
    delay_minutes: page.maybe(0.25, () => random.whole(1, 25)),
  }));
}

function content(page: Page) {
  const [station = ""] = cityNames(page.random, page.language, 1);
  return {
    station,
    date: page.day(2026, 2027),
    operator: page.maybe(0.6, () => page.random.pick(["Nordbahn", "Transregio", "CityLines"])),
    departures: departures(page, station),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { station, date } = values;
  return {
    path: `/stations/${slug(station)}-${page.random.whole(100, 999)}/departures?date=${date}`,
    title: `${page.site.word(labels.departures)} ${station}`,
    crumbs: [page.site.word(labels.station), station],
    values,
    type: "TrainStation",
    linked: {
      "@type": "TrainStation",
      name: station,
      event: undefined,
      hasPart: values.departures.map((train) => ({
        "@type": "TrainTrip",
        departureStation: { "@type": "TrainStation", name: station },
        departureTime: `${date}T${train.time}`,
        trainNumber: train.line,
        arrivalStation: { "@type": "TrainStation", name: train.destination },
        departurePlatform: train.platform,
      })),
    },
    teasers: otherStations(page),
    blocks: [head(page, values), table(page, values), arrivals(page, values), notices(page)],
  };
}

function head(page: Page, { station, date, operator }: Content): string {
  const list = page.facts([
    page.fact(labels.station, station),
    page.fact(labels.date, page.date(date)),
    page.fact(labels.operator, operator),
  ]);
  return `<h1${page.css("title")}>${page.word(labels.departures)}: <span${page.prop("name")}>${escapeHtml(station)}</span></h1>${list}`;
}

function table(page: Page, { departures: rows }: Content): string {
  const inner = columnTable<Departure>(page, {
    rows,
    columns: [
      { words: labels.time, cell: ({ time }) => `<time>${time}</time>` },
      { words: labels.line, cell: ({ line }) => `<span${page.css("line-badge")}>${line}</span>` },
      { words: labels.destination, cell: ({ destination }) => escapeHtml(destination) },
      { words: labels.platform, cell: ({ platform }) => platform ?? "" },
      {
        words: labels.delay,
        cell: ({ delay_minutes: delay }) => (delay === undefined ? "" : `+${delay}`),
      },
    ],
  });
  return `<section${page.css("departures")}><h2>${page.word(labels.departures)}</h2>${inner}</section>`;
}

/** A second table of the same kind of rows. */
function arrivals(page: Page, { station }: Content): string {
  if (page.random.chance(0.5)) return "";
  const inner = columnTable<Departure>(page, {
    rows: departures(page, station).slice(0, 5),
    columns: [
      { words: labels.time, cell: ({ time }) => time },
      { words: labels.line, cell: ({ line }) => line },
      { words: labels.origin, cell: ({ destination }) => escapeHtml(destination) },
      { words: labels.platform, cell: ({ platform }) => platform ?? "" },
    ],
  });
  return `<section${page.css("arrivals")}><h2>${page.word(labels.arrivals)}</h2>${inner}</section>`;
}

function notices(page: Page): string {
  return `<div${page.css("notice")}><strong>${page.word(labels.notice)}:</strong> ${escapeHtml(page.paragraph(2))}</div>`;
}

function otherStations(page: Page): Teaser[] {
  return cityNames(page.random, page.language, 5).map((title) => ({
    title,
    note: `${timeOfDay(page.random)} · ${page.random.whole(2, 60)} min`,
  }));
}

/** What leaves a station on a day. */
export const timetable: PageTemplate = {
  name: "timetable",
  schema,
  held: false,
  countries: [locales.de, locales.gb, locales.ja, locales.fr, locales.es],
  carriers: ["next-data", "json-ld", "next-data", "json-ld-graph", "json-ld"],
  draw,
};
