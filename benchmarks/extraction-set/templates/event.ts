import { escapeHtml } from "../escape-html.ts";
import { locales, type Words } from "../locale.ts";
import { cityName, companyName, slug, streetAddress, timeOfDay } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";

const titles: Words = {
  en: "Open Air Concert|Poetry Night|Startup Breakfast|Spring Flea Market|Jazz in the Yard|Photography Workshop",
  de: "Open-Air-Konzert|Lesenacht|Gründerfrühstück|Flohmarkt im Frühling|Jazz im Hof|Fotoworkshop",
  fr: "Concert en plein air|Nuit de la poésie|Brocante de printemps|Jazz dans la cour|Atelier photo",
  es: "Concierto al aire libre|Noche de poesía|Mercadillo de primavera|Jazz en el patio|Taller de fotografía",
  ja: "野外コンサート|詩の夜|春の蚤の市|中庭のジャズ|写真ワークショップ",
};
const halls: Words = {
  en: "Town Hall|Old Brewery|Riverside Theatre|Assembly Rooms",
  de: "Stadthalle|Alte Brauerei|Theater am Fluss|Kulturhaus",
  fr: "Salle des fêtes|Ancienne Brasserie|Théâtre du Quai|Maison de la culture",
  es: "Casa de la Cultura|Antigua Fábrica|Teatro del Río|Auditorio",
  ja: "市民会館|旧醸造所|川辺劇場|文化センター",
};

const labels = {
  when: {
    en: "Date and time|When",
    de: "Datum und Uhrzeit|Wann",
    fr: "Date et heure",
    es: "Fecha y hora",
    ja: "開催日時",
  },
  end: { en: "Ends", de: "Ende", fr: "Fin", es: "Fin", ja: "終了" },
  doors: {
    en: "Doors open",
    de: "Einlass",
    fr: "Ouverture des portes",
    es: "Apertura de puertas",
    ja: "開場",
  },
  venue: { en: "Venue", de: "Veranstaltungsort", fr: "Lieu", es: "Lugar", ja: "会場" },
  address: { en: "Address", de: "Adresse", fr: "Adresse", es: "Dirección", ja: "住所" },
  city: { en: "City", de: "Stadt", fr: "Ville", es: "Ciudad", ja: "都市" },
  organizer: {
    en: "Organizer|Organised by",
    de: "Veranstalter",
    fr: "Organisateur",
    es: "Organizador",
    ja: "主催",
  },
  price: {
    en: "Tickets from|Price",
    de: "Preis|Tickets ab",
    fr: "Tarif",
    es: "Precio",
    ja: "料金",
  },
  performers: {
    en: "Line-up|Performers",
    de: "Mitwirkende|Künstler",
    fr: "Artistes",
    es: "Artistas",
    ja: "出演者",
  },
  more: {
    en: "About this event",
    de: "Über die Veranstaltung",
    fr: "À propos",
    es: "Sobre el evento",
    ja: "イベントについて",
  },
  book: {
    en: "Buy tickets",
    de: "Karten kaufen",
    fr: "Réserver",
    es: "Comprar entradas",
    ja: "チケット購入",
  },
  until: {
    en: "Presale ends",
    de: "Vorverkauf bis",
    fr: "Prévente jusqu'au",
    es: "Preventa hasta",
    ja: "前売締切",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    name: { type: "string" },
    start: { type: "string", format: "date-time" },
    end: {
      type: "string",
      format: "date-time",
      description: "When the event is over, where it says so",
    },
    venue: {
      type: "object",
      properties: {
        name: { type: "string" },
        address: { type: "string", description: "Street and number" },
        city: { type: "string" },
      },
    },
    performers: { type: "array", items: { type: "string" } },
    organizer: { type: "string" },
    price: { type: "number", description: "Cheapest ticket" },
    currency: { type: "string", description: "ISO 4217" },
  },
  required: ["name", "start"],
};

