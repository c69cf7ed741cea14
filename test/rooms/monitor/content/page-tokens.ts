/** A piece of HTML text: an open tag, a close tag, text between tags, or what is none of these. */
export interface Token {
  readonly kind: "open" | "close" | "text" | "other";
  /** Name of a tag, in lower case. */
  readonly name: string;
  readonly source: string;
  /** Of text: whether a reader sees it; of tags: whether they are in the body. */
  readonly isShown: boolean;
  /** Whether a link is open before it. */
  readonly isLinked: boolean;
}

const TOKEN =
  /<!--[^]*?-->|<!\[CDATA\[[^]*?\]\]>|<!doctype[^>]*>|<(script|style|textarea|title|noscript|template|svg|math|select|iframe|object|video|audio|canvas|xmp|plaintext|noembed)\b[^]*?<\/\1\s*>|<\/[a-z][^>]*>|<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</gi;

/** The page that was taken apart last: many edits are made of one. */
let latest: { readonly html: string; readonly tokens: readonly Token[] } | undefined;

/** Takes HTML apart by its letters, with no knowledge of how it is parsed. */
export function tokenize(html: string): readonly Token[] {
  if (latest?.html !== html) latest = { html, tokens: takeApart(html) };
  return latest.tokens;
}

function takeApart(html: string): Token[] {
  const tokens: Token[] = [];
  let isBody = false;
  let verbatim = 0;
  let isLinked = false;
  for (const { 0: source, 1: raw } of html.matchAll(TOKEN)) {
    const name = /^<\/?([a-z][\w-]*)/i.exec(source)?.[1]?.toLowerCase() ?? "";
    const kind = kindOf(source, raw);
    if (name === "body") isBody = kind === "open";
    if (name === "pre") verbatim += kind === "open" ? 1 : -1;
    tokens.push({
      kind,
      name,
      source,
      isShown: isBody && verbatim <= 0 && kind !== "other",
      isLinked,
    });
    if (name === "a") isLinked = kind === "open";
  }
  return tokens;
}

function kindOf(source: string, raw: string | undefined): Token["kind"] {
  if (raw !== undefined || /^<[!?]|^<$/.test(source)) return "other";
  if (source.startsWith("</")) return "close";
  return source.startsWith("<") ? "open" : "text";
}

/** The HTML of tokens, some of them replaced. */
export function untokenize(
  tokens: readonly Token[],
  replace: (token: Token, index: number) => string = ({ source }) => source,
): string {
  return tokens.map(replace).join("");
}

/** Chance from a seed (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whether something of that likelihood happens. */
  happens(likelihood: number): boolean {
    return this.next() < likelihood;
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)] as T;
  }

  /** Text of random characters of an alphabet. */
  text(length: number, alphabet: string): string {
    return Array.from({ length }, () => this.pick([...alphabet])).join("");
  }

  hex(length: number): string {
    return this.text(length, "0123456789abcdef");
  }

  token(length: number): string {
    return this.text(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789");
  }
}
