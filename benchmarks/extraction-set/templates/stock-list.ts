import { escapeHtml } from "../escape-html.ts";
import { productName } from "../goods.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const labels = {
  categories: {
    en: "Workshop|Spare parts|Instruments|Lamps",
    de: "Werkstatt|Ersatzteile|Instrumente|Leuchten",
    fr: "Atelier|Pièces détachées|Instruments|Luminaires",
    es: "Taller|Recambios|Instrumentos|Lámparas",
    ja: "工房|部品|楽器|照明",
  },
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
  request: {
    en: "Price on request",
    de: "Preis auf Anfrage",
    fr: "Prix sur demande",
    es: "Precio a consultar",
    ja: "価格はお問い合わせください",
  },
  login: {
    en: "Log in to see the price",
    de: "Preis nach Anmeldung",
    fr: "Connectez-vous pour voir le prix",
    es: "Inicie sesión para ver el precio",
    ja: "価格はログイン後",
  },
  shipping: {
    en: "plus shipping",
    de: "zzgl. Versand",
    fr: "plus livraison",
    es: "más envío",
    ja: "送料",
  },
  width: { en: "Width", de: "Breite", fr: "Largeur", es: "Ancho", ja: "幅" },
  rate: { en: "or 4 × ", de: "oder 4 × ", fr: "ou 4 × ", es: "o 4 × ", ja: "または4回 × " },
  seen: {
    en: "Recently viewed",
    de: "Zuletzt angesehen",
    fr: "Vus récemment",
    es: "Vistos recientemente",
    ja: "最近見た商品",
  },
  ask: { en: "Ask us", de: "Anfragen", fr: "Nous contacter", es: "Consultar", ja: "問い合わせ" },
} as const satisfies Readonly<Record<string, Words>>;

const states = ["in_stock", "in_stock", "out_of_stock", "preorder"] as const;

const linkedStates = { in_stock: "InStock", out_of_stock: "OutOfStock", preorder: "PreOrder" };

const schema: Values = {
  type: "object",
  properties: {
    category: { type: "string" },
    products: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          price: { type: "number", description: "Absent where the shop gives none" },
          currency: { type: "string" },
          availability: { type: "string", enum: ["in_stock", "out_of_stock", "preorder"] },
          url: { type: "string", format: "uri" },
        },
        required: ["name", "url"],
      },
    },
  },
  required: ["products"],
};

interface Item {
  readonly [name: string]: string | number | undefined;
  readonly name: string;
  readonly price: number | undefined;
  readonly currency: string | undefined;
  readonly availability: keyof typeof linkedStates;
  readonly url: string;
}

function item(page: Page): Item {
  const { random } = page;
  const name = productName(random, page.language);
  const availability = random.pick(states);
  const price = page.price(8, 640);
  const isPriced = availability === "in_stock" ? random.chance(0.9) : random.chance(0.3);
  return {
    name,
    price: isPriced ? price : undefined,
    currency: isPriced ? page.locale.currency : undefined,
    availability,
    url: page.url(`/p/${slug(name)}-${random.whole(1000, 99_999)}`),
  };
}

function content(page: Page) {
  const { random, language } = page;
  return {
    category: random.pick(labels.categories[language].split("|")),
    products: random.times(random.whole(6, 18), () => item(page)),
  } satisfies Values;
}

function draw(page: Page): Drawn {
  const values = content(page);
  const { category, products } = values;
  return {
    path: `/c/${slug(category)}-${page.random.whole(10, 99)}`,
    title: category,
    crumbs: [category],
    values,
    type: "ItemList",
    linked: {
      "@type": "ItemList",
      name: category,
      itemListElement: products.map((product, at) => ({
        "@type": "ListItem",
        position: at + 1,
        item: linkedProduct(product),
      })),
    },
    teasers: [],
    blocks: [
      `<h1${page.css("title")}${page.prop("name")}>${escapeHtml(category)}</h1>`,
      list(page, products),
      seen(page),
    ],
  };
}

function linkedProduct({ name, price, currency, availability, url }: Item): Values {
  const known = price !== undefined && { price: price.toFixed(2), priceCurrency: currency };
  const offers = {
    "@type": "Offer",
    availability: `https://schema.org/${linkedStates[availability]}`,
    ...known,
  };
  return { "@type": "Product", name, url, offers };
}

