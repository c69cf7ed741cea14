import { findQuote, FoldedText, foldText, isOrder } from "../../evidence/index.ts";
import { readDate, tagIds } from "../../html/index.ts";
import { imageReferences, PageUrls } from "../../html/internal.ts";
import type { Json } from "../../storage/index.ts";
import type { ReadPage } from "../candidates/read-page.ts";
import type { Property } from "../schema/property.ts";
import { isAddress } from "./read-leaf.ts";
import { saidBoolean } from "../values/said-boolean.ts";
import { coerceValue } from "../values/coerce-value.ts";
import { numbersInWords } from "../values/number-words.ts";
import { readNumber } from "../values/read-number.ts";

/** What stands for a value on a page. */
interface Proof {
  /** The line, the address or the member of structured data that has it. */
  readonly text: string;
}

/** What of a page values are looked for in. */
type ProvenPage = Pick<
  ReadPage,
  "tree" | "url" | "text" | "baseUrl" | "language" | "shown" | "things"
>;

/** Characters of a line that is read for numbers, dates and allowed values. */
const LONGEST_LINE = 2000;

/** Characters of what an enum or a date is read from. */
const SHORT = 120;

/** Numbers with whatever groups them. */
const NUMBERS = /[-−–]?\p{N}(?:[\p{N}.,'’\u00a0\u2009\u202f ]*\p{N})?/gu;

/** What stands between the ends of a period. */
const RANGE = /\s*[–—]\s*|\s(?:-|to|bis|until|till|au|al|hasta|do)\s/;

/** What may be a time of day with what says which half of the day. */
const CLOCKS = /(?:\p{L}{2} ?)?\p{N}{1,2}(?:[:.h：時时시] ?\p{N}{0,2})?[^\p{N}]{0,8}/gu;

/** Strings and numbers of structured data that are looked at. */
const MOST_MEMBERS = 20_000;

/** Answers whether values stand on a page: as they are, or in another form of the same. */
export class PageProof {
  readonly #page: ProvenPage;
  #lines: readonly string[] | undefined;
  #folded: FoldedText | undefined;
  #told: readonly string[] | undefined;
  #numbers: ReadonlyMap<number, string> | undefined;
  #addresses: ReadonlySet<string> | undefined;
  #days: ReadonlyMap<string, string> | undefined;
  #times: ReadonlySet<string> | undefined;

  constructor(page: ProvenPage) {
    this.#page = page;
  }

  /** What stands for a value that is no object and no list; undefined when nothing does. */
  of(property: Property, value: Json): Proof | undefined {
    if (typeof value === "number") return proofOf(this.#numbersOn().get(value));
    if (typeof value === "boolean" || property.schema.allowed !== undefined) {
      return this.#meant(property, value);
    }
    if (typeof value !== "string") return undefined;
    if (isAddress(property)) return proofOf(this.#addressOn(value));
    const { format = "" } = property.schema;
    if (format === "date" || format === "date-time") {
      return this.#dated(value);
    }
    return this.#written(value);
  }

  /** Text, white space and case aside, in whole words. */
  #written(value: string): Proof | undefined {
    this.#folded ??= new FoldedText(
      [...this.#linesOn(), ...this.#toldOn(), ...this.#spokenOn()].join("\n"),
    );
    const place = findQuote(this.#folded, value);
    if (place === undefined) return this.#signs(foldText(value));
    const { original } = this.#folded;
    return { text: original.slice(Math.max(0, place.start - 60), place.end + 60) };
  }

  /** What has no letter and no digit is no quote, but may stand on the page as it is. */
  #signs(value: string): Proof | undefined {
    if (value === "" || /[\p{L}\p{N}]/u.test(value)) return undefined;
    return this.#folded?.text.includes(value) === true ? { text: value } : undefined;
  }

  /** A day, and the time of day where there is one. */
  #dated(value: string): Proof | undefined {
    const time = value.slice(11, 16);
    const isOn = time === "" || this.#timesOn().has(time);
    return isOn ? proofOf(this.#daysOn().get(value.slice(0, 10))) : undefined;
  }

  /** A value of a few: something on the page is called as the property is and means it. */
  #meant(property: Property, value: Json): Proof | undefined {
    for (const { name, value: raw } of this.#page.shown) {
      if (typeof raw !== "string" || raw.length > SHORT) continue;
      if (property.matcher.score(name) < 0.5) continue;
      if (coerceValue(raw, property.schema) === value) return { text: raw };
    }
    if (typeof value === "boolean") return this.#saidOf(property, value);
    if (typeof value !== "string") return undefined;
    for (const line of this.#linesOn()) {
      const piece = piecesOf(line).find((text) => coerceValue(text, property.schema) === value);
      if (piece !== undefined) return { text: piece };
    }
    return undefined;
  }

  /** What a sentence says of the property: `Pets are allowed`. */
  #saidOf({ key }: Property, value: boolean): Proof | undefined {
    const said = saidBoolean(this.#linesOn(), key, this.#page.language);
    return said?.value === value ? { text: said.text } : undefined;
  }

  #linesOn(): readonly string[] {
    const { text } = this.#page;
    this.#lines ??= text.lines
      .map(({ from, to }) => text.slice(from, to))
      .filter((line) => !isOrder(line));
    return this.#lines;
  }

  /** What structured data says; the state of scripts is nothing that a page says. */
  #toldOn(): readonly string[] {
    if (this.#told !== undefined) return this.#told;
    const found: string[] = [];
    const waiting: unknown[] = this.#page.things
      .filter(({ source }) => source !== "state")
      .map(({ thing }) => thing);
    for (let seen = 0; waiting.length > 0 && seen < MOST_MEMBERS; seen++) {
      const value = waiting.pop();
      if (typeof value === "string" || typeof value === "number") found.push(String(value));
      else if (typeof value === "object" && value !== null) {
        for (const member of Object.values(value)) waiting.push(member);
      }
    }
    this.#told = found;
    return found;
  }

  /** What pictures are called for those who do not see them, and whom links write to and call. */
  #spokenOn(): string[] {
    const { text, tree } = this.#page;
    const pictures = text.elements.filter((node) => tree.tag(node) === tagIds.img);
    const called = pictures.flatMap((node) => tree.attribute(node, "alt") ?? []);
    return [...called, ...this.#contactsOn().map((contact) => contact.replace(/^\w+:/, ""))];
  }

  /** Whom links write to and call: `mailto:ida@quay.example`. */
  #contactsOn(): string[] {
    const { text, tree } = this.#page;
    return text.elements.flatMap((node) => {
      if (tree.tag(node) !== tagIds.a) return [];
      const [contact] = /^(?:mailto|tel):[^?]+/i.exec(tree.attribute(node, "href") ?? "") ?? [];
      return contact === undefined ? [] : decoded(contact);
    });
  }

  #numbersOn(): ReadonlyMap<number, string> {
    if (this.#numbers !== undefined) return this.#numbers;
    const found = new Map<number, string>();
    const { language } = this.#page;
    for (const line of [...this.#linesOn(), ...this.#toldOn()]) {
      const forms = /\p{N}/u.test(line) ? numberForms(line) : [];
      const inWords = numbersInWords(line.slice(0, LONGEST_LINE), language);
      for (const number of [...forms.map((form) => readNumber(form)), ...inWords]) {
        if (number !== null && !found.has(number)) found.set(number, line);
      }
    }
    this.#numbers = found;
    return found;
  }

  #daysOn(): ReadonlyMap<string, string> {
    if (this.#days !== undefined) return this.#days;
    const { language } = this.#page;
    const found = new Map<string, string>();
    for (const line of this.#datedLines()) {
      for (const part of [line, ...line.split(RANGE), ...daysIn(line)]) {
        const day = readDate(part, { language })?.value.slice(0, 10);
        if (day !== undefined && !found.has(day)) found.set(day, line);
      }
    }
    this.#days = found;
    return found;
  }

  /** Times of day: `19:30`. */
  #timesOn(): ReadonlySet<string> {
    if (this.#times !== undefined) return this.#times;
    const found = new Set<string>();
    for (const line of this.#datedLines()) {
      const clocks = (line.match(CLOCKS) ?? []).map((clock) => `2000-01-01 at ${clock}`);
      for (const form of [line, ...clocks]) {
        found.add(readDate(form)?.value.slice(11, 16) ?? "");
      }
    }
    this.#times = found;
    return found;
  }

  /** Pieces of lines with numbers, and what `time` elements say. */
  #datedLines(): string[] {
    const { text, tree } = this.#page;
    const times = text.elements
      .filter((node) => tree.tag(node) === tagIds.time)
      .flatMap((node) => tree.attribute(node, "datetime") ?? []);
    return [...this.#linesOn(), ...this.#toldOn(), ...times]
      .flatMap(piecesOf)
      .filter((piece) => /\p{N}/u.test(piece));
  }

  /** An address of the page; of people as links have it, letters that are written as codes aside. */
  #addressOn(value: string): string | undefined {
    if (this.#addressesOn().has(value)) return value;
    const contact = decoded(value).replace(/\?.*$/s, "").toLowerCase();
    if (!/^(?:mailto|tel):/.test(contact)) return undefined;
    return this.#contactsOn().find((each) => each.toLowerCase() === contact);
  }

  #addressesOn(): ReadonlySet<string> {
    if (this.#addresses !== undefined) return this.#addresses;
    const { text, tree, baseUrl, url } = this.#page;
    const urls = new PageUrls(baseUrl);
    const written = text.elements.flatMap((node) => {
      if (tree.tag(node) === tagIds.img) return [...imageReferences(tree, node)];
      return tree.attribute(node, "href") ?? [];
    });
    const told = this.#toldOn().filter((each) => /^(?:https?:|\/)/.test(each));
    this.#addresses = new Set(
      [url, ...written, ...told].flatMap((reference) => urls.resolve(reference.trim()) ?? []),
    );
    return this.#addresses;
  }
}

