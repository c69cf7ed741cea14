import { escapeHtml } from "../escape-html.ts";
import { locales } from "../locale.ts";
import { brandName, phoneNumber, slug, streetAddress } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Values } from "../page-template.ts";
import { sentence } from "../prose.ts";
import { diets, goods, houses, kinds, menuLabels as labels, parts } from "./menu-words.ts";

const schema: Values = {
  type: "object",
  properties: {
    restaurant: { type: "string" },
    phone: { type: "string" },
    sections: {
      type: "array",
      description: "The sections of the menu in the order of the page",
      items: {
        type: "object",
        properties: {
          name: { type: "string" },
          dishes: {
            type: "array",
            items: {
              type: "object",
              properties: {
                name: { type: "string" },
                description: { type: "string" },
                price: { type: "number" },
                diets: { type: "array", items: { type: "string" } },
              },
              required: ["name"],
            },
          },
        },
        required: ["name", "dishes"],
      },
    },
  },
  required: ["sections"],
};

type Dish = ReturnType<typeof dish>;

function dish(page: Page, name: string) {
  const { random, language } = page;
  const isPriced = random.chance(0.92);
  const price = page.price(4, 34);
  const described = random.chance(0.75);
  const text = sentence(random, language);
  const marks = random.sample(diets[language].split("|"), random.whole(0, 2));
  return {
    name,
    description: described ? text : undefined,
    price: isPriced ? price : undefined,
    diets: marks.length === 0 ? undefined : marks,
  };
}

function dishNames(page: Page, count: number): string[] {
  const { random, language } = page;
  const [some, others] = [kinds[language].split("|"), goods[language].split("|")];
  const all = some.flatMap((kind) =>
    others.map((good) => `${kind}${language === "ja" ? "" : " "}${good}`),
  );
  return random.sample(all, count);
}

