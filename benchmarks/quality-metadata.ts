// How much of what pages say about themselves is found: matches with what people wrote down.
//   node --conditions=dragline-source benchmarks/quality-metadata.ts [--wrong]
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { extractMetadata, parse, type Metadata } from "dragline/html";
import { corpus, corpusJson, corpusText } from "../test/corpus.ts";
import { disputes } from "./disputed-metadata.ts";

/** What a field's matches amount to. */
export interface FieldFigure {
  /** Matches of the pages whose truth has the field; 0 to 1. */
  readonly share: number;
  /** Pages whose truth has the field. */
  readonly pages: number;
}

/** Field of the metadata -> its figure. */
export type MetadataFigures = Readonly<Record<MeasuredField, FieldFigure>>;

/** A field of the metadata that a truth has. */
export type MeasuredField = Exclude<keyof Metadata, "openGraph" | "jsonLd">;

/** Pages with a truth of their metadata. */
interface PageSet {
  readonly folder: string;
  readonly page: string;
  readonly truth: string;
  /** The truth's names of fields, and ours. */
  readonly fields: readonly (readonly [theirs: string, ours: MeasuredField])[];
  /** What is compared of a value; of the set from Readability everything. */
  readonly reduce: (value: string, field: MeasuredField) => string;
}

const readability: PageSet = {
  folder: "readability",
  page: "source.html.gz",
  truth: "expected-metadata.json",
  fields: [
    ["title", "title"],
    ["byline", "author"],
    ["lang", "language"],
    ["publishedTime", "publishedTime"],
    ["siteName", "siteName"],
    ["excerpt", "description"],
  ],
  reduce: fold,
};

/** Of a library that reads pages for previews; it writes dates, dots and quotes in its own way. */
const previews: PageSet = {
  folder: "metadata",
  page: "input.html",
  truth: "expected.json",
  fields: [
    ["title", "title"],
    ["author", "author"],
    ["date", "publishedTime"],
    ["description", "description"],
    ["image", "image"],
    ["lang", "language"],
    ["publisher", "siteName"],
    ["url", "canonicalUrl"],
  ],
  reduce: reduced,
};

interface Answer {
  readonly page: string;
  readonly field: MeasuredField;
  readonly expected: string;
  readonly found: string;
}

/** Measures the metadata of the corpus' pages from Mozilla Readability. */
export function measureMetadata(): MetadataFigures {
  return figuresOf(readability);
}

/** Measures the metadata of the corpus' pages from metascraper. */
export function measurePreviews(): MetadataFigures {
  return figuresOf(previews);
}

function figuresOf(set: PageSet): MetadataFigures {
  const answers = readAnswers(set);
  const figures = set.fields.map(([, field]) => {
    const asked = answers.filter((answer) => answer.field === field);
    const right = asked.filter(({ expected, found }) => expected === found);
    return [field, { share: right.length / asked.length, pages: asked.length }] as const;
  });
  return Object.fromEntries(figures) as Record<MeasuredField, FieldFigure>;
}

function readAnswers(set: PageSet): Answer[] {
  const entries = readdirSync(join(corpus, set.folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => answersOf(set, name));
}

function answersOf({ folder, page, truth, fields, reduce }: PageSet, name: string): Answer[] {
  const path = `${folder}/${name}`;
  const said = corpusJson<Record<string, unknown>>(`${path}/${truth}`);
  const { url } = said;
  const options = typeof url === "string" ? { url } : {};
  const found = extractMetadata(parse(corpusText(`${path}/${page}`)), options);
  return fields.flatMap(([theirs, field]) => {
    const dispute = disputes.find((each) => each.page === path && each.field === field);
    const value = dispute === undefined ? said[theirs] : dispute.right;
    const expected = typeof value === "string" ? reduce(value, field) : "";
    const ours = reduce(found[field] ?? "", field);
    return expected === "" ? [] : [{ page: path, field, expected, found: ours }];
  });
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function reduced(value: string, field: MeasuredField): string {
  const text = fold(value);
  if (field === "publishedTime") return dayOf(text);
  if (field === "language") return text.slice(0, 2).toLowerCase();
  if (field === "image" || field === "canonicalUrl")
    return decodeURIComponent(text).replace(/\/$/, "");
  return text.replaceAll("...", "…").replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}

/** The day in UTC, as the truth has it. */
function dayOf(text: string): string {
  const time = Date.parse(/T[\d:.]+$/.test(text) ? `${text}Z` : text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().slice(0, 10);
}

function print(wrong: boolean): void {
  for (const set of [readability, previews]) {
    console.log(`${set.folder}:`);
    console.table(figuresOf(set));
    if (!wrong) continue;
    for (const answer of readAnswers(set))
      if (answer.expected !== answer.found) console.log(answer);
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { wrong: { type: "boolean", default: false } } });
  print(values.wrong);
}
