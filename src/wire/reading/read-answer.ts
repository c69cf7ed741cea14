import { parseJson } from "../../core/index.ts";
import type { FetchedPage } from "../../fetcher/index.ts";
import { htmlSource } from "../../html/index.ts";
import { isWholeXml } from "../../html/internal.ts";
import { jsonFault } from "../run/json-bounds.ts";
import { executionFault } from "../run/run-fault.ts";
import { runLimits } from "../run/run-limits.ts";
import { readCsv } from "./csv.ts";
import { PageDocument } from "./page-document.ts";

/** An answer whose type is known. */
interface TypedAnswer {
  readonly contentType: { readonly sniffed: string };
}

/** What the body of an answer must be. */
type AnswerType = "json" | "text" | "html" | "xml" | "csv" | "none";

/**
 * The body of an answer as its step reads it.
 * @throws RunFault when it is something else
 */
export function readAnswer(page: FetchedPage, type: AnswerType): unknown {
  switch (type) {
    case "none":
      return null;
    case "text":
      return page.text;
    case "json":
      return readJson(page);
    case "csv":
      if (isHtml(page)) throw unexpected(page, "CSV");
      return readCsv(page.text);
    case "xml":
      if (isHtml(page) || !page.text.trimStart().startsWith("<")) throw unexpected(page, "XML");
      return readXml(page);
    case "html":
      if (page.contentType.sniffed === "application/json") throw unexpected(page, "HTML");
      return pageDocument(page);
    default:
      throw new TypeError("The answer has no type.");
  }
}

function readXml(page: FetchedPage): PageDocument {
  const document = new PageDocument(page.text, "xml", page.url);
  if (isWholeXml(page.text, document.tree)) return document;
  throw executionFault(`The XML of ${page.url} is incomplete.`);
}

/** An answer that is a page, XHTML read as XML. */
export function pageDocument(page: Pick<FetchedPage, "text" | "url"> & TypedAnswer): PageDocument {
  return new PageDocument(htmlSource(page.text, page.contentType.sniffed).html, "html", page.url);
}

/** Whether an answer is an HTML page. */
export function isHtml({ contentType }: TypedAnswer): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(contentType.sniffed);
}

function readJson(page: FetchedPage): unknown {
  const { text } = page;
  let value: unknown;
  try {
    value = parseJson(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    throw unexpected(page, "JSON");
  }
  const fault = jsonFault(value, { maxBytes: Infinity, maxDepth: runLimits.depth });
  if (fault !== undefined) throw executionFault(`The answer of ${page.url} is more than ${fault}.`);
  return value;
}

function unexpected(page: FetchedPage, expected: string): Error {
  const { declared, sniffed } = page.contentType;
  const type =
    page.bytes.length === 0 ? "nothing" : isHtml(page) ? sniffed : (declared?.essence ?? sniffed);
  return executionFault(
    `${new URL(page.url).host} answered ${type} where ${expected} was expected (HTTP ${page.status}).`,
  );
}
