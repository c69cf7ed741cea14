import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { StructuredKind } from "dragline/html";
import { corpus, corpusJson, corpusText } from "../test/corpus.ts";

/** What one kind of data of one page must be read as. */
export interface StructuredCase {
  /** Of the expected file, in the corpus' folder of structured data. */
  readonly file: string;
  readonly page: string;
  readonly kind: StructuredKind;
  readonly html: string;
  readonly expected: unknown;
}

/** Names of the peer's results, and of the folders whose files have one kind only. */
const kinds: Readonly<Record<string, StructuredKind | undefined>> = {
  microdata: "microdata",
  "json-ld": "jsonLd",
  opengraph: "openGraph",
  microformat: "microformats",
  rdfa: "rdfa",
  dublincore: "dublinCore",
};

/** Results of options of the peer, which have the same data in another shape. */
const VARIANTS = /flat|custom_url|node_id/;

/** The samples of extruct with their results. */
export function structuredCases(): StructuredCase[] {
  const folder = join(corpus, "structured");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => /\.(?:json|jsonld)$/.test(name) && !VARIANTS.test(name))
    .filter((name) => statSync(join(folder, name)).isFile())
    .toSorted()
    .flatMap(casesOf);
}

function casesOf(file: string): StructuredCase[] {
  const page = file.replace(/(?:\.expanded)?\.json(?:ld)?$/, ".html");
  if (!existsSync(join(corpus, "structured", page))) return [];
  const html = corpusText(`structured/${page}`);
  const truth = corpusJson<unknown>(`structured/${file}`);
  if (Array.isArray(truth)) return [{ file, page, kind: kindOf(file), html, expected: truth }];
  const members = Object.entries(truth as Record<string, unknown>);
  return members.flatMap(([name, expected]) => {
    const kind = name === "items" ? "jsonLd" : kinds[name];
    return kind === undefined ? [] : [{ file: `${file} ${name}`, page, kind, html, expected }];
  });
}

function kindOf(file: string): StructuredKind {
  if (file.endsWith(".jsonld")) return "jsonLd";
  if (file.includes("microformat")) return "microformats";
  if (/misc\/opengraph/.test(file)) return "openGraph";
  return /^(?:w3crdfa|wikipedia|misc)\//.test(file) ? "rdfa" : "microdata";
}
