import { escapeHtml } from "../escape-html.ts";
import { locales, type Words } from "../locale.ts";
import { cityName, companyName, phoneNumber, slug, streetAddress } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";
import { sentence } from "../prose.ts";

const titles: Words = {
  en: "Days of Sound|Garden Congress|Harbour Forum|Winter School|Craft Week",
  de: "Klangtage|Gartenkongress|Hafenforum|Winterschule|Handwerkswoche",
  fr: "Journées du son|Congrès du jardin|Forum du port|École d'hiver",
  es: "Jornadas del sonido|Congreso del jardín|Foro del puerto|Escuela de invierno",
  ja: "音の日|庭園会議|港フォーラム|冬の学校",
};
const halls: Words = {
  en: "Town Hall|Old Brewery|Assembly Rooms",
  de: "Stadthalle|Alte Brauerei|Kulturhaus",
  fr: "Salle des fêtes|Ancienne Brasserie|Maison de la culture",
  es: "Casa de la Cultura|Antigua Fábrica|Auditorio",
  ja: "市民会館|旧醸造所|文化センター",
};
const labels = {
  when: { en: "Date|When", de: "Datum|Wann", fr: "Date", es: "Fecha", ja: "開催日" },
  venue: { en: "Venue", de: "Veranstaltungsort", fr: "Lieu", es: "Lugar", ja: "会場" },
  price: { en: "Ticket|Admission", de: "Eintritt", fr: "Tarif", es: "Entrada", ja: "入場料" },
  sold: { en: "Sold out", de: "Ausverkauft", fr: "Complet", es: "Agotado", ja: "完売" },
  host: {
    en: "Organiser|Hosted by",
    de: "Veranstalter",
    fr: "Organisateur",
    es: "Organizador",
    ja: "主催",
  },
  phone: { en: "Phone", de: "Telefon", fr: "Téléphone", es: "Teléfono", ja: "電話" },
  mail: { en: "E-mail", de: "E-Mail", fr: "Courriel", es: "Correo", ja: "メール" },
  sessions: { en: "Programme", de: "Programm", fr: "Programme", es: "Programa", ja: "プログラム" },
  more: {
    en: "More by this organiser",
    de: "Mehr von diesem Veranstalter",
    fr: "Du même organisateur",
    es: "Más de este organizador",
    ja: "この主催者の催し",
  },
  from: { en: "from", de: "ab", fr: "dès", es: "desde", ja: "から" },
  pause: { en: "Coffee", de: "Kaffeepause", fr: "Pause café", es: "Café", ja: "休憩" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    name: { type: "string" },
    date: { type: "string", format: "date" },
    venue: { type: "string" },
    price: { type: "number", description: "Of a ticket; absent when there is none to be had" },
    organizer: {
      type: "object",
      properties: {
        name: { type: "string" },
        phone: { type: "string" },
        email: { type: "string", format: "email" },
      },
    },
    sessions: {
      type: "array",
      items: {
        type: "object",
        properties: {
          start: { type: "string", description: "HH:MM" },
          title: { type: "string" },
          speaker: { type: "string" },
          room: { type: "string" },
        },
        required: ["start", "title"],
      },
    },
  },
  required: ["name", "date"],
};

interface Session {
  readonly [name: string]: string | undefined;
  readonly start: string;
  readonly title: string;
  readonly speaker: string | undefined;
  readonly room: string | undefined;
}

function sessions(page: Page): Session[] {
  const { random, language } = page;
  return random.times(random.whole(4, 9), (at) => {
    const [hasSpeaker, hasRoom] = [random.chance(0.8), random.chance(0.85)];
    const [speaker, room] = [
      page.person(),
      `${random.pick(["A", "B", "S"])}${random.whole(1, 29)}`,
    ];
    return {
      start: `${String(9 + at).padStart(2, "0")}:${random.pick(["00", "15", "30"])}`,
      title: sentence(random, language).replace(/[.。]$/, ""),
      speaker: hasSpeaker ? speaker : undefined,
      room: hasRoom ? room : undefined,
    };
  });
}

