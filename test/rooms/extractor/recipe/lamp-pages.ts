import { parse } from "dragline/html";
import type { KnownPage } from "dragline/extractor";

/** A product page of a small shop. */
export interface Lamp {
  readonly name: string;
  readonly price: number;
  readonly color?: string;
  readonly data?: boolean;
}

/** What is asked of the shop's pages. */
export const lampSchema = {
  type: "object",
  required: ["name", "price"],
  properties: {
    name: { type: "string" },
    price: { type: "number" },
    color: { type: "string" },
  },
} as const;

/** The classes of the shop's first design, and of its second. */
export const designs = {
  first: { price: "product-price", facts: "product-facts", box: "product-box" },
  second: { price: "cost", facts: "specs", box: "wrap" },
} as const;

/** The HTML of a lamp's page. */
export function lampHtml(lamp: Lamp, design: keyof typeof designs = "first"): string {
  const { price, facts, box } = designs[design];
  const fact = lamp.color === undefined ? "" : `<dt>Color</dt><dd>${lamp.color}</dd>`;
  const linked = { "@type": "Product", name: lamp.name, offers: { price: lamp.price } };
  const script =
    lamp.data === true
      ? `<script type="application/ld+json">${JSON.stringify(linked)}</script>`
      : "";
  return `<!doctype html><html lang="en"><head><title>${lamp.name}</title>${script}</head><body>
<nav><a href="/">Home</a> <a href="/lamps">Lamps</a></nav>
<main><div class="${box}"><h1>${lamp.name}</h1><p class="${price}">$${lamp.price.toFixed(2)}</p>
<dl class="${facts}"><dt>Weight</dt><dd>2 kg</dd>${fact}</dl></div></main></body></html>`;
}

/** A page of the shop. */
export function lampPage(lamp: Lamp, design?: keyof typeof designs) {
  const url = `https://shop.test/p/${encodeURIComponent(lamp.name)}`;
  return { tree: parse(lampHtml(lamp, design)), url };
}

/** The page with the values that it has. */
export function knownLamp(lamp: Lamp): KnownPage {
  const { name, price, color } = lamp;
  return { ...lampPage(lamp), values: { name, price, ...(color !== undefined && { color }) } };
}