function content(page: Page) {
  const { random, language, locale } = page;
  const named = random.sample(parts[language].split("|"), random.whole(3, 5));
  const names = dishNames(page, 40);
  return {
    restaurant: `${brandName(random)} ${random.pick(houses[language].split("|"))}`,
    phone: page.maybe(0.8, () => phoneNumber(random, locale)),
    sections: named.map((name) => ({
      name,
      dishes: names.splice(0, random.whole(2, 7)).map((each) => dish(page, each)),
    })),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;
type Section = Content["sections"][number];

function draw(page: Page): Drawn {
  const values = content(page);
  const { restaurant } = values;
  const currency = page.locale.currency;
  return {
    path: `/menus/${slug(restaurant)}`,
    title: `${page.site.word(labels.menu)} – ${restaurant}`,
    crumbs: [restaurant],
    values,
    type: "Restaurant",
    linked: {
      "@type": "Restaurant",
      name: restaurant,
      telephone: values.phone,
      hasMenu: {
        "@type": "Menu",
        name: page.site.word(labels.menu),
        hasMenuSection: values.sections.map(({ name, dishes }) => ({
          "@type": "MenuSection",
          name,
          hasMenuItem: dishes.map((each) => ({
            "@type": "MenuItem",
            name: each.name,
            description: each.description,
            suitableForDiet: each.diets,
            offers: each.price && {
              "@type": "Offer",
              price: each.price.toFixed(2),
              priceCurrency: currency,
            },
          })),
        })),
      },
    },
    teasers: page.random.times(3, () => ({
      title: `${brandName(page.random)} ${page.random.pick(houses[page.language].split("|"))}`,
      note: `${page.random.whole(1, 9)} km · ${page.money(page.price(12, 30))}`,
    })),
    blocks: [head(page, values), menu(page, values), hints(page)],
  };
}

function head(page: Page, { restaurant, phone }: Content): string {
  const facts = page.facts([
    page.fact(labels.address, streetAddress(page.random, page.language)),
    page.fact(labels.phone, phone),
  ]);
  return `<h1${page.css("title")}>${escapeHtml(restaurant)}</h1>${facts}`;
}

/** Sections as sites have them: below headings, in boxes, as rows of one table, in lists of terms. */
function menu(page: Page, { sections }: Content): string {
  const looks = { headings, boxes, rows, terms, tables };
  const look = page.site.alternate("menu", Object.keys(looks) as (keyof typeof looks)[]);
  const inner = looks[look](page, sections);
  return `<div${page.css("menu-card")}>${inner}</div>`;
}

function headings(page: Page, sections: readonly Section[]): string {
  return sections
    .map(({ name, dishes }) => {
      const items = dishes.map((each) => `<li${page.css("dish")}>${parted(page, each)}</li>`);
      return `<h2${page.css("menu-heading")}>${escapeHtml(name)}</h2>${note(page)}<ul${page.css("dishes")}>${items.join("\n")}</ul>`;
    })
    .join("\n");
}

function boxes(page: Page, sections: readonly Section[]): string {
  return sections
    .map(({ name, dishes }) => {
      const items = dishes.map(
        (each) => `<article${page.css("dish")}>${parted(page, each)}</article>`,
      );
      return `<section${page.css("menu-section")}><header><h3${page.css("menu-heading")}>${escapeHtml(name)}</h3>${note(page)}</header><div${page.css("dishes")}>${items.join("\n")}</div></section>`;
    })
    .join("\n");
}

function rows(page: Page, sections: readonly Section[]): string {
  const body = sections.flatMap(({ name, dishes }) => [
    `<tr${page.css("menu-row")}><th colspan="2"${page.css("menu-heading")}>${escapeHtml(name)}</th></tr>`,
    ...dishes.map(
      (each) =>
        `<tr${page.css("dish")}><td>${title(page, each)}${tags(page, each)}${told(page, each)}</td><td${page.css("dish-price")}>${priced(page, each)}</td></tr>`,
    ),
  ]);
  return `<table${page.css("table")}><tbody>${body.join("\n")}</tbody></table>`;
}

function terms(page: Page, sections: readonly Section[]): string {
  return sections
    .map(({ name, dishes }) => {
      const items = dishes.map((each) => {
        const text =
          each.description === undefined ? "" : `<dd>${escapeHtml(each.description)}</dd>`;
        return `<dt>${title(page, each)}${tags(page, each)} <em${page.css("dish-price")}>${priced(page, each)}</em></dt>${text}`;
      });
      return `<h3>${escapeHtml(name)}</h3><dl${page.css("dishes")}>${items.join("\n")}</dl>`;
    })
    .join("\n");
}

function tables(page: Page, sections: readonly Section[]): string {
  return sections
    .map(({ name, dishes }) => {
      const items = dishes.map(
        (each) =>
          `<tr${page.css("dish")}><td>${title(page, each)}${told(page, each)}</td><td>${tags(page, each)}</td><td${page.css("dish-price")}>${priced(page, each)}</td></tr>`,
      );
      return `<table${page.css("table")}><caption>${escapeHtml(name)}</caption><tbody>${items.join("\n")}</tbody></table>`;
    })
    .join("\n");
}

function parted(page: Page, each: Dish): string {
  const price = `<span${page.css("dish-price")}>${priced(page, each)}</span>`;
  const lines = page.site.arrange("dish", [
    `<div${page.css("dish-line")}>${title(page, each)}${tags(page, each)} ${price}</div>`,
    told(page, each),
  ]);
  return lines.join("\n");
}

function title(page: Page, { name }: Dish): string {
  return `<b${page.css("dish-name")}>${escapeHtml(name)}</b>`;
}

function tags(page: Page, each: Dish): string {
  return (each.diets ?? [])
    .map((diet) => ` <span${page.css("diet")}>${escapeHtml(diet)}</span>`)
    .join("");
}

function told(page: Page, { description }: Dish): string {
  return description === undefined
    ? ""
    : `<p${page.css("dish-text")}>${escapeHtml(description)}</p>`;
}

function priced(page: Page, { price }: Dish): string {
  return price === undefined ? page.word(labels.market) : escapeHtml(page.money(price));
}

/** What is said of a section's dishes, with a price that is none of them. */
function note(page: Page): string {
  if (!page.random.chance(0.3)) return "";
  return `<p${page.css("menu-note")}>${page.word(labels.extra)}${escapeHtml(page.money(page.price(2, 4)))}</p>`;
}

function hints(page: Page): string {
  return `<p${page.css("hint")}>${page.word(labels.hint)} ${escapeHtml(page.paragraph(1))}</p>`;
}

/** What a restaurant serves, by sections. */
export const menuCard: PageTemplate = {
  name: "menu",
  schema,
  held: false,
  countries: [locales.us, locales.de, locales.fr, locales.gb, locales.es],
  carriers: ["json-ld", "next-data", "json-ld-graph", "json-ld", "next-data"],
  draw,
};
