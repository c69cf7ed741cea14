import {
  formatBoolean,
  formatDate,
  formatTime,
  locales,
} from "../../../benchmarks/extraction-set/locale.ts";

/** A part of a page: its markup, and its text as it is read. */
interface Part {
  readonly html: string;
  readonly text: string;
}

/** Which of the values a part of a page shows; a path each. */
export function shownValues(values: unknown, { html, text }: Part): { missing: string[] } {
  const attributes = [...html.matchAll(/="([^"]*)"/g)].map((match) => match[1] ?? "");
  const seen = fold(
    `${text} ${attributes.join(" ")}`.replaceAll("&amp;", "&").replaceAll("&quot;", '"'),
  );
  const numbers = numbersIn(seen);
  const paths = leavesOf(values).filter(({ value }) => !isShown(value, { seen, numbers }));
  return { missing: paths.map(({ path, value }) => `${path}: ${value}`) };
}

interface Leaf {
  readonly path: string;
  readonly value: string | number | boolean;
}

function leavesOf(value: unknown, path = ""): Leaf[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${path}.${name}`));
  }
  return value === undefined ? [] : [{ path, value: value as Leaf["value"] }];
}

const all = Object.values(locales);

interface Seen {
  readonly seen: string;
  readonly numbers: ReadonlySet<number>;
}

function isShown(value: Leaf["value"], { seen, numbers }: Seen): boolean {
  if (typeof value === "number") return numbers.has(value);
  if (typeof value === "boolean")
    return all.some((where) => seen.includes(formatBoolean(value, where)));
  const words = spoken[value];
  if (words !== undefined) return words.some((word) => seen.includes(word));
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayForms(value).some((form) => seen.includes(form));
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return timeForms(value).some((form) => seen.includes(form));
  if (/^https?:/.test(value))
    return seen.includes(value) || seen.includes(value.replace(/^https?:\/\/[^/]+/, ""));
  return seen.includes(fold(value));
}

/** Words that stand for what a schema enumerates, and signs of currencies. */
const spoken: Readonly<Record<string, readonly string[]>> = {
  in_stock: ["In stock", "Auf Lager", "En stock"],
  out_of_stock: ["Out of stock", "Nicht auf Lager", "Rupture de stock", "Agotado"],
  preorder: ["Pre-order", "Vorbestellbar", "Précommande", "Reserva"],
  full_time: ["Full-time", "Vollzeit", "Temps plein", "Jornada completa"],
  part_time: ["Part-time", "Teilzeit", "Temps partiel", "Media jornada"],
  contract: ["Contract", "Freie Mitarbeit", "Indépendant", "Por obra"],
  processing: ["Processing", "In Bearbeitung", "En cours de traitement", "処理中"],
  shipped: ["Shipped", "Versandt", "Expédiée", "発送済み"],
  delivered: ["Delivered", "Zugestellt", "Geliefert", "Livrée", "配達済み"],
  USD: ["$"],
  GBP: ["£"],
  EUR: ["€"],
  JPY: ["¥"],
};

function dayForms(iso: string): string[] {
  const styles = ["digits", "long", "short"] as const;
  return all.flatMap((where) => styles.map((style) => formatDate(iso, where, style)));
}

function timeForms(iso: string): string[] {
  const clock = all.map((where) => formatTime(iso.slice(11, 16), where));
  const between = [", ", " ", " · ", " – "];
  return dayForms(iso.slice(0, 10)).flatMap((day) =>
    between.flatMap((sign) => clock.map((time) => day + sign + time)),
  );
}

/** Numbers of a text in all readings: either sign may part thousands, hours count as minutes. */
function numbersIn(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const [token] of text.matchAll(/\d[\d.,\u202f]*/g)) {
    const plain = token.replaceAll("\u202f", "").replace(/[.,]$/, "");
    numbers.add(Number(plain.replaceAll(",", "")));
    numbers.add(Number(plain.replaceAll(".", "").replace(",", ".")));
  }
  const durations = /(\d+) ?(?:hr|Std\.|h|時間)(?: (\d+) ?(?:mins|Min\.|min|分))?/g;
  for (const [, hours, minutes] of text.matchAll(durations)) {
    numbers.add(Number(hours) * 60 + Number(minutes ?? 0));
  }
  return numbers;
}

/** White space of all kinds as one space, but for the one that parts thousands. */
function fold(text: string): string {
  return text.replaceAll(/[^\S\u202f]+/g, " ").trim();
}
