import { escapeHtml } from "../escape-html.ts";
import { columnTable } from "../column-table.ts";
import { productName } from "../goods.ts";
import { locales } from "../locale.ts";
import { cityName, postalCode, streetAddress } from "../names.ts";
import type { Page } from "../page.ts";
import type { Drawn, PageTemplate, Teaser, Values } from "../page-template.ts";
import { orderLabels as labels, orderStates as states } from "./order-words.ts";

const linkedStates = {
  processing: "OrderProcessing",
  shipped: "OrderInTransit",
  delivered: "OrderDelivered",
};

const schema: Values = {
  type: "object",
  properties: {
    order_number: { type: "string" },
    order_date: { type: "string", format: "date" },
    status: { type: "string", enum: ["processing", "shipped", "delivered"] },
    customer: { type: "string" },
    shipping_address: { type: "string" },
    currency: { type: "string", description: "ISO 4217 code" },
    items: {
      type: "array",
      items: {
        type: "object",
        properties: {
          sku: { type: "string" },
          description: { type: "string" },
          quantity: { type: "integer" },
          unit_price: { type: "number" },
          total: { type: "number" },
        },
      },
    },
    subtotal: { type: "number" },
    shipping: { type: "number" },
    total: { type: "number", description: "What was charged" },
  },
  required: ["order_number", "items", "total"],
};

interface Line {
  readonly [name: string]: string | number;
  readonly sku: string;
  readonly description: string;
  readonly quantity: number;
  readonly unit_price: number;
  readonly total: number;
}

const cents = (value: number): number => Math.round(value * 100) / 100;

function line(page: Page): Line {
  const quantity = page.random.whole(1, 6);
  const unit = page.price(3, 260);
  return {
    sku: `${page.random.pick(["A", "K-", "90"])}${page.random.whole(1000, 99_999)}`,
    description: productName(page.random, page.language),
    quantity,
    unit_price: unit,
    total: cents(unit * quantity),
  };
}

function content(page: Page) {
  const { random, language, locale } = page;
  const items = random.times(random.whole(2, 9), () => line(page));
  const subtotal = cents(items.reduce((sum, { total }) => sum + total, 0));
  const shipping = page.price(3, 9);
  const place = `${postalCode(random, locale)} ${cityName(random, language)}`;
  return {
    order_number: `${random.pick(["B", "2026-", "W"])}${random.whole(100_000, 999_999)}`,
    order_date: page.day(2025, 2026),
    status: random.pick(["processing", "shipped", "delivered"] as const),
    customer: page.maybe(0.8, () => page.person()),
    shipping_address: page.maybe(0.7, () => `${streetAddress(random, language)}, ${place}`),
    currency: locale.currency,
    items,
    subtotal,
    shipping,
    total: cents(subtotal + shipping),
  } satisfies Values;
}

type Content = ReturnType<typeof content>;

function draw(page: Page): Drawn {
  const values = content(page);
  const { order_number: number, items, currency } = values;
  return {
    path: `/account/orders/${number}`,
    title: `${page.site.word(labels.heading)} ${number}`,
    crumbs: [page.site.word(labels.heading), number],
    values,
    type: "Order",
    linked: {
      "@type": "Order",
      orderNumber: number,
      orderDate: values.order_date,
      orderStatus: `https://schema.org/${linkedStates[values.status]}`,
      customer: values.customer && { "@type": "Person", name: values.customer },
      priceCurrency: currency,
      price: values.total.toFixed(2),
      orderedItem: items.map((each) => ({
        "@type": "OrderItem",
        orderQuantity: each.quantity,
        orderedItem: {
          "@type": "Product",
          name: each.description,
          sku: each.sku,
          offers: { "@type": "Offer", price: each.unit_price, priceCurrency: currency },
        },
      })),
    },
    teasers: earlierOrders(page),
    blocks: [
      `<h1${page.css("title")}>${page.word(labels.heading)}</h1>`,
      facts(page, values),
      itemTable(page, values),
    ],
  };
}

function facts(page: Page, values: Content): string {
  const { status, order_date: date } = values;
  return page.facts([
    page.fact(labels.number, values.order_number, page.prop("orderNumber")),
    page.fact(labels.date, page.date(date), page.prop("orderDate", date)),
    page.fact(
      labels.state,
      page.site.word(states[status]),
      page.prop("orderStatus", `https://schema.org/${linkedStates[status]}`),
    ),
    page.fact(
      labels.due,
      page.maybe(0.5, () => page.date(page.day(2027, 2027))),
    ),
    page.fact(labels.customer, values.customer, page.prop("customer")),
    page.fact(labels.address, values.shipping_address),
    page.fact(
      labels.payment,
      page.random.pick(["Visa •••• 4242", "PayPal", "Mastercard •••• 1881"]),
    ),
  ]);
}

function itemTable(page: Page, { items, subtotal, shipping, total }: Content): string {
  const columns = [
    { words: labels.sku, cell: ({ sku }: Line) => escapeHtml(sku) },
    {
      words: labels.item,
      cell: ({ description }: Line) =>
        `<a href="/p/${page.random.hex(6)}">${escapeHtml(description)}</a>`,
    },
    { words: labels.quantity, cell: ({ quantity }: Line) => String(quantity) },
    { words: labels.unit, cell: ({ unit_price: unit }: Line) => escapeHtml(page.money(unit)) },
    { words: labels.sum, cell: ({ total: sum }: Line) => escapeHtml(page.money(sum)) },
  ];
  const sums = [
    page.fact(labels.subtotal, page.money(subtotal)),
    page.fact(labels.shipping, page.money(shipping)),
    page.fact(labels.total, page.money(total), page.prop("price", total)),
  ];
  if (page.site.choose("sums below", [true, false])) {
    return `${page.site.wrap(columnTable<Line>(page, { rows: items, columns }))}${page.facts(sums)}`;
  }
  const foot = sums.map(
    ({ label, value, marks = "" }) =>
      `<tr${page.css("sum-row")}><td colspan="4">${escapeHtml(label)}</td><td${marks}>${value}</td></tr>`,
  );
  return page.site.wrap(columnTable<Line>(page, { rows: items, columns, foot: foot.join("") }));
}

function earlierOrders(page: Page): Teaser[] {
  return page.random.times(page.random.whole(1, 4), () => ({
    title: `${page.site.word(labels.earlier)} B${page.random.whole(100_000, 999_999)}`,
    note: `${page.date(page.day(2022, 2024))} · ${page.money(page.price(20, 600))}`,
  }));
}

/** An order in a customer's account. */
export const orderTable: PageTemplate = {
  name: "order-table",
  schema,
  held: true,
  countries: [locales.de, locales.us, locales.fr, locales.gb, locales.ja],
  carriers: ["next-data", "json-ld", "microdata", "json-ld-graph", "next-data"],
  draw,
};
