import type { DateStyle, Locale, Words } from "./locale.ts";
import { brandName, slug } from "./names.ts";
import { hashOf, Random } from "./random.ts";

/** What changes between two versions of a site; the content stays. */
export type Redesign = "classes" | "order" | "wrapper";

/** How classes are named: by block and element, by one word, by module, by utility, by machine. */
const schemes = ["plain", "hashed", "block", "utility", "machine"] as const;

/** How a value is given its label. */
const labelStyles = [
  "definitions",
  "row-headers",
  "spans",
  "strong",
  "grid",
  "plain-cells",
  "lines",
  "headings",
  "icons",
  "grouped-definitions",
] as const;

/** One of `labelStyles`. */
export type LabelStyle = (typeof labelStyles)[number];

const utilities =
  "gap-2 gap-4 mt-2 mt-4 mb-2 mb-4 px-4 py-2 text-sm text-base text-lg font-medium font-semibold text-gray-700 text-slate-900 md:px-6 lg:px-8 rounded-lg border-b leading-6 tracking-tight max-w-prose".split(
    " ",
  );

/** What utilities give parts that have a look of their own. */
const layouts: Readonly<Record<string, string>> = {
  columns: "grid cols-main gap-8 max-w-6xl mx-auto px-4",
  header: "flex flex-wrap items-center gap-4 px-4 py-2 border-b",
  footer: "bg-slate-900 text-white text-sm px-4 py-2",
  "footer-columns": "flex flex-wrap gap-8",
  cookies: "fixed bottom-0 inset-x-0 bg-slate-900 text-white text-sm px-4",
  cards: "grid cols-cards gap-4 list-none px-4",
  card: "border rounded-lg px-4 py-2",
  fact: "flex gap-4 py-2 border-b",
  facts: "list-none p-0 mt-4",
  "facts-grid": "grid grid-cols-2 gap-4",
  price: "text-2xl font-bold text-rose-700",
  "old-price": "line-through text-gray-500",
  visually: "sr-only",
  submenu: "hidden",
};

/** What is the same on all pages of one site: its country, its markup, its order. */
export class Site {
  readonly locale: Locale;
  readonly host: string;
  readonly title: string;
  readonly labelStyle: LabelStyle;
  readonly dateStyle: DateStyle;
  readonly redesign: Redesign | undefined;
  readonly #template: string;
  readonly #number: number;
  readonly #seed: string;
  readonly #scheme: number;

  constructor(
    template: string,
    { number, locale, redesign }: { number: number; locale: Locale; redesign?: Redesign },
  ) {
    this.#template = template;
    this.#number = number;
    this.#seed = `${template}/${number}`;
    const random = new Random(this.#seed);
    const turn = number + hashOf(template);
    this.title = `${brandName(random)} ${random.pick(["Online", "24", "Central", "Direct", "Plus"])}`;
    this.host = `https://www.${slug(this.title)}.${locale.country}.example`;
    this.locale = locale;
    this.redesign = redesign;
    this.labelStyle = labelStyles[turn % labelStyles.length] ?? "definitions";
    this.dateStyle = (["long", "digits", "short"] as const)[(turn >>> 3) % 3] ?? "long";
    this.#scheme = ((turn >>> 5) + number + (redesign === "classes" ? 1 : 0)) % schemes.length;
  }

  /** One of a list; the same for a key on every page. */
  choose<T>(key: string, list: readonly T[]): T {
    return new Random(`${this.#seed}/choose/${key}`).pick(list);
  }

  /** One of a list; sites in a row have different ones. */
  alternate<T>(key: string, list: readonly T[]): T {
    const first = hashOf(`${this.#template}/alternate/${key}`);
    return list[(first + this.#number) % list.length] ?? this.choose(key, list);
  }

  /** A word in the site's language. */
  word(words: Words): string {
    return this.choose(words.en, words[this.locale.language].split("|"));
  }

  /** The class attribute of what a developer would call `name`, with a space before it. */
  css(name: string): string {
    return ` class="${this.classes(name)}"`;
  }

  /** The classes of `name`. */
  classes(name: string): string {
    const salt = hashOf(`${this.#seed}/${this.redesign === "classes" ? "new" : ""}/${name}`);
    const scheme = schemes[this.#scheme];
    if (scheme === "plain") return this.redesign === "classes" ? `c-${name}-v2` : name;
    if (scheme === "hashed") return `${camel(name)}_${salt.toString(36).slice(0, 5)}`;
    if (scheme === "block") return `${this.choose("block", ["site", "page", "ui"])}-${name}__box`;
    if (scheme === "machine")
      return `sc-${salt.toString(16).slice(0, 6)} ${salt.toString(36).slice(0, 6)}`;
    const layout = layouts[name];
    if (layout !== undefined) return this.redesign === "classes" ? `${layout} relative` : layout;
    return new Random(String(salt)).sample(utilities, 2 + (salt % 4)).join(" ");
  }

  /** Whether classes say how things look and not what they are. */
  get hasUtilities(): boolean {
    return schemes[this.#scheme] === "utility";
  }

  /** A list in the site's own order, the same on every page of the same length. */
  arrange<T>(key: string, list: readonly T[]): T[] {
    if (this.redesign !== "order" || list.length < 2) return [...list];
    const random = new Random(`${this.#seed}/order/${key}/${list.length}`);
    const arranged = random.shuffle(list);
    return arranged.every((item, at) => item === list[at]) ? arranged.toReversed() : arranged;
  }

  /** A part of a page, inside what a new design puts around it. */
  wrap(html: string): string {
    if (this.redesign !== "wrapper") return html;
    return `<div${this.css("outer")}><div${this.css("inner")}>${html}</div></div>`;
  }
}

function camel(name: string): string {
  return name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
