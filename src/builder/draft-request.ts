import { escapeRegExp } from "../core/index.ts";
import type { Json } from "../storage/index.ts";
import type { Exchange } from "./exchange.ts";
import { bodyTypeOf, isHtml, jsonOf } from "./exchange-text.ts";
import { findSource, type ValueSource } from "./find-source.ts";
import { isJsonObject } from "../ai/internal.ts";
import type { ValueNames } from "./value-names.ts";

type Members = Readonly<Record<string, Json>>;

/** A step of a recipe, as JSON. */
export type StepSpec = Record<string, Json>;

/** A value that is read from an answer already. */
interface KnownField {
  readonly value: string;
  /** The path of a template. */
  readonly path: string;
}

/** How far values of requests are traced. */
interface Tracing {
  /** Whether plain numbers and addresses of links are looked for in earlier answers, and not only tokens. */
  readonly links: boolean;
}

/** Headers that browsers send by themselves, and those of the moment. */
const USUAL =
  /^(?:accept|accept-.*|cache-control|connection|content-length|content-type|cookie|dnt|host|if-.*|origin|pragma|priority|proxy-.*|purpose|referer|sec-.*|te|upgrade-insecure-requests|user-agent|:.*)$/;
/** A token: long enough, and no word of a language. */
const TOKEN = /^(?=.*\d)[\w.~+/=-]{8,}$|^[\w.~+/=-]{20,}$/;

/** Drafts the requests of a recipe, with what they need from earlier answers before them. */
export class RequestDrafter {
  readonly steps: StepSpec[] = [];
  readonly #exchanges: readonly Exchange[];
  readonly #names: ValueNames;
  readonly #tracing: Tracing;
  /** Step ids of exchanges that were drafted. */
  readonly #ids = new Map<Exchange, string>();
  readonly #fields = new Map<Exchange, KnownField[]>();

  constructor(exchanges: readonly Exchange[], names: ValueNames, tracing: Tracing) {
    this.#exchanges = exchanges;
    this.#names = names;
    this.#tracing = tracing;
  }

