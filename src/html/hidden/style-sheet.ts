import { parseDeclarations, splitOutside, type Declaration } from "./declarations.ts";
import { mediaHolds } from "./media-query.ts";
import { parseSelector, type Selector } from "./selector.ts";

/** One selector of a style sheet and what it declares, read when it is asked for. */
export class StyleRule {
  /** What is between the braces. */
  readonly body: string;
  /** Whether it holds for certain, as far as its media are known. */
  readonly isCertain: boolean;
  /** Grows from rule to rule. */
  readonly order: number;
  /** What an element must have to be meant: `#id`, `.class`, a tag, `[attribute` or `*`. */
  readonly key: string;
  readonly #written: string;
  #selector: Selector | null | undefined;
  #declarations: readonly Declaration[] | undefined;

  constructor(written: string, facts: Pick<StyleRule, "body" | "isCertain" | "order" | "key">) {
    this.#written = written;
    this.body = facts.body;
    this.isCertain = facts.isCertain;
    this.order = facts.order;
    this.key = facts.key;
  }

  /** Null for pseudo-elements and what is no selector. */
  get selector(): Selector | null {
    this.#selector ??= parseSelector(this.#written) ?? null;
    return this.#selector;
  }

  /** Of what can hide text. */
  get declarations(): readonly Declaration[] {
    this.#declarations ??= parseDeclarations(this.body);
    return this.#declarations;
  }
}

/** What of the element that a selector means is looked for first. */
function keyOf(written: string): string {
  const last = lastCompound(written);
  const at = last.indexOf("#");
  const sign = at === -1 ? last.indexOf(".") : at;
  if (sign !== -1) return (last[sign] as string) + nameAt(last, sign + 1);
  const tag = nameAt(last, 0);
  if (tag !== "") return tag.toLowerCase();
  const attribute = written.lastIndexOf("[");
  return attribute === -1 ? "*" : `[${nameAt(written, attribute + 1).toLowerCase()}`;
}

/** The part of a selector that is about the element itself, without what is in brackets. */
function lastCompound(written: string): string {
  let last = "";
  let end = written.trimEnd().length;
  let depth = 0;
  for (let at = end - 1; at >= 0; at--) {
    const code = written.charCodeAt(at);
    if (code === CLOSE || code === CLOSE_SQUARE) {
      if (depth++ === 0) last = written.slice(at + 1, end) + last;
    } else if (code === OPEN || code === OPEN_SQUARE) {
      if (--depth === 0) end = at;
    } else if (depth <= 0 && isBetween(code) && written[at - 1] !== "\\") {
      return written.slice(at + 1, end) + last;
    }
  }
  return written.slice(0, end) + last;
}

const OPEN = 40;
const CLOSE = 41;
const OPEN_SQUARE = 91;
const CLOSE_SQUARE = 93;

/** Whether a character stands between compounds: white space, `>`, `+`, `~`. */
function isBetween(code: number): boolean {
  return code <= 32 || code === 62 || code === 43 || code === 126;
}

/** The name that begins at an offset, without escapes. */
function nameAt(text: string, from: number): string {
  NAME.lastIndex = from;
  const name = NAME.exec(text)?.[0] ?? "";
  return name.includes("\\") ? name.replaceAll(/\\(.)/g, "$1") : name;
}

const NAME = /(?:[\w\u0080-\uffff-]|\\.)*/y;

/** Selectors of a page that are read; the rest is as if it stood in a sheet of another address. */
const MOST_RULES = 20_000;
/** Blocks in blocks. */
const MOST_DEPTH = 16;

/** What stands around a rule. */
interface Block {
  /** What stands before its brace, with rules around it outermost first; empty outside of rules. */
  readonly preludes: readonly string[];
  readonly isCertain: boolean;
  /** Whether nothing in it counts. */
  readonly isOff: boolean;
}

const OPENING = 123;
const CLOSING = 125;

/** Which rules are wanted: they are many, and few of them matter. */
interface RuleWish {
  /** Whether what is between a rule's braces is. */
  readonly body: (body: string) => boolean;
  /** Whether what is about elements of the key is. */
  readonly key: (key: string, body: string) => boolean;
}

/** The text of a style element. */
export interface StyleSheet {
  readonly css: string;
  /** Whether it holds for certain, as far as its media are known. */
  readonly isCertain: boolean;
}

/** What stands between the braces of a rule, and before them. */
class RuleBlock {
  readonly body: string;
  readonly #block: Block;
  readonly #order: number;
  #rules: readonly StyleRule[] | undefined;

  constructor(block: Block, body: string, order: number) {
    this.body = body;
    this.#block = block;
    this.#order = order;
  }

  /** One for each selector, but for those of pseudo-elements. */
  get rules(): readonly StyleRule[] {
    this.#rules ??= this.#read();
    return this.#rules;
  }

  #read(): StyleRule[] {
    const { isCertain, preludes } = this.#block;
    const facts = { body: this.body, isCertain, order: this.#order };
    return selectorsOf(preludes)
      .filter((written) => !PSEUDO_ELEMENT.test(written))
      .map((written) => new StyleRule(written, { ...facts, key: keyOf(written) }));
  }
}

