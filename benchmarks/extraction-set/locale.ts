/** The languages of the pages. */
export type Language = "en" | "de" | "fr" | "es" | "ja";

/** A word in each language; `|` parts words that mean the same, of which a site has one. */
export type Words = Readonly<Record<Language, string>>;

/** How a date is written: all digits, with the month's name, with its short name. */
export type DateStyle = "digits" | "long" | "short";

/** How a country writes. */
export interface Locale {
  /** As in `lang`: `de-DE`. */
  readonly tag: string;
  readonly language: Language;
  /** ISO 4217. */
  readonly currency: string;
  /** A domain's ending before `.example`, and of telephone numbers. */
  readonly country: string;
  readonly dial: string;
}

const locale = (tag: string, currency: string, dial: string): Locale => ({
  tag,
  language: tag.slice(0, 2) as Language,
  currency,
  country: tag.slice(3).toLowerCase(),
  dial,
});

/** The countries of the set. */
export const locales = {
  us: locale("en-US", "USD", "+1"),
  gb: locale("en-GB", "GBP", "+44"),
  de: locale("de-DE", "EUR", "+49"),
  fr: locale("fr-FR", "EUR", "+33"),
  es: locale("es-ES", "EUR", "+34"),
  ja: locale("ja-JP", "JPY", "+81"),
} as const;

const NARROW_SPACE = "\u202f";
const NO_BREAK_SPACE = "\u00a0";

const separators: Readonly<Record<Language, readonly [group: string, point: string]>> = {
  en: [",", "."],
  de: [".", ","],
  fr: [NARROW_SPACE, ","],
  es: [".", ","],
  ja: [",", "."],
};

/** A number with its group separators, and as many decimals as asked for. */
export function formatNumber(value: number, { language }: Locale, decimals = 0): string {
  const [group, point] = separators[language];
  const [whole = "", part] = value.toFixed(decimals).split(".");
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group);
  return part === undefined ? grouped : grouped + point + part;
}

/** A sum in the country's currency; `whole` drops the cents, which yen never have. */
export function formatMoney(value: number, where: Locale, whole = false): string {
  const decimals = whole || where.currency === "JPY" ? 0 : 2;
  const number = formatNumber(value, where, decimals);
  if (where.currency === "USD") return `$${number}`;
  if (where.currency === "GBP") return `£${number}`;
  if (where.currency === "JPY") return `¥${number}`;
  return `${number}${NO_BREAK_SPACE}€`;
}

const months: Readonly<Record<Language, string>> = {
  en: "January February March April May June July August September October November December",
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  ja: "1月 2月 3月 4月 5月 6月 7月 8月 9月 10月 11月 12月",
};

/** `2026-05-03` as the country writes it. */
export function formatDate(iso: string, where: Locale, style: DateStyle): string {
  const [year = "", month = "", day = ""] = iso.slice(0, 10).split("-");
  if (style === "digits") return dateDigits([year, month, day], where);
  const full = months[where.language].split(" ")[Number(month) - 1] ?? "";
  const name = style === "short" && full.length > 4 ? shorten(full, where.language) : full;
  const plain = String(Number(day));
  const parts = { name, plain, year };
  return where.tag === "en-US"
    ? `${name} ${plain}, ${year}`
    : inWords[where.language](parts, style);
}

type DateWords = (
  parts: { readonly name: string; readonly plain: string; readonly year: string },
  style: DateStyle,
) => string;

const inWords: Readonly<Record<Language, DateWords>> = {
  en: ({ name, plain, year }) => `${plain} ${name} ${year}`,
  de: ({ name, plain, year }) => `${plain}. ${name} ${year}`,
  fr: ({ name, plain, year }) => `${plain} ${name} ${year}`,
  es: ({ name, plain, year }, style) =>
    style === "long" ? `${plain} de ${name} de ${year}` : `${plain} ${name} ${year}`,
  ja: ({ name, plain, year }) => `${year}年${name}${plain}日`,
};

function shorten(month: string, language: Language): string {
  if (language === "en") return month.slice(0, 3);
  return language === "es" ? month.slice(0, 3) : `${month.slice(0, language === "fr" ? 4 : 3)}.`;
}

function dateDigits([year, month, day]: readonly string[], where: Locale): string {
  if (where.language === "ja") return `${year}/${month}/${day}`;
  if (where.language === "de") return `${day}.${month}.${year}`;
  return where.tag === "en-US" ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
}

/** `19:30` as the country writes it. */
export function formatTime(time: string, where: Locale): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const two = String(minute).padStart(2, "0");
  if (where.language === "de") return `${time} Uhr`;
  if (where.language === "fr") return `${hour} h ${two}`;
  if (where.tag !== "en-US") return time;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${two} ${hour < 12 ? "AM" : "PM"}`;
}

const yes: Words = { en: "Yes", de: "Ja", fr: "Oui", es: "Sí", ja: "可" };
const no: Words = { en: "No", de: "Nein", fr: "Non", es: "No", ja: "不可" };

/** The word for a truth value. */
export function formatBoolean(value: boolean, { language }: Locale): string {
  return (value ? yes : no)[language];
}
