import { createSite, type Site } from "dragline/testing";

/** Serves a small shop on a free loopback port; its pages say nothing for programs. */
export function serveShop(): Promise<Site> {
  return createSite({
    "/": `<title>Shop</title>${["opal", "brass", "paper"].map((name) => `<a href="/lamps/${name}">${name}</a>`).join(" ")} <a href="/lamps/moved">sale</a>`,
    "/lamps/opal": lamp("Opal lamp", "79,90 €", "Mouth-blown opal glass"),
    "/lamps/brass": lamp("Brass lamp, small", "1.249,00 €", "Brushed brass"),
    "/lamps/paper": lamp('Paper lamp "Moon"', "24,50 €", "Washi paper"),
    "/lamps/moved": "<title>Moved</title><h1>Our sale is over</h1><p>Have a look at the new lamps.",
  });
}

function lamp(name: string, price: string, material: string): string {
  return `<!doctype html><html lang="de"><meta charset="utf-8"><title>${name} | Lampen</title>
    <nav><a href="/">Lampen</a></nav>
    <main><h1 class="product-title">${name}</h1>
      <div class="buy-box"><span class="amount">${price}</span> <del class="was">1.999,00 €</del></div>
      <p class="made-of">${material}</p>
      <p>Every lamp is made to order, and leaves our workshop within two weeks.</p></main></html>`;
}