/** Where a long line may be parted: behind sentences, clauses and items. */
const PIECE_END = /(?<=[.;!?。！？])\s+|(?<=[,:|•·])\s+(?=\p{L})|\s[–—]\s/u;

/** A line that is short enough to be read, else the pieces of it that are. */
function piecesOf(line: string): string[] {
  if (line.length <= SHORT) return [line];
  return line
    .slice(0, LONGEST_LINE)
    .split(PIECE_END)
    .filter((piece) => piece.length <= SHORT);
}

/** A year at the end of a day, or a day in numbers. */
const DAY_END = /(?<!\p{N})(?:\p{N}{4}|\p{N}{1,2}[./-]\p{N}{1,2}[./-]\p{N}{2,4})(?!\p{N})/gu;

/** Characters before a year in which its day stands. */
const BEFORE_YEAR = 30;

/** The days of a line, each by itself: `from 3 May 2019, again since 4 June 2020`. */
function daysIn(line: string): string[] {
  let before = 0;
  return [...line.matchAll(DAY_END)].map(({ 0: found, index }) => {
    const end = index + found.length;
    const piece = line.slice(Math.max(before, index - BEFORE_YEAR), end);
    before = end;
    return piece;
  });
}

function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** The texts that a line's numbers are read of: each as a number, as money, and piece by piece. */
function numberForms(line: string): string[] {
  const written = line.slice(0, LONGEST_LINE).match(NUMBERS) ?? [];
  const forms = written.flatMap((each) => [each, `€ ${each}`, ...each.split(/\s/)]);
  return line.length <= SHORT ? [...forms, line] : forms;
}

function proofOf(text: string | undefined): Proof | undefined {
  return text === undefined ? undefined : { text };
}
