// What real pages are read by, and how texts of them are compared.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { extractValues, readStructuredDocument, readSchema } from "dragline/extractor";
import { parse } from "dragline/html";
import { corpus } from "../test/corpus.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Finds the values of a schema on a page. */
export type PageReader = (
  page: { readonly html: string; readonly url: string },
  schema: object,
) => unknown;

/** Our extractor, without a model. */
export const dragline: PageReader = ({ html, url }, schema) => {
  const source = { tree: parse(html), url, document: readStructuredDocument(html, url) };
  return extractValues(source, readSchema(schema)).value;
};

/** Names of the pages of a folder of the corpus. */
export function pagesOf(folder: string): string[] {
  return readdirSync(join(corpus, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length));
}

/** A text; lists and objects have none. */
export function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A text in lower case without what is no letter or digit. */
export function fold(value: unknown): string {
  return textOf(value)
    .normalize("NFKC")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();
}

/** What verdicts amount to. */
export interface PageFigures {
  readonly f1: number;
  /** Share of the values given that are wrong. */
  readonly wrong: number;
}
