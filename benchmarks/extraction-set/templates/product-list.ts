import { escapeHtml } from "../escape-html.ts";
import { productName } from "../goods.ts";
import { formatNumber, locales, type Words } from "../locale.ts";
import { slug } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";

const labels = {
  categories: {
    en: "Outdoor|Lighting|Kitchen|Garden",
    de: "Draußen|Leuchten|Küche|Garten",
    fr: "Plein air|Luminaires|Cuisine|Jardin",
    es: "Exterior|Iluminación|Cocina|Jardín",
    ja: "アウトドア|照明|キッチン|ガーデン",
  },
  results: {
    en: "products|items",
    de: "Artikel|Produkte",
    fr: "articles|produits",
    es: "productos|artículos",
    ja: "点の商品|件",
  },
  sort: { en: "Sort by", de: "Sortieren nach", fr: "Trier par", es: "Ordenar por", ja: "並べ替え" },
  orders: {
    en: "Popularity|Lowest price|Newest",
    de: "Beliebtheit|Preis aufsteigend|Neueste",
    fr: "Popularité|Prix croissant|Nouveautés",
    es: "Popularidad|Precio más bajo|Novedades",
    ja: "人気順|価格の安い順|新着順",
  },
  filter: { en: "Filter", de: "Filter", fr: "Filtrer", es: "Filtrar", ja: "絞り込み" },
  price: { en: "Price", de: "Preis", fr: "Prix", es: "Precio", ja: "価格" },
  next: {
    en: "Next page",
    de: "Nächste Seite",
    fr: "Page suivante",
    es: "Página siguiente",
    ja: "次のページ",
  },
  sponsored: {
    en: "Sponsored",
    de: "Gesponsert",
    fr: "Sponsorisé",
    es: "Patrocinado",
    ja: "スポンサー",
  },
  add: { en: "Add", de: "In den Korb", fr: "Ajouter", es: "Añadir", ja: "追加" },
  badge: { en: "New", de: "Neu", fr: "Nouveau", es: "Nuevo", ja: "新着" },
  was: { en: "was", de: "statt", fr: "au lieu de", es: "antes", ja: "通常" },
} as const satisfies Readonly<Record<string, Words>>;

const schema: Values = {
  type: "object",
  properties: {
    category: { type: "string" },
    total: { type: "integer", description: "How many products the category has in all" },
    products: {
      type: "array",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          price: { type: "number" },
          currency: { type: "string" },
          rating: { type: "number" },
          url: { type: "string", format: "uri" },
          image: { type: "string", format: "uri" },
        },
        required: ["name", "price", "url"],
      },
    },
  },
  required: ["products"],
};

interface Item {
  readonly [name: string]: string | number | undefined;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
  readonly rating: number | undefined;
  readonly url: string;
  readonly image: string;
}

function item(page: Page, rated: boolean): Item {
  const { random } = page;
  const name = productName(random, page.language);
  return {
    name,
    price: page.price(8, 640),
    currency: page.locale.currency,
    rating: rated && random.chance(0.8) ? random.whole(21, 49) / 10 : undefined,
    url: page.url(`/p/${slug(name)}-${random.whole(1000, 99_999)}`),
    image: page.url(`/media/${random.hex(8)}.jpg`),
  };
}

