import { createSite, type Site } from "dragline/testing";

/** Serves what a shop on Shopify tells the public, on a free loopback port. */
export function serveStorefront(): Promise<Site> {
  const json = (body: object) => ({
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return createSite({
    "/cart.js": json({ token: "c1-5f0a", currency: "EUR", item_count: 0, items: [] }),
    "/products.json": json({
      products: [
        product(1, "Opal lamp", [
          variant(11, "Small", { price: "79.90" }),
          variant(12, "Large", { price: "129.00" }),
        ]),
        product(2, "Paper lamp", [
          variant(21, "Default Title", { price: "24.50", before: "29.50" }),
        ]),
      ],
    }),
  });
}

function product(id: number, title: string, variants: readonly object[]) {
  const handle = title.toLowerCase().replace(" ", "-");
  return {
    id,
    title,
    handle,
    body_html: "<p>Made to order.</p>",
    vendor: "Lampen",
    product_type: "Lamp",
    tags: ["lamp"],
    published_at: "2026-10-01T09:00:00+02:00",
    created_at: "2026-10-01T09:00:00+02:00",
    updated_at: "2026-11-20T09:00:00+01:00",
    variants,
    images: [],
    options: [{ name: "Size", position: 1, values: ["Small"] }],
  };
}

function variant(
  id: number,
  title: string,
  { price, before = null }: { readonly price: string; readonly before?: string | null },
) {
  return {
    id,
    title,
    option1: title,
    option2: null,
    option3: null,
    sku: `L-${id}`,
    price,
    compare_at_price: before,
    available: id !== 12,
    updated_at: "2026-11-20T09:00:00+01:00",
  };
}
