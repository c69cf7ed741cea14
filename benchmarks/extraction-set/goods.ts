import type { Language, Words } from "./locale.ts";
import { brandName } from "./names.ts";
import type { Page } from "./page.ts";
import type { Teaser } from "./page-template.ts";
import type { Random } from "./random.ts";

const nouns: Words = {
  en: "Desk Lamp|Hiking Backpack|Coffee Grinder|Wool Blanket|Running Shoes|Bluetooth Speaker|Garden Chair|Cast Iron Pan|Wall Clock|Travel Mug|Office Chair|Rain Jacket",
  de: "Schreibtischlampe|Wanderrucksack|Kaffeemühle|Wolldecke|Laufschuhe|Lautsprecher|Gartenstuhl|Gusseisenpfanne|Wanduhr|Thermobecher|Bürostuhl|Regenjacke",
  fr: "Lampe de bureau|Sac à dos de randonnée|Moulin à café|Couverture en laine|Chaussures de course|Enceinte|Chaise de jardin|Poêle en fonte|Horloge murale|Veste de pluie",
  es: "Lámpara de escritorio|Mochila de montaña|Molinillo de café|Manta de lana|Zapatillas|Altavoz|Silla de jardín|Sartén de hierro|Reloj de pared|Chaqueta impermeable",
  ja: "デスクライト|登山リュック|コーヒーミル|ウール毛布|ランニングシューズ|スピーカー|ガーデンチェア|鉄フライパン|壁掛け時計|レインジャケット",
};

/** A product's name: a thing and its model, at times with the maker before it. */
export function productName(random: Random, language: Language): string {
  const noun = random.pick(nouns[language].split("|"));
  const model = random.pick([
    () => `${random.pick(["X", "Pro", "Classic", "Mini", "Trail"])} ${random.whole(2, 90)}`,
    () => `"${brandName(random)}"`,
    () => `${random.pick(["A", "K", "MX", "V"])}-${random.whole(100, 990)}`,
  ])();
  return `${noun} ${model}`;
}

/** Other products with other prices. */
export function productTeasers(page: Page): Teaser[] {
  return page.random.times(page.random.whole(3, 8), () => {
    const title = productName(page.random, page.language);
    const price = page.price(8, 420);
    const offers = { "@type": "Offer", price: String(price), priceCurrency: page.locale.currency };
    return { title, note: page.money(price), linked: { "@type": "Product", name: title, offers } };
  });
}
