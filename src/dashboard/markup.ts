import { escapeAttribute } from "../html/internal.ts";

/** HTML that is safe to put into a page; what only looks like it, such as a page's JSON, is none. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** What a template takes: text is escaped, markup is not, lists are joined, nothing is nothing. */
export type Fill = Markup | string | number | null | undefined | false | readonly Fill[];

/** Writes HTML; what is filled in is escaped for text and quoted attributes. */
export function markup(texts: TemplateStringsArray, ...fills: readonly Fill[]): Markup {
  return new Markup(texts.reduce((whole, text, at) => whole + textOf(fills[at - 1]) + text));
}

/** HTML that something else has made safe. */
export function trusted(html: string): Markup {
  return new Markup(html);
}

function textOf(fill: Fill): string {
  if (fill === null || fill === undefined || fill === false) return "";
  if (typeof fill === "string") return escapeAttribute(fill);
  if (typeof fill === "number") return String(fill);
  if (Array.isArray(fill)) return fill.map(textOf).join("");
  return fill instanceof Markup ? fill.html : escapeAttribute(JSON.stringify(fill) ?? "");
}