  /** The request of an exchange as a recipe writes it; what it needs is among the steps then. */
  request(exchange: Exchange, type: string): StepSpec {
    const { method, headers, status } = exchange;
    const url = new URL(exchange.url);
    const path = this.#path(exchange, url);
    const query = [...url.searchParams.keys()].map((name): [string, Json] => {
      const all = url.searchParams.getAll(name).map((value) => this.#value(value, exchange));
      return [name, all.length === 1 ? (all[0] as Json) : all];
    });
    const own = Object.entries(headers)
      .filter(([name]) => !USUAL.test(name))
      .map(([name, value]): [string, Json] => [name, this.#value(value, exchange)]);
    return {
      ...(method !== "GET" && { method }),
      url: path,
      ...(query.length > 0 && !path.startsWith("{{") && { query: Object.fromEntries(query) }),
      ...(own.length > 0 && { headers: Object.fromEntries(own) }),
      ...this.#body(exchange),
      ...(status !== 200 && { status: [status] }),
      type,
    };
  }

  /** Adds a request as a step of its own, and gives its id. */
  add(exchange: Exchange, name: string): string {
    const known = this.#ids.get(exchange);
    if (known !== undefined) return known;
    const id = this.#idFor(name);
    this.#ids.set(exchange, id);
    const request = this.request(exchange, bodyTypeOf(exchange));
    this.steps.push({ kind: "request", id, ...request });
    return id;
  }

  #path(exchange: Exchange, url: URL): string {
    const link = this.#tracing.links ? this.#linkTo(exchange) : undefined;
    if (link !== undefined) return link;
    const parts = url.pathname.split("/").map((part) => {
      const plain = decoded(part);
      const value = this.#value(plain, exchange);
      return value === plain ? part : value;
    });
    return `${url.origin}${parts.join("/")}`;
  }

  /** Where an earlier page leads to the address of an exchange. */
  #linkTo(exchange: Exchange): string | undefined {
    const { pathname, search, href } = new URL(exchange.url);
    if (pathname === "/" || this.#names.has(decodeURI(pathname))) return undefined;
    for (const earlier of this.#before(exchange)) {
      if (!isHtml(earlier)) continue;
      const hrefs = [href, pathname + search];
      const found = hrefs.find((one) => hasLink(earlier.text ?? "", one));
      if (found === undefined) continue;
      const css = linkSelector(earlier.text ?? "", found);
      if (css === undefined) continue;
      const source: ValueSource = { field: { css, attribute: "href" } };
      const read = this.#read(earlier, { source, value: found, name: "link" });
      return `{{${read} | absolute(${JSON.stringify(new URL(exchange.url).origin)})}}`;
    }
    return undefined;
  }

  #value(text: string, exchange: Exchange): string {
    const named = this.#names.in(text);
    if (named !== text || text === "") return named;
    const isTraced = TOKEN.test(text) || (this.#tracing.links && /^\d+$/.test(text));
    if (!isTraced) return text;
    for (const earlier of this.#before(exchange)) {
      const source = findSource(earlier, text);
      if (source === undefined) continue;
      return `{{${this.#read(earlier, { source, value: text, name: "token" })}}}`;
    }
    return text;
  }

  #before(exchange: Exchange): Exchange[] {
    return this.#exchanges.slice(0, this.#exchanges.indexOf(exchange)).toReversed();
  }

  /** The path of a value that is read from an earlier answer. */
  #read(
    exchange: Exchange,
    { source, value, name }: { source: ValueSource; value: string; name: string },
  ): string {
    const fields = this.#fields.get(exchange) ?? [];
    const same = fields.find((one) => one.value === value);
    if (same !== undefined) return same.path;
    const from = this.add(exchange, "before");
    const id = this.#idFor(name);
    const path = `steps.${id}.value`;
    const field = source.field as Json;
    this.steps.push({
      kind: "extract",
      id,
      from: `{{steps.${from}.body}}`,
      fields: { value: field },
    });
    this.#fields.set(exchange, [...fields, { value, path }]);
    return path;
  }

  #body(exchange: Exchange): StepSpec {
    const { body, headers } = exchange;
    if (body === undefined || body === "") return {};
    const type = headers["content-type"] ?? "";
    const json = jsonOf({ ...exchange, text: body, contentType: type });
    if (json !== undefined) return { json: this.#inJson(json as Json, exchange) };
    const form = [...new URLSearchParams(body)].map(([name, value]): [string, Json] => {
      return [name, this.#value(value, exchange)];
    });
    return { form: Object.fromEntries(form) };
  }

  #inJson(json: Json, exchange: Exchange): Json {
    if (Array.isArray(json)) return json.map((item: Json) => this.#inJson(item, exchange));
    if (isJsonObject(json)) {
      const members = Object.entries(json as Members);
      return Object.fromEntries(members.map(([name, one]) => [name, this.#inJson(one, exchange)]));
    }
    if (typeof json === "string") return this.#value(json, exchange);
    if (typeof json !== "number") return json;
    const named = this.#names.in(String(json));
    return named === String(json) ? json : named;
  }

  #idFor(name: string): string {
    const taken = new Set(this.steps.map(({ id }) => id));
    for (const id of this.#ids.values()) taken.add(id);
    let id = name;
    for (let count = 2; taken.has(id); count += 1) id = `${name}_${count}`;
    return id;
  }
}

function hasLink(html: string, href: string): boolean {
  return html.includes(`"${href}"`) || html.includes(`'${href}'`);
}

/** A selector of the links among which one is the first: by what their addresses have in common. */
function linkSelector(html: string, href: string): string | undefined {
  const start = href.replace(/[^/?=&]*$/, "");
  if (start.replaceAll("/", "") === "" || /["\\]/.test(start)) return undefined;
  const first = new RegExp(`href\\s*=\\s*["'](${escapeRegExp(start)}[^"']*)["']`, "i").exec(
    html,
  )?.[1];
  return first === href ? `a[href^="${start}"]` : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
