import { checkArgument } from "../../core/index.ts";
/** Characters of a text that are read. */
const LONGEST = 200;

/** Availability of schema.org: what can be bought now or ordered ahead. */
const AVAILABILITY: Readonly<Record<string, boolean>> = {
  instock: true,
  instoreonly: true,
  onlineonly: true,
  limitedavailability: true,
  preorder: true,
  presale: true,
  backorder: true,
  madetoorder: true,
  outofstock: false,
  soldout: false,
  discontinued: false,
  reserved: false,
};

const YES =
  "true yes y 1 on enabled active available ja oui sí si sim tak ano joo kyllä evet да так ναι igen da はい 是 有 예 네 نعم بله हाँ ya có כן wahr vrai ✓ ✔ ✅ ☑ 🗸 √ ● 〇 ○ 対応";

const NO =
  "false no n 0 off disabled inactive unavailable nein non não nie ne nej nei nee ei hayır нет ні όχι nem nu いいえ 否 无 無 没有 아니요 아니오 لا نه خیر नहीं tidak không לא falsch faux ✗ ✘ ✕ ✖ ❌ ☐ ☒ × 非対応";

/** Beginnings of phrases that say whether a thing is available; those of no come first. */
const PHRASES: readonly (readonly [boolean, RegExp])[] = [
  [
    false,
    /(?:out of stock|sold out|not (?:yet |currently )?(?:in stock|available)|no longer available|currently unavailable|unavailable|discontinued|nicht (?:mehr )?(?:auf lager|vorrätig|verfügbar|lieferbar)|ausverkauft|vergriffen|en rupture|rupture de stock|indisponible|épuisé|agotado|sin stock|no disponible|esaurito|non disponibile|esgotado|indisponível|niet (?:op voorraad|leverbaar)|uitverkocht|niedostępny|brak w magazynie|wyprzedan|není skladem|vyprodáno|nedostupn|slut i lager|slutsåld|ikke på lager|udsolgt|utsolgt|ei varastossa|loppuunmyyty|stok(?:ta)? yok|tükendi|нет в наличии|распродан|недоступ|немає в наявності|εξαντλ|μη διαθέσιμ|nincs (?:raktáron|készleten)|elfogyott|stoc epuizat|indisponibil|在庫切れ|在庫なし|売り切れ|完売|品切れ|缺货|缺貨|无货|無貨|售罄|售完|품절|매진|غير متوفر|نفد|ناموجود|उपलब्ध नहीं|स्टॉक में नहीं|habis|stok kosong|hết hàng|אזל|לא במלאי)/iu,
  ],
  [
    true,
    /(?:in stock|available|pre ?order|back ?order|auf lager|vorrätig|verfügbar|lieferbar|en stock|disponible|disponibile|disponível|em estoque|em stock|op voorraad|leverbaar|dostępn|w magazynie|na stanie|skladem|dostupn|i lager|på lager|varastossa|stokta|в наличии|есть на складе|в наявності|διαθέσιμ|σε απόθεμα|raktáron|készleten|în stoc|disponibil|在庫あり|有货|有貨|现货|現貨|재고 ?있음|구매 ?가능|متوفر|موجود|उपलब्ध|स्टॉक में|tersedia|stok ada|còn hàng|במלאי)/iu,
  ],
];

const words = new Map([
  ...YES.split(" ").map((word) => [word, true] as const),
  ...NO.split(" ").map((word) => [word, false] as const),
]);

/**
 * What a text says of yes or no: words and ticks in about twenty-five languages, whether a thing is
 * in stock, availability of schema.org. Undefined when it says neither, or is longer than 200
 * characters.
 * @example
 * ```ts
 * import { readBoolean } from "dragline/extractor";
 *
 * console.log(readBoolean("ausverkauft"));
 * ```
 */
export function readBoolean(text: string): boolean | undefined {
  checkArgument("text of readBoolean(text)", text, "string");
  if (text.length > LONGEST) return undefined;
  const shown = text.replace(/\s+/g, " ").trim().toLowerCase();
  const name = shown.replace(/^https?:\/\/(?:www\.)?schema\.org\//, "").replace(/[\s_-]/g, "");
  const known = Object.hasOwn(AVAILABILITY, name) ? AVAILABILITY[name] : undefined;
  const whole = words.get(shown.replace(/[.!:,]+$/, "").replace(/\ufe0f/g, ""));
  return known ?? whole ?? phraseIn(shown) ?? leading(shown);
}

/** Words that turn what is said; a phrase of yes beside one says nothing. */
const TURNED =
  /(?<!\p{L})(?:not?|never|none|nicht|kein\w*|non|pas|plus|sin|não|niet|geen|nie|není|nejsou|inte|ikke|ei|değil|yok|не|нет|немає|δεν|nem|nincs|nu|غير|ليس|नहीं|tidak|không|לא)(?!\p{L})/u;

/** A phrase of no counts before one of yes that it may hold: `not available`. */
function phraseIn(text: string): boolean | undefined {
  const plain = text.replace(/[-‐‑_]/g, " ");
  const said = PHRASES.find(([, phrase]) => phrase.test(plain))?.[0];
  return said === true && TURNED.test(plain) ? undefined : said;
}

/** A word or tick that a longer answer begins with: `Yes, included`, `✓ Wi-Fi`. */
function leading(text: string): boolean | undefined {
  const first = /^(?:[\p{L}\p{M}]+(?=[,;:.!])|[^\p{L}\p{N}\s](?=\ufe0f?\s))/u.exec(text)?.[0];
  return first === undefined ? undefined : words.get(first);
}
