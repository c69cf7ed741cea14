import { splitOutside } from "./declarations.ts";

/** What one element must be. */
export interface Compound {
  /** A tag's name; empty for any. */
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeTest[];
  /** None of these may hold. */
  readonly not: readonly Compound[];
  readonly place: "" | "root" | "first" | "last";
  /** How it stands to the compound outside of it: in it, directly in it, behind it. */
  readonly combinator: Combinator;
}

/** One of CSS's four. */
type Combinator = " " | ">" | "+" | "~";

/** What an attribute must say; any value without an operator. */
export interface AttributeTest {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

/** A selector of a style sheet. */
export interface Selector {
  /** From the element that is meant outwards. */
  readonly compounds: readonly [Compound, ...Compound[]];
  readonly specificity: number;
  /**
   * `always`, `state` where it holds only while a reader points at, focuses or checks something,
   * `maybe` where a part of it is not understood.
   */
  readonly holds: "always" | "state" | "maybe";
}

/** Compounds of a selector; longer ones are passed over. */
const MOST_COMPOUNDS = 8;

const TOKEN =
  /\s*([>+~])\s*|\s+|(\*|[a-z_\u0080-\uffff][\w\u0080-\uffff-]*)|#((?:[\w\u0080-\uffff-]|\\.)+)|\.((?:[\w\u0080-\uffff-]|\\.)+)|\[([^\]]{1,200})\]|(::?[a-z-]+)(\([^()]*(?:\([^()]*\)[^()]*)*\))?/iy;

const STATE =
  /^:(?:hover|focus|focus-within|focus-visible|active|checked|target|target-within|popover-open|open|indeterminate|placeholder-shown|invalid|valid|user-invalid|fullscreen)$/;

/** Always so for what a page shows. */
const GIVEN = /^:(?:link|any-link|enabled|defined|host|scope)$/;

/** Reads a selector without commas; undefined for pseudo-elements and what is no selector. */
export function parseSelector(text: string): Selector | undefined {
  const reader = new SelectorReader();
  const source = text.trim();
  if (source === "") return undefined;
  for (let at = 0; at < source.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (token === null) return undefined;
    at = TOKEN.lastIndex;
    if (!reader.read(token)) return undefined;
  }
  return reader.finish();
}

type Open = {
  -readonly [Name in keyof Compound]: Compound[Name] extends readonly (infer One)[]
    ? One[]
    : Compound[Name];
};

function empty(combinator: Combinator): Open {
  return { tag: "", id: "", classes: [], attributes: [], not: [], place: "", combinator };
}

class SelectorReader {
  #open = empty(" ");
  readonly #done: Compound[] = [];
  #specificity = 0;
  #holds: Selector["holds"] = "always";

  /** Takes one token; false where the selector means no element of the page. */
  read([, combinator, tag, id, name, attribute, pseudo, inside]: RegExpExecArray): boolean {
    if (tag !== undefined) this.#tag(tag);
    else if (id !== undefined) this.#id(plain(id));
    else if (name !== undefined) this.#class(plain(name));
    else if (attribute !== undefined) return this.#attribute(attribute);
    else if (pseudo !== undefined) return this.#pseudo(pseudo.toLowerCase(), inside ?? "");
    else this.#next((combinator ?? " ") as Combinator);
    return this.#done.length < MOST_COMPOUNDS;
  }

  finish(): Selector {
    const [...outer] = this.#done;
    const compounds = [this.#open as Compound, ...outer.toReversed()] as const;
    return { compounds, specificity: this.#specificity, holds: this.#holds };
  }

  #tag(tag: string): void {
    if (tag === "*") return;
    this.#open.tag = tag.toLowerCase();
    this.#specificity += 1;
  }

  #id(id: string): void {
    this.#open.id = id;
    this.#specificity += 10_000;
  }

  #class(name: string): void {
    this.#open.classes.push(name);
    this.#specificity += 100;
  }

  #attribute(inside: string): boolean {
    const parts = /^\s*([^\s~|^$*=]+)\s*(?:([~|^$*]?=)\s*(.*?)\s*)?$/s.exec(inside);
    if (parts === null) return false;
    const [, name = "", operator = "", written = ""] = parts;
    const value = written.replace(/\s+[is]$/i, "").replace(/^(["'])(.*)\1$/s, "$2");
    this.#open.attributes.push({ name: name.toLowerCase(), operator, value });
    this.#specificity += 100;
    return true;
  }

  #pseudo(name: string, inside: string): boolean {
    if (name.startsWith("::") || /^:(?:before|after|first-line|first-letter)$/.test(name))
      return false;
    if (STATE.test(name)) this.#holds = this.#holds === "maybe" ? "maybe" : "state";
    else if (name === ":not") this.#not(inside.slice(1, -1));
    else if (name === ":root") this.#open.place = "root";
    else if (name === ":first-child") this.#open.place = "first";
    else if (name === ":last-child") this.#open.place = "last";
    else if (!GIVEN.test(name)) this.#holds = "maybe";
    this.#specificity += name === ":not" || name === ":where" ? 0 : 100;
    return true;
  }

  #not(inside: string): void {
    for (const part of splitOutside(inside, ",")) {
      const selector = parseSelector(part);
      if (selector?.compounds.length === 1 && selector.holds === "always") {
        this.#open.not.push(selector.compounds[0]);
        this.#specificity += selector.specificity;
        // What is hidden but in a state is shown in it.
      } else if (selector?.holds !== "state") this.#holds = "maybe";
    }
  }

  #next(combinator: Combinator): void {
    this.#done.push({ ...this.#open });
    this.#open = empty(combinator);
  }
}

function plain(name: string): string {
  return name.includes("\\") ? name.replaceAll(/\\(.)/g, "$1") : name;
}
