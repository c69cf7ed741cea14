import { escapeRegExp } from "../core/index.ts";
import { escapeText } from "../html/internal.ts";
import type { Exchange } from "./exchange.ts";
import { isHtml, jsonOf } from "./exchange-text.ts";
import { leavesOf, pathText } from "./json-leaves.ts";
import type { FieldSpec } from "./map-json.ts";

/** How a value is read from an earlier answer: a field of an `extract` step. */
export interface ValueSource {
  readonly field: FieldSpec | HtmlField;
}

/** A field of HTML, or of text by a pattern. */
interface HtmlField {
  readonly css?: string;
  readonly path?: string;
  readonly attribute?: string;
  readonly type?: string;
  readonly pattern?: string;
}

/** Characters before a value by which it is found in a text. */
const BEFORE = 40;

/** Where an answer has a value; undefined where it has not, or not so that it can be told apart. */
export function findSource(exchange: Exchange, value: string): ValueSource | undefined {
  const { text } = exchange;
  if (text === undefined || !text.includes(value)) return inMarkup(exchange, value);
  const json = jsonOf(exchange);
  if (json !== undefined) {
    const leaf = leavesOf(json).find((one) => String(one.value) === value);
    return leaf && { field: pathText(leaf.path) };
  }
  return inMarkup(exchange, value) ?? inText(exchange, value);
}

/** The value of a field of a form, or of a `meta`. */
function inMarkup({ text = "" }: Exchange, value: string): ValueSource | undefined {
  const tags = text.matchAll(/<(input|meta)\b[^>]*>/gi);
  for (const [tag, kind = ""] of tags) {
    const attribute = kind.toLowerCase() === "meta" ? "content" : "value";
    const held = attributeOf(tag, attribute);
    if (held !== value && held !== escapeText(value)) continue;
    const called = ["name", "id", "property"].find((name) => attributeOf(tag, name) !== undefined);
    const name = called === undefined ? undefined : attributeOf(tag, called);
    if (called === undefined || name === undefined || /["\\\]]/.test(name)) continue;
    return { field: { css: `${kind.toLowerCase()}[${called}="${name}"]`, attribute } };
  }
  return undefined;
}

function attributeOf(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>"']+))`, "i").exec(
    tag,
  );
  return match?.slice(1).find((one) => one !== undefined);
}

/** What stands before the value tells it, where it stands there first. */
function inText(exchange: Exchange, value: string): ValueSource | undefined {
  const { text = "" } = exchange;
  const at = text.indexOf(value);
  const before =
    text
      .slice(Math.max(0, at - BEFORE), at)
      .split(/[\r\n]/)
      .at(-1) ?? "";
  const known = before.replace(/^\S*\s/, "") || before;
  if (known.trim().length < 3 || text.indexOf(known) !== at - known.length) return undefined;
  const escaped = escapeRegExp(known);
  const pattern = `${escaped}([^"'<>\\s&,;]+)`;
  const place = isHtml(exchange) ? { css: "html", type: "html" } : { path: "$" };
  return { field: { ...place, pattern } };
}
