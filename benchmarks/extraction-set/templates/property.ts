import { escapeHtml } from "../escape-html.ts";
import { formatNumber, formatMoney, locales, type Words } from "../locale.ts";
import { cityName, companyName, phoneNumber, postalCode, slug, streetAddress } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";

const kinds: Words = {
  en: "Terraced house with garden|Bright flat near the park|Detached family home|Loft in a former mill",
  de: "Reihenhaus mit Garten|Helle Wohnung am Park|Freistehendes Einfamilienhaus|Loft in alter Mühle",
  fr: "Maison avec jardin|Appartement lumineux|Maison familiale individuelle|Loft dans un ancien moulin",
  es: "Casa adosada con jardín|Piso luminoso junto al parque|Chalet independiente|Loft en antigua fábrica",
  ja: "庭付き一戸建て|公園近くの明るいマンション|独立住宅|工場跡のロフト",
};

const labels = {
  price: { en: "Price|Asking price", de: "Kaufpreis", fr: "Prix", es: "Precio", ja: "価格" },
  bedrooms: {
    en: "Bedrooms",
    de: "Schlafzimmer",
    fr: "Chambres",
    es: "Dormitorios|Habitaciones",
    ja: "寝室",
  },
  bathrooms: {
    en: "Bathrooms",
    de: "Badezimmer|Bäder",
    fr: "Salles de bains",
    es: "Baños",
    ja: "浴室",
  },
  area: {
    en: "Floor area|Living area",
    de: "Wohnfläche",
    fr: "Surface habitable",
    es: "Superficie útil|Superficie",
    ja: "専有面積",
  },
  plot: { en: "Plot", de: "Grundstück", fr: "Terrain", es: "Parcela", ja: "土地面積" },
  built: {
    en: "Year built|Built in",
    de: "Baujahr",
    fr: "Année de construction",
    es: "Año de construcción",
    ja: "築年",
  },
  free: {
    en: "Available from",
    de: "Bezugsfrei ab|Verfügbar ab",
    fr: "Disponible à partir du",
    es: "Disponible desde",
    ja: "入居可能日",
  },
  energy: {
    en: "Energy class|Energy rating",
    de: "Energieeffizienzklasse",
    fr: "Classe énergie",
    es: "Clase energética",
    ja: "省エネ等級",
  },
  reference: {
    en: "Reference|Property ref.",
    de: "Objektnummer",
    fr: "Référence",
    es: "Referencia",
    ja: "物件番号",
  },
  street: { en: "Street", de: "Straße", fr: "Rue", es: "Calle", ja: "番地" },
  code: {
    en: "Postcode|ZIP code",
    de: "PLZ|Postleitzahl",
    fr: "Code postal",
    es: "Código postal",
    ja: "郵便番号",
  },
  city: { en: "City|Town", de: "Ort|Stadt", fr: "Ville", es: "Localidad|Ciudad", ja: "市区町村" },
  agent: {
    en: "Agent|Your contact",
    de: "Ansprechpartner|Makler",
    fr: "Agent|Votre contact",
    es: "Agente|Contacto",
    ja: "担当者",
  },
  phone: { en: "Phone|Telephone", de: "Telefon", fr: "Téléphone", es: "Teléfono", ja: "電話番号" },
  costs: {
    en: "Monthly charges",
    de: "Hausgeld",
    fr: "Charges mensuelles",
    es: "Gastos de comunidad",
    ja: "管理費",
  },
  about: {
    en: "Description",
    de: "Objektbeschreibung",
    fr: "Description",
    es: "Descripción",
    ja: "物件の説明",
  },
  ask: {
    en: "Request a viewing",
    de: "Besichtigung anfragen",
    fr: "Demander une visite",
    es: "Solicitar visita",
    ja: "内覧を申し込む",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    title: { type: "string" },
    price: { type: "number", description: "Asking price" },
    currency: { type: "string" },
    bedrooms: { type: "integer" },
    bathrooms: { type: "integer" },
    area_m2: { type: "number", description: "Living area (Wohnfläche, superficie, surface) in m²" },
    year_built: { type: "integer" },
    available_from: { type: "string", format: "date" },
    energy_class: { type: "string", enum: ["A", "B", "C", "D", "E", "F", "G"] },
    reference: { type: "string" },
    address: {
      type: "object",
      properties: {
        street: { type: "string" },
        postal_code: { type: "string" },
        city: { type: "string" },
      },
    },
    agent: {
      type: "object",
      properties: { name: { type: "string" }, phone: { type: "string" } },
    },
  },
  required: ["title", "price"],
};

