import { parseJson } from "../core/index.ts";
import type { Exchange } from "./exchange.ts";

/** The JSON of an answer; undefined of one that is none. */
export function jsonOf({ text, contentType }: Exchange): unknown {
  if (text === undefined || /html|css|xml|csv/.test(contentType)) return undefined;
  if (!/json/.test(contentType) && !/^\s*[[{]/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Whether an answer is a page. */
export function isHtml({ text, contentType }: Exchange): boolean {
  return text !== undefined && /html/.test(contentType);
}

/** Whether an answer is a table as text. */
export function isCsv({ contentType, url }: Exchange): boolean {
  return /csv|tab-separated/.test(contentType) || /\.csv(?:[?#]|$)/i.test(url);
}

/** What a recipe's request reads an answer as. */
export function bodyTypeOf(exchange: Exchange): "json" | "html" | "csv" | "text" | "none" {
  if (jsonOf(exchange) !== undefined) return "json";
  if (isHtml(exchange)) return "html";
  if (isCsv(exchange)) return "csv";
  return exchange.text === undefined || exchange.text === "" ? "none" : "text";
}
