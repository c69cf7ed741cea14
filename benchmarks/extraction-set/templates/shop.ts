import { escapeHtml } from "../escape-html.ts";
import { productName, productTeasers } from "../goods.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { brandName, slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const stock = {
  in_stock: { en: "In stock", de: "Auf Lager", fr: "En stock", es: "En stock", ja: "在庫あり" },
  out_of_stock: {
    en: "Out of stock",
    de: "Nicht auf Lager",
    fr: "Rupture de stock",
    es: "Agotado",
    ja: "在庫なし",
  },
  preorder: {
    en: "Pre-order",
    de: "Vorbestellbar",
    fr: "Précommande",
    es: "Reserva",
    ja: "予約受付中",
  },
} as const satisfies Readonly<Record<string, Words>>;
const linkedStock = { in_stock: "InStock", out_of_stock: "OutOfStock", preorder: "PreOrder" };

const colors: Words = {
  en: "black|forest green|sand|navy blue",
  de: "schwarz|waldgrün|sand|marineblau",
  fr: "noir|vert forêt|sable|bleu marine",
  es: "negro|verde bosque|arena|azul marino",
  ja: "黒|深緑|砂色|紺",
};
const materials: Words = {
  en: "Aluminium|Merino wool|Recycled polyester|Oak",
  de: "Aluminium|Merinowolle|Recyceltes Polyester|Eiche",
  fr: "Aluminium|Laine mérinos|Polyester recyclé|Chêne",
  es: "Aluminio|Lana merina|Poliéster reciclado|Roble",
  ja: "アルミニウム|メリノウール|再生ポリエステル|オーク材",
};

const labels = {
  brand: {
    en: "Brand|Manufacturer",
    de: "Marke|Hersteller",
    fr: "Marque",
    es: "Marca",
    ja: "ブランド",
  },
  sku: {
    en: "SKU|Item no.",
    de: "Artikelnummer|Art.-Nr.",
    fr: "Référence",
    es: "Referencia",
    ja: "商品番号",
  },
  color: { en: "Color|Colour", de: "Farbe", fr: "Couleur", es: "Color", ja: "カラー" },
  material: { en: "Material", de: "Material", fr: "Matière", es: "Material", ja: "素材" },
  weight: { en: "Weight", de: "Gewicht", fr: "Poids", es: "Peso", ja: "重量" },
  warranty: { en: "Warranty", de: "Garantie", fr: "Garantie", es: "Garantía", ja: "保証" },
  shipping: { en: "Shipping", de: "Versand", fr: "Livraison", es: "Envío", ja: "送料" },
  availability: {
    en: "Availability",
    de: "Verfügbarkeit",
    fr: "Disponibilité",
    es: "Disponibilidad",
    ja: "在庫状況",
  },
  description: {
    en: "Description|Product details",
    de: "Beschreibung|Produktbeschreibung",
    fr: "Description",
    es: "Descripción",
    ja: "商品説明",
  },
  was: { en: "Was|RRP", de: "Statt|UVP", fr: "Prix conseillé", es: "Antes", ja: "通常価格" },
  price: { en: "Price|Our price", de: "Preis", fr: "Prix", es: "Precio", ja: "価格" },
  reviews: { en: "reviews", de: "Bewertungen", fr: "avis", es: "opiniones", ja: "件のレビュー" },
  add: {
    en: "Add to cart",
    de: "In den Warenkorb",
    fr: "Ajouter au panier",
    es: "Añadir a la cesta",
    ja: "カートに入れる",
  },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    name: { type: "string" },
    brand: { type: "string" },
    sku: { type: "string", description: "Article number of the shop" },
    price: { type: "number", description: "Price to pay now, not the one struck through" },
    currency: { type: "string", description: "ISO 4217 code" },
    availability: { type: "string", enum: ["in_stock", "out_of_stock", "preorder"] },
    rating: {
      type: "object",
      properties: { value: { type: "number" }, count: { type: "integer" } },
    },
    color: { type: "string" },
    material: { type: "string" },
    description: { type: "string" },
    image_url: { type: "string", format: "uri" },
  },
  required: ["name", "price", "currency"],
};

/** What a product page says. */
function content(page: Page) {
  const { random, language } = page;
  const name = productName(random, language);
  const price = page.price(15, 900);
  return {
    name,
    brand: page.maybe(0.9, () => brandName(random)),
    sku: page.maybe(
      0.9,
      () => `${random.pick(["AB", "10", "Z-", "NK"])}${random.whole(10_000, 99_999)}`,
    ),
    price,
    currency: page.locale.currency,
    availability: random.pick(["in_stock", "in_stock", "out_of_stock", "preorder"] as const),
    rating: page.maybe(0.8, () => ({
      value: random.whole(21, 49) / 10,
      count: random.whole(3, 2400),
    })),
    color: page.maybe(0.8, () => random.pick(colors[language].split("|"))),
    material: page.maybe(0.7, () => random.pick(materials[language].split("|"))),
    description: page.paragraph(random.whole(2, 5)),
    image_url: page.url(`/media/${slug(name)}-${random.hex(6)}.jpg`),
  } satisfies Values;
}