/**
 * The rules of the style sheets of a page, one behind the other, read in time proportional to their
 * length. The sheets of the last pages are kept: those of one site have the same.
 */
export class SheetRules {
  readonly #blocks: RuleBlock[] = [];
  /** Rules so far, wanted or not. */
  #order = 0;

  private constructor(text: string, sheets: readonly StyleSheet[]) {
    let at = 0;
    for (const { css, isCertain } of sheets) {
      // A part of the page itself would keep all of the page.
      this.#read(text.slice(at, at + css.length), isCertain);
      at += css.length;
    }
  }

  static of(sheets: readonly StyleSheet[]): SheetRules {
    const marks = sheets.map(({ css, isCertain }) => `${css.length}${isCertain ? "!" : "?"}`);
    const text = `${sheets.map(({ css }) => css).join("")}${marks.join("")}`;
    const rules = latest.get(text) ?? new SheetRules(text, sheets);
    latest.delete(text);
    latest.set(text, rules);
    if (latest.size > MOST_KEPT) latest.delete(latest.keys().next().value as string);
    return rules;
  }

  /** The wanted ones. */
  select(wish: RuleWish): StyleRule[] {
    const found: StyleRule[] = [];
    let read = 0;
    for (const block of this.#blocks) {
      if (!wish.body(block.body)) continue;
      for (const rule of block.rules) if (wish.key(rule.key, block.body)) found.push(rule);
      // What is read is kept, wanted or not.
      read += block.rules.length;
      if (read >= MOST_RULES) break;
    }
    return found;
  }

  /** Takes the rules of one sheet. */
  #read(css: string, isCertain: boolean): void {
    const blocks: Block[] = [{ preludes: [], isCertain, isOff: false }];
    let from = 0;
    for (const at of borders(css)) {
      const part = css.slice(from, at);
      from = at + 1;
      const block = blocks.at(-1) as Block;
      if (css.charCodeAt(at) === OPENING) {
        const cut = part.lastIndexOf(";") + 1;
        if (cut > 0) this.#declare(block, part.slice(0, cut));
        blocks.push(
          blocks.length > MOST_DEPTH ? { ...block, isOff: true } : inner(block, part.slice(cut)),
        );
      } else if (css.charCodeAt(at) === CLOSING) {
        this.#declare(block, part);
        if (blocks.length > 1) blocks.pop();
      }
    }
  }

  #declare(block: Block, body: string): void {
    this.#order += 1;
    if (block.isOff || block.preludes.length === 0) return;
    this.#blocks.push(new RuleBlock(block, body, this.#order));
  }
}

/** Pages whose sheets are kept. */
const MOST_KEPT = 4;
const latest = new Map<string, SheetRules>();

/** Offsets of the braces that are not in quotes; a string that is not closed ends with its line. */
function* borders(css: string): Generator<number> {
  const sign = /[{}]|"(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?/g;
  for (let found = sign.exec(css); found !== null; found = sign.exec(css)) {
    if (found[0] === "{" || found[0] === "}") yield found.index;
  }
}

function inner(outer: Block, prelude: string): Block {
  const text = prelude.trim();
  if (!text.startsWith("@")) return { ...outer, preludes: [...outer.preludes, text] };
  const [, name = "", rest = ""] = /^@([\w-]+)\s*(.*)$/s.exec(text) ?? [];
  if (name === "media") {
    const holds = mediaHolds(rest);
    return {
      ...outer,
      isOff: outer.isOff || holds === false,
      isCertain: outer.isCertain && holds === true,
    };
  }
  if (name === "supports" || name === "layer") return outer;
  const isPerhaps = /^(?:container|scope|starting-style)$/.test(name);
  return isPerhaps ? { ...outer, isCertain: false } : { ...outer, isOff: true };
}

/** The selectors of a rule in the rules around it. */
function selectorsOf(preludes: readonly string[]): readonly string[] {
  let all: readonly string[] = [];
  for (const text of preludes) {
    const parts = /[[("']/.test(text) ? splitOutside(text, ",") : text.split(",");
    const own = NO_SCRIPTS.test(text) ? parts.filter((part) => !NO_SCRIPTS.test(part)) : parts;
    all = text === preludes[0] ? own : nested(all, own);
  }
  return all;
}

const MOST_NESTED = 100;
/** Characters; what stands in each other grows with each. */
const LONGEST_NESTED = 4_096;

function nested(outer: readonly string[], own: readonly string[]): string[] {
  const all: string[] = [];
  for (const part of own) {
    const signs = part.split("&").length - 1;
    for (const around of outer) {
      if (all.length >= MOST_NESTED) return all;
      if (part.length + Math.max(1, signs) * around.length > LONGEST_NESTED) continue;
      all.push(signs > 0 ? part.replaceAll("&", around.trim()) : `${around} ${part}`);
    }
  }
  return all;
}

const PSEUDO_ELEMENT = /::|:(?:before|after)\b/;

/** What pages call themselves where scripts do not run, and parts that wait for theirs. */
const NO_SCRIPTS =
  /\.no-?js\b|\.js-(?:off|disabled)\b|\bnoscript\b|[[.](?:[\w-]+-)?cloak\b|:not\(:defined\)/i;
