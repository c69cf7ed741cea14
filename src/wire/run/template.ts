import { filterOf } from "../filters/filters.ts";
import type { Filter } from "../filters/filter.ts";
import { parsePath, type PathStep } from "./json-path.ts";

/** Where a template's value begins. */
const roots = ["params", "steps", "credential", "item", "index", "now"] as const;

/** A path from a root. */
export interface Reference {
  readonly root: (typeof roots)[number];
  readonly path: readonly PathStep[];
  /** As written. */
  readonly source: string;
}

/** An argument of a filter: JSON, or what a path leads to. */
export type Argument = { readonly json: unknown } | Reference;

/** `path | filter | filter(argument)` */
export interface Expression extends Reference {
  readonly filters: readonly {
    readonly name: string;
    readonly filter: Filter;
    readonly args: readonly Argument[];
  }[];
}

/** Text with expressions in it, in order. */
export type Template = readonly (string | Expression)[];

/** A malformed template; the message is for the author. */
class TemplateFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = "TemplateFault";
  }
}

/** Templates of recipes come again with every run; those of values are never parsed. */
const MOST_KNOWN = 20_000;
const known = new Map<string, Template>();

/**
 * Reads a text of a recipe.
 * @throws TemplateFault
 */
export function parseTemplate(text: string): Template {
  const before = known.get(text);
  if (before !== undefined) return before;
  const template = text.includes("{{") ? new Reader(text).template() : [text];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, template);
  return template;
}

/**
 * Reads a chain of filters without a path: `trim | lower`.
 * @throws TemplateFault
 */
export function parseFilters(text: string): Expression["filters"] {
  const [expression] = parseTemplate(`{{item | ${text}}}`);
  return typeof expression === "object" ? expression.filters : [];
}

/** The expression of a text that is nothing else; its value keeps its type. */
export function soleExpression(template: Template): Expression | undefined {
  const [first] = template;
  return template.length === 1 && typeof first === "object" ? first : undefined;
}

/** The expressions in it, and the references of their arguments. */
export function referencesOf(template: Template): Reference[] {
  return template.flatMap((part) => {
    if (typeof part === "string") return [];
    const args = part.filters.flatMap((each) => each.args);
    return [part, ...args.filter((arg): arg is Reference => "root" in arg)];
  });
}

const SPACE = /\s*/y;
const PATH = /[^\s|(){},"'[\]]+(?:\[(?:-?\d+|\*|"(?:[^"\\]|\\.)*")\]|[^\s|(){},"'[\]]+)*/y;
const NAME = /[a-z][a-z0-9_]*/y;
const SCALAR = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  template(): Template {
    const parts: (string | Expression)[] = [];
    for (;;) {
      const open = this.#text.indexOf("{{", this.#at);
      const literal = this.#text.slice(this.#at, open === -1 ? undefined : open);
      if (literal !== "") parts.push(literal);
      if (open === -1) return parts;
      this.#at = open + 2;
      parts.push(this.#expression(open));
    }
  }

  #expression(start: number): Expression {
    const reference = this.#reference();
    const filters: Expression["filters"][number][] = [];
    while (this.#takes("|")) filters.push(this.#filter());
    if (!this.#takes("}}")) throw this.#fault("'|' or '}}'");
    const source = this.#text.slice(start, this.#at);
    return { ...reference, source, filters };
  }

  #reference(): Reference {
    this.#skip();
    const source = this.#match(PATH);
    if (source === undefined) throw this.#fault("a path such as params.name");
    const path = parsePath(source);
    const [root, ...rest] = path ?? [];
    const isRoot = (it: unknown): it is Reference["root"] => roots.includes(it as never);
    if (!isRoot(root)) {
      throw new TemplateFault(
        `'${source}' must begin with one of ${roots.map((each) => `'${each}'`).join(", ")}.`,
      );
    }
    return { root, path: rest, source };
  }

  #filter(): Expression["filters"][number] {
    this.#skip();
    const name = this.#match(NAME);
    if (name === undefined) throw this.#fault("the name of a filter");
    const filter = filterOf(name);
    if (filter === undefined) throw new TemplateFault(`There is no filter '${name}'.`);
    const args = this.#takes("(") ? this.#args() : [];
    const [least, most] = filter.arity;
    if (args.length < least || args.length > most) {
      const count = least === most ? `${least}` : `${least} to ${most}`;
      throw new TemplateFault(`Filter '${name}' takes ${count} arguments; got ${args.length}.`);
    }
    return { name, filter, args };
  }

  #args(): Argument[] {
    const args: Argument[] = [];
    if (this.#takes(")")) return args;
    do args.push(this.#argument());
    while (this.#takes(","));
    if (!this.#takes(")")) throw this.#fault("',' or ')'");
    return args;
  }

  #argument(): Argument {
    this.#skip();
    const open = this.#text[this.#at];
    const literal = open === "{" || open === "[" ? this.#bracketed() : this.#match(SCALAR);
    if (literal === undefined) return this.#reference();
    try {
      return { json: JSON.parse(literal) as unknown };
    } catch {
      throw new TemplateFault(`'${literal}' is not valid JSON.`);
    }
  }

  /** A JSON object or list, by its brackets. */
  #bracketed(): string {
    const start = this.#at;
    const token = /"(?:[^"\\]|\\.)*"|[[\]{}]/g;
    token.lastIndex = start;
    let depth = 0;
    for (let match = token.exec(this.#text); match !== null; match = token.exec(this.#text)) {
      if (match[0] === "{" || match[0] === "[") depth += 1;
      else if (match[0] === "}" || match[0] === "]") depth -= 1;
      if (depth > 0) continue;
      this.#at = token.lastIndex;
      return this.#text.slice(start, this.#at);
    }
    throw this.#fault("the end of the JSON");
  }

  #takes(token: string): boolean {
    this.#skip();
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.#at = pattern.lastIndex;
    return match[0];
  }

  #fault(expected: string): TemplateFault {
    const rest = this.#text.slice(this.#at, this.#at + 20);
    return new TemplateFault(
      `Expected ${expected} in ${JSON.stringify(this.#text.slice(0, 80))}; got ${JSON.stringify(rest)}.`,
    );
  }
}
