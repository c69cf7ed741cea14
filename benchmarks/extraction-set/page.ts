import { escapeHtml } from "./escape-html.ts";
import { factList, type Fact } from "./facts.ts";
import {
  formatDate,
  formatMoney,
  formatTime,
  type Language,
  type Locale,
  type Words,
} from "./locale.ts";
import { day, personName } from "./names.ts";
import type { Carrier } from "./page-template.ts";
import { paragraph } from "./prose.ts";
import type { Random } from "./random.ts";
import type { Site } from "./site.ts";

/** What a template draws a page with. */
export class Page {
  readonly site: Site;
  /** Chance of the page's content. */
  readonly random: Random;
  readonly carrier: Carrier | undefined;
  readonly #complete: boolean;

  constructor(
    site: Site,
    random: Random,
    { carrier, complete }: { carrier: Carrier | undefined; complete: boolean },
  ) {
    this.site = site;
    this.random = random;
    this.carrier = carrier;
    this.#complete = complete;
  }

  get locale(): Locale {
    return this.site.locale;
  }

  get language(): Language {
    return this.site.locale.language;
  }

  /** The class attribute for a name. */
  css(name: string): string {
    return this.site.css(name);
  }

  /** A word of the site, escaped. */
  word(words: Words): string {
    return escapeHtml(this.site.word(words));
  }

  /** A row of labelled values; text is escaped, an absent value leaves the row out. */
  fact(words: Words, text: string | undefined, marks = ""): Fact {
    return {
      label: this.site.word(words),
      value: text === undefined ? "" : escapeHtml(text),
      marks,
    };
  }

  /** A row whose value is HTML. */
  rich(words: Words, value: string): Fact {
    return { label: this.site.word(words), value };
  }

  facts(facts: readonly Fact[]): string {
    return factList(this.site, facts);
  }

  /** Whether properties are named in the markup. */
  get isMarked(): boolean {
    return this.carrier === "microdata" || this.carrier === "rdfa";
  }

  /** Attributes that name a property where the page has microdata or RDFa. */
  prop(name: string, content?: string | number): string {
    if (!this.isMarked) return "";
    const given = content === undefined ? "" : ` content="${escapeHtml(String(content))}"`;
    return `${this.carrier === "microdata" ? " itemprop" : " property"}="${name}"${given}`;
  }

  /** Attributes that open a thing of a type, as a property of the one around it. */
  scope(type: string, name?: string): string {
    if (!this.isMarked) return "";
    const prop = name === undefined ? "" : this.prop(name);
    if (this.carrier === "rdfa") return `${prop} typeof="${type}"`;
    return `${prop} itemscope itemtype="https://schema.org/${type}"`;
  }

  money(value: number): string {
    return formatMoney(value, this.locale);
  }

  date(iso: string): string {
    return formatDate(iso, this.locale, this.site.dateStyle);
  }

  /** `2026-05-03T19:30` as the site writes it. */
  dateTime(iso: string): string {
    const [date = "", time = ""] = iso.split("T");
    const between = this.site.choose("date-time", [", ", " ", " · ", " – "]);
    return `${this.date(date)}${between}${formatTime(time.slice(0, 5), this.locale)}`;
  }

  /** A price in the country's currency, about that many dollars. */
  price(from: number, to: number): number {
    const whole = this.random.whole(from, to);
    if (this.locale.currency === "JPY") return whole * 150 - (whole % 2) * 20;
    return whole + this.random.pick([0, 0.5, 0.9, 0.95, 0.99]);
  }

  paragraph(sentences: number): string {
    return paragraph(this.random, this.language, sentences);
  }

  person(): string {
    return personName(this.random, this.language);
  }

  day(from?: number, to?: number): string {
    return day(this.random, from, to);
  }

  /** A value on a part of the pages only, and on complete ones. */
  maybe<T>(part: number, draw: () => T): T | undefined {
    const value = draw();
    return this.random.chance(part) || this.#complete ? value : undefined;
  }

  /** An address on the site. */
  url(path: string): string {
    return `${this.site.host}${path}`;
  }
}