function content(page: Page) {
  const { random, language } = page;
  const day = page.day(2027, 2027);
  const price = page.maybe(0.8, () => page.price(5, 90));
  return {
    name: `${random.pick(titles[language].split("|"))} ${random.pick(["2027", "Vol. 3", "No. 12", "XL"])}`,
    start: `${day}T${timeOfDay(random, 10, 19)}`,
    end: page.maybe(0.5, () => `${day}T${timeOfDay(random, 21, 23)}`),
    venue: {
      name: random.pick(halls[language].split("|")),
      address: page.maybe(0.85, () => streetAddress(random, language)),
      city: cityName(random, language),
    },
    performers: page.maybe(0.7, () => [
      ...new Set(random.times(random.whole(1, 4), () => page.person())),
    ]),
    organizer: page.maybe(0.7, () => companyName(random, language)),
    price,
    currency: price === undefined ? undefined : page.locale.currency,
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function linked(values: Content, url: string): Values {
  const { name, start, end, venue, performers, organizer, price, currency } = values;
  return {
    "@type": "Event",
    name,
    startDate: start,
    endDate: end,
    eventStatus: "https://schema.org/EventScheduled",
    location: {
      "@type": "Place",
      name: venue.name,
      address: {
        "@type": "PostalAddress",
        streetAddress: venue.address,
        addressLocality: venue.city,
      },
    },
    performer: performers?.map((person) => ({ "@type": "Person", name: person })),
    organizer: organizer && {
      "@type": "Organization",
      name: organizer,
      url: "https://organizer.example",
    },
    offers:
      price === undefined
        ? undefined
        : { "@type": "Offer", price, priceCurrency: currency, url, validFrom: "2026-01-01" },
  };
}

function draw(page: Page): Drawn {
  const values = content(page);
  const path = `/events/${slug(values.name)}-${page.random.whole(100, 9999)}`;
  return {
    path,
    title: values.name,
    crumbs: ["Events", values.venue.city],
    values,
    type: "Event",
    linked: linked(values, page.url(path)),
    openGraph: { "og:type": "event" },
    teasers: otherEvents(page),
    blocks: [
      `<h1${page.css("title")}${page.prop("name")}>${escapeHtml(values.name)}</h1>`,
      facts(page, values),
      lineUp(page, values),
      `<section${page.css("text")}><h2>${page.word(labels.more)}</h2><p>${escapeHtml(page.paragraph(5))}</p><p>${escapeHtml(page.paragraph(3))}</p><a href="/tickets">${page.word(labels.book)}</a></section>`,
    ],
  };
}

function facts(page: Page, { start, end, venue, organizer, price }: Content): string {
  const { random } = page;
  return page.facts([
    page.fact(labels.when, page.dateTime(start), page.prop("startDate", start)),
    page.fact(
      labels.doors,
      page.maybe(0.3, () => page.dateTime(`${start.slice(0, 11)}0${random.whole(7, 9)}:30`)),
    ),
    page.fact(labels.end, end && page.dateTime(end), page.prop("endDate", end)),
    page.fact(labels.venue, venue.name, page.prop("location")),
    page.fact(labels.address, venue.address),
    page.fact(labels.city, venue.city),
    page.fact(labels.organizer, organizer, page.prop("organizer")),
    page.fact(labels.price, price === undefined ? undefined : page.money(price)),
    page.fact(
      labels.until,
      page.maybe(0.3, () => page.date(page.day(2026, 2026))),
    ),
  ]);
}

function lineUp(page: Page, { performers }: Content): string {
  if (performers === undefined) return "";
  const items = performers.map(
    (person) =>
      `<li${page.scope("Person", "performer")}><span${page.prop("name")}>${escapeHtml(person)}</span></li>`,
  );
  return `<section${page.css("line-up")}><h2>${page.word(labels.performers)}</h2><ul>${items.join("")}</ul></section>`;
}

function otherEvents(page: Page): Teaser[] {
  const { random, language } = page;
  return random.times(random.whole(2, 6), () => {
    const title = random.pick(titles[language].split("|"));
    const date = page.day(2027, 2028);
    const note = `${page.dateTime(`${date}T${timeOfDay(random)}`)} · ${random.pick(halls[language].split("|"))} · ${page.money(page.price(5, 80))}`;
    return { title, note, linked: { "@type": "Event", name: title, startDate: date } };
  });
}

/** A concert, market or workshop. */
export const event: PageTemplate = {
  name: "event",
  schema,
  held: true,
  countries: [locales.us, locales.es, locales.gb, locales.de, locales.fr],
  carriers: ["json-ld", "microdata", "json-ld-graph", "next-data", "rdfa"],
  draw,
};