function content(page: Page) {
  const { random, language } = page;
  const rated = page.site.choose("rated", [true, false]);
  return {
    category: random.pick(labels.categories[language].split("|")),
    total: page.maybe(0.8, () => random.whole(40, 2400)),
    products: random.times(random.whole(8, 24), () => item(page, rated)),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { category, products } = values;
  return {
    path: `/c/${slug(category)}-${page.random.whole(10, 99)}?page=${page.random.whole(1, 4)}`,
    title: category,
    crumbs: [category],
    values,
    type: "ItemList",
    linked: {
      "@type": "ItemList",
      name: category,
      numberOfItems: values.total,
      itemListElement: products.map((product, at) => ({
        "@type": "ListItem",
        position: at + 1,
        item: linkedProduct(product),
      })),
    },
    teasers: page.random.times(4, () => ({
      title: productName(page.random, page.language),
      note: page.money(page.price(8, 420)),
    })),
    blocks: [head(page, values), filters(page), list(page, values), pager(page)],
  };
}

function linkedProduct({ name, price, currency, rating, url, image }: Item): Values {
  return {
    "@type": "Product",
    name,
    url,
    image,
    offers: { "@type": "Offer", price: price.toFixed(2), priceCurrency: currency },
    aggregateRating:
      rating === undefined
        ? undefined
        : { "@type": "AggregateRating", ratingValue: rating, reviewCount: 12 },
  };
}

function head(page: Page, { category, total }: Content): string {
  const count =
    total === undefined
      ? ""
      : `<p${page.css("count")}>${formatNumber(total, page.locale)} ${page.word(labels.results)}</p>`;
  const orders = labels.orders[page.language]
    .split("|")
    .map((order) => `<option>${escapeHtml(order)}</option>`);
  return `<h1${page.css("title")}${page.prop("name")}>${escapeHtml(category)}</h1>${count}<label>${page.word(labels.sort)} <select name="sort">${orders.join("")}</select></label>`;
}

/** Boxes to tick, with counts and bounds of price that are no products. */
function filters(page: Page): string {
  const groups = page.random.times(page.random.whole(2, 5), () => {
    const low = page.random.whole(1, 9) * 10;
    return `<li><label><input type="checkbox"> ${escapeHtml(page.money(low))} – ${escapeHtml(page.money(low * 3))} <span>(${page.random.whole(1, 80)})</span></label></li>`;
  });
  return `<div${page.css("filters")}><h2>${page.word(labels.filter)}</h2><h3>${page.word(labels.price)}</h3><ul>${groups.join("")}</ul></div>`;
}

function list(page: Page, { products }: Content): string {
  const tags = page.site.choose("list tags", [
    ["ul", "li"],
    ["div", "article"],
    ["div", "div"],
  ] as const);
  const [outer, inner] = tags;
  const cards = products.map(
    (product, at) =>
      `<${inner}${page.css("card")}${page.scope("Product", "itemListElement")}>${card(page, product)}</${inner}>${at === 5 && page.random.chance(0.4) ? sponsored(page, inner) : ""}`,
  );
  return `<${outer}${page.css("cards")}>${cards.join("\n")}</${outer}>`;
}

function card(page: Page, { name, price, currency, rating, url, image }: Item): string {
  const { random } = page;
  const href = page.site.choose("relative links", [true, false])
    ? url.slice(page.site.host.length)
    : url;
  const source = page.site.choose("relative images", [true, false])
    ? image.slice(page.site.host.length)
    : image;
  const picture = `<a href="${href}"${page.prop("url")}><img src="${source}" alt="${escapeHtml(name)}" loading="lazy" width="200" height="160"${page.prop("image")}></a>`;
  const title = `<h3${page.css("card-title")}><a href="${href}"><span${page.prop("name")}>${escapeHtml(name)}</span></a></h3>`;
  const old = random.chance(0.25)
    ? `<del${page.css("old-price")}>${page.word(labels.was)} ${escapeHtml(page.money(Math.ceil(price * 1.3)))}</del> `
    : "";
  const meta = page.isMarked ? `<meta${page.prop("priceCurrency", currency)}>` : "";
  const now = `<div${page.css("card-price")}${page.scope("Offer", "offers")}>${old}<span${page.css("price")}${page.prop("price", price)}>${escapeHtml(page.money(price))}</span>${meta}</div>`;
  const stars =
    rating === undefined
      ? ""
      : `<span${page.css("stars")} aria-label="${formatNumber(rating, page.locale, 1)} / 5">★★★★☆ <span>${formatNumber(rating, page.locale, 1)}</span> (${random.whole(2, 900)})</span>`;
  const badge = random.chance(0.2)
    ? `<span${page.css("badge")}>${page.word(labels.badge)}</span>`
    : "";
  const parts = page.site.arrange("card", [picture, title, stars, now]);
  return `${[badge, ...parts].join("\n")}\n<button type="button">${page.word(labels.add)}</button>`;
}

function sponsored(page: Page, tag: string): string {
  const { random } = page;
  return `<${tag}${page.css("promo")}><small>${page.word(labels.sponsored)}</small> <a href="https://ads.example/c/${random.hex(6)}">${escapeHtml(page.paragraph(1))}</a> ${escapeHtml(page.money(random.whole(9, 90)))}</${tag}>`;
}

function pager(page: Page): string {
  const links = page.random.times(6, (at) => `<a href="?page=${at + 1}">${at + 1}</a>`);
  return `<nav${page.css("pager")}>${links.join(" ")} <a rel="next" href="?page=3">${page.word(labels.next)}</a></nav>`;
}

/** A category of a shop. */
export const productList: PageTemplate = {
  name: "product-list",
  schema,
  held: true,
  countries: [locales.us, locales.ja, locales.de, locales.fr, locales.es],
  carriers: ["json-ld", "next-data", "microdata", "json-ld-graph", "rdfa"],
  draw,
};
