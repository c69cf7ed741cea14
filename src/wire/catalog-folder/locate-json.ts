/** A place in a text; both count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is wrong at a place of a file's text. */
export interface TextIssue extends Place {
  readonly message: string;
}

/** JSON with the places of its parts. */
export interface LocatedJson {
  readonly value: unknown;
  /** Of the part at a path; of the nearest part around it when there is none. With `key`, of that member's name. */
  place(path: readonly PropertyKey[], key?: string): Place;
}

/** Members and items by name and index. */
interface Part {
  readonly at: number;
  readonly inside?: ReadonlyMap<string, { readonly nameAt: number; readonly part: Part }>;
}

/** Levels of nesting; a file that is deeper is refused. */
const DEEPEST = 100;
const SPACE = /[ \t\r\n]*/y;
const TOKEN =
  /[{}[\],:]|"[^"\\\n]*(?:\\.[^"\\\n]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|[A-Za-z_]+/y;

/** Reads JSON strictly and remembers where each part stands; or tells what is wrong and where. */
export function locateJson(source: string): LocatedJson | TextIssue {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  try {
    const root = new Scanner(text).document();
    return {
      value: JSON.parse(text) as unknown,
      place: (path, key) => placeAt(text, find(root, path, key)),
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { ...placeAt(text, error.at), message: error.message };
  }
}

class Unreadable extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

function find(root: Part, path: readonly PropertyKey[], key: string | undefined): number {
  let part = root;
  for (const name of path) {
    const next = part.inside?.get(String(name));
    if (next === undefined) return part.at;
    part = next.part;
  }
  return (key === undefined ? undefined : part.inside?.get(key)?.nameAt) ?? part.at;
}

function placeAt(text: string, at: number): Place {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: at - lineStart + 1 };
}

class Scanner {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): Part {
    const root = this.#part(0);
    const rest = this.#next();
    if (rest.text !== "") throw new Unreadable(rest.at, `Expected the end, found ${shown(rest)}`);
    return root;
  }

  #part(depth: number): Part {
    const token = this.#next();
    if (depth > DEEPEST) throw new Unreadable(token.at, `Nested deeper than ${DEEPEST} levels`);
    if (token.text === "{") return this.#object(token.at, depth);
    if (token.text === "[") return this.#array(token.at, depth);
    if (token.text.startsWith('"')) stringOf(token);
    else if (!/^(?:[\d-]|(?:true|false|null)$)/.test(token.text)) {
      throw new Unreadable(token.at, `Expected a value, found ${shown(token)}`);
    }
    return { at: token.at };
  }

  #object(at: number, depth: number): Part {
    const inside = new Map<string, { nameAt: number; part: Part }>();
    if (this.#skip("}")) return { at, inside };
    do {
      const name = this.#next();
      if (!name.text.startsWith('"')) {
        throw new Unreadable(name.at, `Expected a member's name in quotes, found ${shown(name)}`);
      }
      const key = stringOf(name);
      if (inside.has(key)) throw new Unreadable(name.at, `The member ${name.text} appears twice`);
      if (key === "__proto__") throw new Unreadable(name.at, "No member may be named __proto__");
      this.#expect([":"]);
      inside.set(key, { nameAt: name.at, part: this.#part(depth + 1) });
    } while (this.#expect([",", "}"]) === ",");
    return { at, inside };
  }

  #array(at: number, depth: number): Part {
    const inside = new Map<string, { nameAt: number; part: Part }>();
    if (this.#skip("]")) return { at, inside };
    do {
      const part = this.#part(depth + 1);
      inside.set(String(inside.size), { nameAt: part.at, part });
    } while (this.#expect([",", "]"]) === ",");
    return { at, inside };
  }

  #skip(sign: string): boolean {
    const start = this.#at;
    if (this.#next().text === sign) return true;
    this.#at = start;
    return false;
  }

  #expect(signs: readonly string[]): string {
    const token = this.#next();
    if (signs.includes(token.text)) return token.text;
    const wanted = signs.map((sign) => `'${sign}'`).join(" or ");
    throw new Unreadable(token.at, `Expected ${wanted}, found ${shown(token)}`);
  }

  /** The next token; empty at the end. */
  #next(): Token {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.#text)?.[0].length ?? 0;
    const at = this.#at;
    if (at === this.#text.length) return { at, text: "" };
    TOKEN.lastIndex = at;
    const text = TOKEN.exec(this.#text)?.[0];
    if (text === undefined) throw new Unreadable(at, this.#complaint(at));
    this.#at += text.length;
    return { at, text };
  }

  #complaint(at: number): string {
    const sign = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
    if (sign === "/") return "JSON has no comments";
    return sign === '"' ? "The string is not closed on its line" : `Expected JSON, found '${sign}'`;
  }
}

interface Token {
  readonly at: number;
  readonly text: string;
}

function shown({ text }: Token): string {
  if (text === "") return "the end of the file";
  return `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`;
}

function stringOf({ at, text }: Token): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new Unreadable(
      at,
      "The string has an escape or a control character that JSON does not allow",
    );
  }
}
