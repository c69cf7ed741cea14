import { parse, toText, wholePage } from "../../html/index.ts";
import { toMarkdown } from "../../markdown/index.ts";
import { asInteger, asText, FilterFault, type Filter } from "./filter.ts";

const none = [0, 0] as const;

/** The plain text of HTML. */
export function plainText(html: string): string {
  return toText(wholePage(parse(html)));
}

/** Filters of text. */
export const textFilters: Readonly<Record<string, Filter>> = {
  lower: { arity: none, apply: (value) => asText(value).toLowerCase() },
  upper: { arity: none, apply: (value) => asText(value).toUpperCase() },
  trim: { arity: none, apply: (value) => asText(value).trim() },
  slug: { arity: none, apply: (value) => slug(asText(value)) },
  split: {
    arity: [1, 1],
    apply: (value, [separator]) => {
      const text = asText(value);
      return text === "" ? [] : text.split(asText(separator));
    },
  },
  replace: {
    arity: [2, 2],
    apply: (value, [from, to]) => {
      const wanted = asText(from);
      return wanted === "" ? asText(value) : asText(value).replaceAll(wanted, () => asText(to));
    },
  },
  pad_start: {
    arity: [2, 2],
    apply: (value, [length, fill]) =>
      asText(value).padStart(Math.min(asInteger(length), 1000), asText(fill)),
  },
  plain_text: { arity: none, apply: (value) => plainText(asText(value)) },
  markdown: { arity: none, apply: (value) => toMarkdown(asText(value)) },
  host: { arity: none, apply: (value) => hostOf(asText(value)) },
  absolute: {
    arity: [1, 1],
    apply: (value, [base]) => {
      const url = URL.parse(asText(value), asText(base));
      if (url === null) throw new FilterFault("a URL", value);
      return url.href;
    },
  },
  base64: { arity: none, apply: (value) => Buffer.from(asText(value)).toString("base64") },
};

function slug(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
}

function hostOf(text: string): string {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  if (url === null) throw new FilterFault("a URL or a host", text);
  return url.hostname;
}