function content(page: Page) {
  const { random, language, locale } = page;
  const host = companyName(random, language);
  return {
    name: `${random.pick(titles[language].split("|"))} ${random.whole(2026, 2028)}`,
    date: page.day(2026, 2028),
    venue: random.pick(halls[language].split("|")),
    price: page.maybe(0.6, () => page.price(12, 180)),
    organizer: {
      name: host,
      phone: phoneNumber(random, locale),
      email: page.maybe(0.7, () => `office@${slug(host)}.example`),
    },
    sessions: sessions(page),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { name, date, venue, price, organizer } = values;
  return {
    path: `/events/${slug(name)}-${page.random.whole(100, 999)}`,
    title: name,
    crumbs: [name],
    values,
    type: "Event",
    linked: {
      "@type": "Event",
      name,
      startDate: date,
      location: { "@type": "Place", name: venue },
      organizer: {
        "@type": "Organization",
        name: organizer.name,
        telephone: organizer.phone,
        email: organizer.email,
      },
      offers: {
        "@type": "Offer",
        availability: `https://schema.org/${price === undefined ? "SoldOut" : "InStock"}`,
        ...(price !== undefined && {
          price: price.toFixed(2),
          priceCurrency: page.locale.currency,
        }),
      },
      subEvent: values.sessions.map((each) => ({
        "@type": "Event",
        name: each.title,
        startDate: `${date}T${each.start}`,
        performer: each.speaker && { "@type": "Person", name: each.speaker },
        location: each.room && { "@type": "Place", name: each.room },
      })),
    },
    teasers: otherEvents(page),
    blocks: [head(page, values), programme(page, values), host(page, values), more(page)],
  };
}

function head(page: Page, { name, date, venue, price }: Content): string {
  const place = `${venue}, ${streetAddress(page.random, page.language)}, ${cityName(page.random, page.language)}`;
  const cost = price === undefined ? page.site.word(labels.sold) : page.money(price);
  const facts = page.facts([
    page.fact(labels.when, page.date(date), page.prop("startDate", date)),
    page.rich(
      labels.venue,
      `<span${page.scope("Place", "location")}><b${page.css("venue")}${page.prop("name")}>${escapeHtml(venue)}</b></span>${escapeHtml(place.slice(venue.length))}`,
    ),
    page.fact(labels.price, cost),
  ]);
  return `<h1${page.css("title")}${page.prop("name")}>${escapeHtml(name)}</h1>${facts}`;
}

function host(page: Page, { organizer: { name, phone, email } }: Content): string {
  const mail =
    email === undefined
      ? ""
      : `<div>${page.word(labels.mail)}: <a href="mailto:${email}"${page.prop("email")}>${email}</a></div>`;
  return `<section${page.css("organiser")}${page.scope("Organization", "organizer")}><h2>${page.word(labels.host)}</h2><strong${page.css("organiser-name")}${page.prop("name")}>${escapeHtml(name)}</strong><div>${page.word(labels.phone)}: <span${page.css("organiser-phone")}${page.prop("telephone")}>${escapeHtml(phone)}</span></div>${mail}</section>`;
}

/** Sessions in rows, boxes, pairs of term and description, two-row items. */
function programme(page: Page, { sessions: list }: Content): string {
  const look = page.site.alternate("programme", [rows, boxes, terms, twoRows]);
  return `<section${page.css("programme")}><h2>${page.word(labels.sessions)}</h2>${look(page, list)}</section>`;
}

function rows(page: Page, list: readonly Session[]): string {
  const body = list.map(
    (each, at) =>
      `<tr${page.css("session")}><th scope="row">${each.start}</th><td><b>${escapeHtml(each.title)}</b>${speaker(page, each)}</td><td${page.css("session-room")}>${each.room ?? ""}</td></tr>${at === 1 ? `<tr><th scope="row">–</th><td colspan="2">${page.word(labels.pause)}</td></tr>` : ""}`,
  );
  return `<table${page.css("table")}><tbody>${body.join("\n")}</tbody></table>`;
}

function speaker(page: Page, { speaker: name }: Session): string {
  return name === undefined ? "" : ` <i${page.css("speaker")}>${escapeHtml(name)}</i>`;
}

function boxes(page: Page, list: readonly Session[]): string {
  const items = list.map((each) => {
    const room =
      each.room === undefined ? "" : `<span${page.css("session-room")}>${each.room}</span>`;
    return `<div${page.css("session")}><time${page.css("session-time")}>${each.start}</time><h3>${escapeHtml(each.title)}</h3>${speaker(page, each)}${room}</div>`;
  });
  return `<div${page.css("sessions")}>${items.join("\n")}</div>`;
}

function terms(page: Page, list: readonly Session[]): string {
  const items = list.map((each) => {
    const room =
      each.room === undefined ? "" : ` <span${page.css("session-room")}>${each.room}</span>`;
    return `<dt>${each.start}</dt><dd><strong>${escapeHtml(each.title)}</strong>${speaker(page, each)}${room}</dd>`;
  });
  return `<dl${page.css("sessions")}>${items.join("\n")}</dl>`;
}

function twoRows(page: Page, list: readonly Session[]): string {
  const body = list.map(
    (each) =>
      `<tr${page.css("session")}><td rowspan="2">${each.start}</td><td${page.css("session-title")}>${escapeHtml(each.title)}</td><td rowspan="2"${page.css("session-room")}>${each.room ?? ""}</td></tr><tr><td>${speaker(page, each)}</td></tr>`,
  );
  return `<table${page.css("table")}><tbody>${body.join("\n")}</tbody></table>`;
}

/** Other events of the organiser, in the page's own part. */
function more(page: Page): string {
  const { random, language } = page;
  const items = random.times(random.whole(2, 4), () => {
    const name = `${random.pick(titles[language].split("|"))} ${random.whole(2026, 2028)}`;
    return `<li${page.css("mini-event")}><a href="/events/${random.hex(5)}">${escapeHtml(name)}</a> ${escapeHtml(page.date(page.day(2026, 2028)))} · ${page.word(labels.from)} ${escapeHtml(page.money(page.price(12, 180)))}</li>`;
  });
  return `<section${page.css("more")}><h2>${page.word(labels.more)}</h2><ul>${items.join("")}</ul></section>`;
}

function otherEvents(page: Page) {
  const { random, language, locale } = page;
  return random.times(3, () => {
    const name = `${random.pick(titles[language].split("|"))} ${random.whole(2026, 2028)}`;
    const date = page.day(2026, 2028);
    const price = page.price(12, 180);
    const offers = {
      "@type": "Offer",
      price: price.toFixed(2),
      priceCurrency: locale.currency,
    };
    const linked = { "@type": "Event", name, startDate: date, offers };
    return { title: name, note: `${page.date(date)} · ${page.money(price)}`, linked };
  });
}

/** An event with its programme and who holds it, among others of the same house. */
export const programmePage: PageTemplate = {
  name: "programme",
  schema,
  held: true,
  countries: [locales.de, locales.us, locales.gb, locales.es, locales.fr],
  carriers: ["json-ld", "json-ld-graph", "microdata", "next-data", "json-ld"],
  draw,
};