function draw(page: Page): Drawn {
  const values = content(page);
  const { name, brand, price, currency, rating, description, image_url: image } = values;
  const path = `/p/${slug(name)}-${page.random.whole(1000, 99_999)}`;
  const offers = {
    "@type": "Offer",
    price: page.random.chance(0.5) ? price : price.toFixed(2),
    priceCurrency: currency,
    availability: `https://schema.org/${linkedStock[values.availability]}`,
    url: page.url(path),
  };
  return {
    path,
    title: name,
    crumbs: [brand ?? "Shop", name],
    values,
    type: "Product",
    linked: {
      "@type": "Product",
      name,
      image: [image],
      description,
      sku: values.sku,
      color: values.color,
      material: values.material,
      brand: brand && { "@type": "Brand", name: brand },
      offers: page.random.chance(0.3) ? [offers] : offers,
      aggregateRating: rating && {
        "@type": "AggregateRating",
        ratingValue: rating.value,
        reviewCount: rating.count,
      },
    },
    openGraph: {
      "og:image": image,
      "product:price:amount": price,
      "product:price:currency": currency,
    },
    teasers: productTeasers(page),
    blocks: [
      headBlock(page, values),
      buyBlock(page, values),
      descriptionBlock(page, description),
      factBlock(page, values),
    ],
  };
}

type Content = ReturnType<typeof content>;

function headBlock(page: Page, { name, rating, image_url: image }: Content): string {
  const stars =
    rating === undefined
      ? ""
      : `<div${page.css("rating")}${page.scope("AggregateRating", "aggregateRating")}><span aria-hidden="true">★★★★☆</span> <span${page.prop("ratingValue", rating.value)}>${formatNumber(rating.value, page.locale, 1)}</span> / 5 (<a href="#reviews"><span${page.prop("reviewCount", rating.count)}>${formatNumber(rating.count, page.locale)}</span> ${page.word(labels.reviews)}</a>)</div>`;
  const small = page.random.times(
    3,
    () => `<img src="/media/thumb-${page.random.hex(6)}.jpg" alt="" width="60" height="60">`,
  );
  const source = page.site.choose("relative images", [0, page.site.host.length]);
  return `<div${page.css("gallery")}><img${page.css("main-image")} src="${image.slice(source)}" alt="${escapeHtml(name)}" width="480" height="360"${page.prop("image")}>${small.join("")}</div>
<h1${page.css("title")}${page.prop("name")}>${escapeHtml(name)}</h1>${stars}`;
}

function buyBlock(page: Page, { price, currency, availability }: Content): string {
  const { random } = page;
  const word = page.site.word(stock[availability]);
  const kind = linkedStock[availability];
  const was = random.chance(0.4)
    ? `<span${page.css("old-price")}>${page.word(labels.was)} <s>${escapeHtml(page.money(Math.round(price * 1.25) + 0.5))}</s></span> <span${page.css("saving")}>-${random.whole(10, 30)}%</span>`
    : "";
  const label = page.site.choose("price label", ["", "hidden", "shown"]);
  const shown =
    label === ""
      ? ""
      : `<span${page.css(label === "hidden" ? "visually" : "price-label")}>${page.word(labels.price)}:</span> `;
  const now = `${shown}<span${page.css("price")}${page.prop("price", price)}>${escapeHtml(page.money(price))}</span>`;
  const parts = page.site.arrange("buy", [was, now]);
  const money =
    page.carrier === undefined
      ? ""
      : `<meta${page.prop("priceCurrency", currency)}><link${page.prop("availability")} href="https://schema.org/${kind}">`;
  return `<div${page.css("buy")}${page.scope("Offer", "offers")}>${parts.join(" ")}${page.isMarked ? money : ""}
<p${page.css("stock")}><span>${page.word(labels.availability)}:</span> <span>${escapeHtml(word)}</span></p>
<button type="submit"${page.css("add")}>${page.word(labels.add)}</button></div>`;
}

function descriptionBlock(page: Page, description: string): string {
  return `<section${page.css("description")}><h2>${page.word(labels.description)}</h2><p${page.prop("description")}>${escapeHtml(description)}</p></section>`;
}

function factBlock(page: Page, { brand, sku, color, material }: Content): string {
  const { random, locale } = page;
  return page.facts([
    page.fact(labels.brand, brand, page.prop("brand")),
    page.fact(labels.sku, sku, page.prop("sku")),
    page.fact(labels.color, color, page.prop("color")),
    page.fact(labels.material, material, page.prop("material")),
    page.fact(labels.weight, `${formatNumber(random.whole(200, 9000) / 1000, locale, 1)} kg`),
    page.fact(labels.warranty, `${random.whole(2, 5)}`),
    page.fact(labels.shipping, page.money(page.price(3, 9))),
  ]);
}

/** A product in a shop. */
export const shop: PageTemplate = {
  name: "shop",
  schema,
  held: false,
  countries: [locales.us, locales.de, locales.fr, locales.gb, locales.es],
  carriers: ["json-ld", "microdata", "json-ld-graph", "next-data", "rdfa"],
  draw,
};
