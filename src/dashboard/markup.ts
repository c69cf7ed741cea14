import { escapeAttribute } from "../html/internal.ts";

/** HTML that is safe to put into a page. */
export interface Markup {
  readonly html: string;
}

/** What a template takes: text is escaped, markup is not, lists are joined, nothing is nothing. */
export type Fill = Markup | string | number | null | undefined | false | readonly Fill[];

/** Writes HTML; what is filled in is escaped for text and quoted attributes. */
export function markup(texts: TemplateStringsArray, ...fills: readonly Fill[]): Markup {
  return { html: texts.reduce((whole, text, at) => whole + textOf(fills[at - 1]) + text) };
}

/** HTML that something else has made safe. */
export function trusted(html: string): Markup {
  return { html };
}

function textOf(fill: Fill): string {
  if (fill === null || fill === undefined || fill === false) return "";
  if (typeof fill === "string") return escapeAttribute(fill);
  if (typeof fill === "number") return String(fill);
  if (Array.isArray(fill)) return fill.map(textOf).join("");
  return (fill as Markup).html;
}
