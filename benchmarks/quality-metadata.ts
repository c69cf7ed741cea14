// How much of what pages say about themselves is found: exact matches with the truth.
//   node --conditions=source benchmarks/quality-metadata.ts [--wrong]
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { extractMetadata, parse } from "dragline/html";
import { corpus, corpusJson, corpusText } from "../test/corpus.ts";

/** What a field's matches amount to. */
export interface FieldFigure {
  /** Exact matches after folding white space, of the pages whose truth has the field; 0 to 1. */
  readonly share: number;
  /** Pages whose truth has the field. */
  readonly pages: number;
}

/** Field of the metadata -> its figure. */
export type MetadataFigures = Readonly<Record<MeasuredField, FieldFigure>>;

/** Our names of the fields that the truth has. */
export type MeasuredField = (typeof fields)[number][1];

const fields = [
  ["title", "title"],
  ["byline", "author"],
  ["lang", "language"],
  ["publishedTime", "publishedTime"],
  ["siteName", "siteName"],
  ["excerpt", "description"],
] as const;

interface Answer {
  readonly page: string;
  readonly field: MeasuredField;
  readonly expected: string;
  readonly found: string;
}

/** Measures the metadata of the corpus' pages from Mozilla Readability. */
export function measureMetadata(): MetadataFigures {
  const answers = readAnswers();
  const figures = fields.map(([, field]) => {
    const asked = answers.filter((answer) => answer.field === field);
    const right = asked.filter(({ expected, found }) => expected === found);
    return [field, { share: right.length / asked.length, pages: asked.length }] as const;
  });
  return Object.fromEntries(figures) as Record<MeasuredField, FieldFigure>;
}

function readAnswers(): Answer[] {
  const entries = readdirSync(join(corpus, "readability"), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => answersOf(name));
}

function answersOf(page: string): Answer[] {
  const truth = corpusJson<Record<string, unknown>>(`readability/${page}/expected-metadata.json`);
  const found = extractMetadata(parse(corpusText(`readability/${page}/source.html.gz`)));
  return fields.flatMap(([theirs, field]) => {
    const value = truth[theirs];
    const expected = typeof value === "string" ? fold(value) : "";
    return expected === "" ? [] : [{ page, field, expected, found: fold(found[field] ?? "") }];
  });
}

function fold(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function print(wrong: boolean): void {
  console.table(measureMetadata());
  if (!wrong) return;
  for (const answer of readAnswers()) if (answer.expected !== answer.found) console.log(answer);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { wrong: { type: "boolean", default: false } } });
  print(values.wrong);
}