function content(page: Page) {
  const { random, language, locale } = page;
  const factor = locale.currency === "JPY" ? 15_000 : 100;
  return {
    title: random.pick(kinds[language].split("|")),
    price: random.whole(900, 14_000) * factor,
    currency: locale.currency,
    bedrooms: random.whole(1, 6),
    bathrooms: page.maybe(0.8, () => random.whole(1, 3)),
    area_m2: page.maybe(0.9, () =>
      random.chance(0.3) ? random.whole(45, 260) + 0.5 : random.whole(45, 260),
    ),
    year_built: page.maybe(0.7, () => random.whole(1890, 2024)),
    available_from: page.maybe(0.5, () => page.day(2027, 2027)),
    energy_class: page.maybe(0.7, () => random.pick(["A", "B", "C", "D", "E", "F", "G"])),
    reference: page.maybe(
      0.7,
      () => `${random.pick(["IM", "REF-", "V"])}${random.whole(1000, 99_999)}`,
    ),
    address: {
      street: page.maybe(0.6, () => streetAddress(random, language)),
      postal_code: postalCode(random, locale),
      city: cityName(random, language),
    },
    agent: page.maybe(0.8, () => ({ name: page.person(), phone: phoneNumber(random, locale) })),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function linked(page: Page, values: Content): Values {
  const { address, agent, area_m2: area } = values;
  return {
    "@type": page.random.pick(["House", "Apartment", "SingleFamilyResidence"]),
    name: values.title,
    numberOfBedrooms: values.bedrooms,
    numberOfBathroomsTotal: values.bathrooms,
    yearBuilt: values.year_built,
    floorSize:
      area === undefined
        ? undefined
        : { "@type": "QuantitativeValue", value: area, unitCode: "MTK" },
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      postalCode: address.postal_code,
      addressLocality: address.city,
    },
    offers: {
      "@type": "Offer",
      price: values.price,
      priceCurrency: values.currency,
      availabilityStarts: values.available_from,
      offeredBy: agent && { "@type": "RealEstateAgent", name: agent.name, telephone: agent.phone },
    },
  };
}

function draw(page: Page): Drawn {
  const values = content(page);
  const { title, address } = values;
  return {
    path: `/properties/${slug(title)}-${page.random.whole(1000, 99_999)}`,
    title: `${title}, ${address.city}`,
    crumbs: [address.city, title],
    values,
    type: "House",
    linked: linked(page, values),
    teasers: otherHomes(page),
    blocks: [
      head(page, values),
      facts(page, values),
      place(page, values),
      about(page),
      contact(page, values),
    ],
  };
}

function head(page: Page, { title, price, currency }: Content): string {
  const pictures = page.random.times(
    page.random.whole(2, 9),
    () => `<img src="/media/${page.random.hex(8)}.webp" alt="" width="220" height="150">`,
  );
  const meta = page.isMarked ? `<meta${page.prop("priceCurrency", currency)}>` : "";
  const sum = escapeHtml(formatMoney(price, page.locale, true));
  return `<div${page.css("gallery")}>${pictures.join("")}</div><h1${page.css("title")}${page.prop("name")}>${escapeHtml(title)}</h1>
<p${page.css("price-row")}${page.scope("Offer", "offers")}>${page.word(labels.price)}: <strong${page.css("price")}${page.prop("price", price)}>${sum}</strong>${meta}</p>`;
}

function facts(page: Page, values: Content): string {
  const { bedrooms, bathrooms, area_m2: area, year_built: built, available_from: free } = values;
  const metres = (value: number): string =>
    `${formatNumber(value, page.locale, value % 1 === 0 ? 0 : 1)} m²`;
  return page.facts([
    page.fact(labels.bedrooms, String(bedrooms), page.prop("numberOfBedrooms")),
    page.fact(
      labels.bathrooms,
      bathrooms === undefined ? undefined : String(bathrooms),
      page.prop("numberOfBathroomsTotal"),
    ),
    page.fact(labels.area, area === undefined ? undefined : metres(area)),
    page.fact(
      labels.plot,
      page.maybe(0.5, () => metres(page.random.whole(200, 1900))),
    ),
    page.fact(
      labels.built,
      built === undefined ? undefined : String(built),
      page.prop("yearBuilt"),
    ),
    page.fact(labels.free, free && page.date(free)),
    page.fact(labels.energy, values.energy_class),
    page.fact(
      labels.costs,
      page.maybe(0.5, () => page.money(page.price(90, 480))),
    ),
    page.fact(labels.reference, values.reference),
  ]);
}

function place(page: Page, { address }: Content): string {
  const open = page.scope("PostalAddress", "address");
  const list = page.facts([
    page.fact(labels.street, address.street, page.prop("streetAddress")),
    page.fact(labels.code, address.postal_code, page.prop("postalCode")),
    page.fact(labels.city, address.city, page.prop("addressLocality")),
  ]);
  return `<div${page.css("place")}${open}>${list}</div>`;
}

function about(page: Page): string {
  return `<section${page.css("text")}><h2>${page.word(labels.about)}</h2><p>${escapeHtml(page.paragraph(5))}</p><p>${escapeHtml(page.paragraph(3))}</p></section>`;
}

function contact(page: Page, { agent }: Content): string {
  const list =
    agent === undefined
      ? ""
      : page.facts([page.fact(labels.agent, agent.name), page.fact(labels.phone, agent.phone)]);
  const firm = escapeHtml(companyName(page.random, page.language));
  return `<section${page.css("contact")}>${list}<p>${firm}</p><button type="button">${page.word(labels.ask)}</button></section>`;
}

function otherHomes(page: Page): Teaser[] {
  const { random, language, locale } = page;
  return random.times(random.whole(2, 6), () => ({
    title: random.pick(kinds[language].split("|")),
    note: `${formatMoney(random.whole(90, 900) * 1000, locale, true)} · ${random.whole(40, 200)} m² · ${cityName(random, language)}`,
  }));
}

/** A home for sale. */
export const property: PageTemplate = {
  name: "property",
  schema,
  held: false,
  countries: [locales.es, locales.gb, locales.de, locales.us, locales.fr],
  carriers: ["json-ld", "microdata", "next-data", "json-ld-graph", "rdfa"],
  draw,
};