function list(page: Page, products: readonly Item[]): string {
  const [outer, inner] = page.site.choose("list tags", [
    ["ul", "li"],
    ["div", "article"],
    ["div", "div"],
  ] as const);
  const cards = products.map(
    (product) =>
      `<${inner}${page.css("card")}${page.scope("Product", "itemListElement")}>${card(page, product)}</${inner}>`,
  );
  return `<${outer}${page.css("cards")}>${cards.join("\n")}</${outer}>`;
}

function card(page: Page, each: Item): string {
  const { random } = page;
  const href = page.site.choose("relative links", [true, false])
    ? each.url.slice(page.site.host.length)
    : each.url;
  const title = `<h3${page.css("card-title")}><a href="${href}"${page.prop("url")}><span${page.prop("name")}>${escapeHtml(each.name)}</span></a></h3>`;
  const stars = `<span${page.css("stars")}>★★★★☆ (${formatNumber(random.whole(11, 40) / 10, page.locale, 1)}k)</span>`;
  const size = `<p${page.css("card-size")}>${page.word(labels.width)}: ${random.whole(20, 180)} cm</p>`;
  const state = `<p${page.css("stock")}>${page.word(labels[each.availability])}</p>`;
  const parts = page.site.arrange("card", [title, stars, size, offer(page, each), state]);
  return parts.join("\n");
}

/** The box of the price: of what has none it is absent, empty, or says so. */
function offer(page: Page, each: Item): string {
  const marks = page.isMarked
    ? `<link${page.carrier === "microdata" ? ' itemprop="availability"' : ' property="availability"'} href="https://schema.org/${linkedStates[each.availability]}">`
    : "";
  const shipping = `<small${page.css("shipping")}>${page.word(labels.shipping)} ${escapeHtml(page.money(4.9))}</small>`;
  const scope = page.scope("Offer", "offers");
  if (each.price === undefined) return absent(page, { scope, marks, shipping });
  const money = `<span${page.css("price")}${page.prop("price", each.price)}>${escapeHtml(page.money(each.price))}</span>`;
  const currency = page.isMarked ? `<meta${page.prop("priceCurrency", each.currency)}>` : "";
  const rate = page.site.choose("rates", [true, false])
    ? ` <small${page.css("rate")}>${page.word(labels.rate)}${escapeHtml(page.money(Math.ceil(each.price / 4)))}</small>`
    : "";
  return `<div${page.css("card-price")}${scope}>${money}${currency}${marks}${rate} ${shipping}</div>`;
}

interface Box {
  readonly scope: string;
  readonly marks: string;
  readonly shipping: string;
}

function absent(page: Page, { scope, marks, shipping }: Box): string {
  const look = page.site.alternate("absence", ["said", "empty", "none", "login", "asked"]);
  const box = (inner: string): string =>
    `<div${page.css("card-price")}${scope}>${inner}${marks}</div>`;
  if (look === "none") return marks === "" ? "" : `<div${scope}>${marks}</div>`;
  if (look === "empty") return box(`<span${page.css("price")}></span> ${shipping}`);
  const words = look === "login" ? labels.login : labels.request;
  const said = `<span${page.css("price-note")}>${page.word(words)}</span>`;
  return look === "asked"
    ? box(
        `${said} <a href="tel:+18005550${page.random.whole(100, 199)}">${page.word(labels.ask)}</a>`,
      )
    : box(said);
}

/** Products in cards of the same look, which are not of the category. */
function seen(page: Page): string {
  const cards = page.random.times(page.random.whole(2, 4), () => {
    const name = productName(page.random, page.language);
    return `<div${page.css("mini-card")}><a href="/p/${slug(name)}">${escapeHtml(name)}</a> <span${page.css("price")}>${escapeHtml(page.money(page.price(8, 640)))}</span></div>`;
  });
  return `<section${page.css("seen")}><h2>${page.word(labels.seen)}</h2>${cards.join("\n")}</section>`;
}

/** A category of a shop that does not give every price. */
export const stockList: PageTemplate = {
  name: "stock-list",
  schema,
  held: false,
  countries: [locales.us, locales.de, locales.gb, locales.fr, locales.es],
  carriers: ["json-ld", "next-data", "microdata", "json-ld-graph", "next-data"],
  draw,
};
