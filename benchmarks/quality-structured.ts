// How much of what pages have for programs is read as a known library reads it: whole files.
//   node --conditions=dragline-source benchmarks/quality-structured.ts [--wrong]
import { parseArgs, isDeepStrictEqual } from "node:util";
import { extractStructured, parse, type StructuredKind } from "dragline/html";
import { structuredCases, type StructuredCase } from "./structured-files.ts";

/** What the samples amount to. */
export interface StructuredFigure {
  /** Samples that are read as expected in all of their data; 0 to 1. */
  readonly share: number;
  readonly samples: number;
}

/** Figures by kind of data, and of all samples. */
export type StructuredFigures = Readonly<Record<string, StructuredFigure>>;

/** What somebody who looks at the page would not expect, by sample, and why. */
const disputed: Readonly<Record<string, string>> = {
  "misc/Portfolio_Niels_Lubberman.json":
    "RDFa 1.0: text with markup is an XML literal and HTML's own rel values are statements; we read RDFa 1.1, where it is text and they are none",
  "schema.org/SearchAction.001.json":
    "the peer describes a form's field as schema.org's actions do; WHATWG's value of an input is its text",
  "schema.org/product-ref.json":
    "the peer takes the properties of an item without itemprop that itemref names; WHATWG HTML 5.2.5 does not",
  "songkick/tovestyrke.json dublincore":
    "the peer takes `<meta name=description>` for Dublin Core; we give it as `meta`",
};

/** Where the samples with statements about their own address were found. */
const urls: Readonly<Record<string, string>> = {
  "misc/Portfolio_Niels_Lubberman.html": "http://nielslubberman.nl/drupal/",
  "songkick/elysianfields_1.html": "http://www.songkick.com/artists/236156-elysian-fields",
  "songkick/tovestyrke.html":
    "https://www.songkick.com/concerts/30166884-tove-styrke-at-hoxton-square-bar-and-kitchen",
};
const url = "http://www.example.com/index.html";

interface Answer {
  readonly sample: StructuredCase;
  readonly expected: unknown;
  readonly found: unknown;
}

/** Reads the corpus' samples of structured data. */
export function measureStructured(): StructuredFigures {
  const answers = readAnswers();
  const all = [...new Set(answers.map(({ sample }) => sample.kind))];
  return Object.fromEntries([
    ...all.map((kind) => [kind, figureOf(answers.filter(({ sample }) => sample.kind === kind))]),
    ["all", figureOf(answers)],
  ]) as StructuredFigures;
}

function figureOf(answers: readonly Answer[]): StructuredFigure {
  const right = answers.filter(isRight);
  return { share: right.length / answers.length, samples: answers.length };
}

function isRight({ expected, found }: Answer): boolean {
  return isDeepStrictEqual(expected, found);
}

function readAnswers(): Answer[] {
  return structuredCases()
    .filter(({ file }) => disputed[file] === undefined)
    .map((sample) => {
      const at = { url: urls[sample.page] ?? url, kinds: [sample.kind] };
      const found = extractStructured(parse(sample.html), at)[sample.kind];
      const { ours, theirs } = shapes[sample.kind] ?? plainShape;
      return {
        sample,
        expected: theirs(sample.expected),
        found: ours(found, JSON.stringify(sample.expected)),
      };
    });
}

/** How our shape and the peer's become one. */
interface Shape {
  readonly ours: (value: unknown, expected: string) => unknown;
  readonly theirs: (value: unknown) => unknown;
}

type Members = Readonly<Record<string, unknown>>;

const plainShape: Shape = {
  ours: (value) => value,
  // The peer keeps a script with a list as a list.
  theirs: (value) => (value as unknown[]).flat(),
};

const shapes: Partial<Record<StructuredKind, Shape>> = {
  microdata: { ours: (value) => single(value, 0), theirs: (value) => settled(value) },
  microformats: {
    ours: settled,
    theirs: (value) => settled((value as Members[]).filter(isFormat)),
  },
  openGraph: {
    ours: (value) =>
      Object.entries(value as Members)
        .flatMap(pairsOf)
        .filter(isOpenGraph),
    theirs: (value) =>
      (value as Members[]).flatMap((each) => each["properties"] as Pair[]).filter(isOpenGraph),
  },
  rdfa: {
    // The peer reads `xml:lang` only.
    ours: (value, expected) =>
      statements(value).map((each) =>
        expected.includes("@language") ? each : each.replace(/"@language":"[^"]*",/, ""),
      ),
    theirs: statements,
  },
};

type Pair = readonly [name: string, value: unknown];

function pairsOf([name, value]: Pair): Pair[] {
  return (Array.isArray(value) ? value : [value]).map((each: unknown) => [name, each]);
}

/** The peer counts what a page declares as a prefix, and neither `al` nor always `fb`. */
function isOpenGraph([name]: Pair): boolean {
  return /^(?:og|article|music|book|video|profile):/.test(name);
}

/** Classes of a grid that happen to begin with `h-` are no microformats. */
function isFormat(item: Members): boolean {
  return (item["type"] as string[]).some((type) => !type.startsWith("h-hidden-"));
}

/** Lists of one value become the value, items without properties are told by their value. */
function single(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => single(item, depth + 1));
    return items.length === 1 && depth > 0 ? items[0] : items;
  }
  if (typeof value !== "object" || value === null) return settled(value);
  const members = Object.entries(value).filter(
    ([name, member]) => name !== "properties" || Object.keys(member as object).length > 0,
  );
  return Object.fromEntries(members.map(([name, member]) => [name, single(member, depth + 1)]));
}

/** White space folded, names of files and plain addresses absolute. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value === "string") {
    const text = value.replace(/\s+/g, " ").trim();
    const isAddress = /^\S+\.(?:jpg|png|html)$|^https?:\S+$/.test(text);
    return isAddress ? new URL(text, url).href : text;
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, settled(member)]));
}

/** Statements in an order of their own; a node without a name is told by what is said of it. */
function statements(value: unknown): string[] {
  return (value as Members[])
    .flatMap((node) =>
      Object.entries(node).flatMap(([name, values]) =>
        name === "@id" ? [] : (values as unknown[]).map((each) => [node["@id"], name, each]),
      ),
    )
    .map((statement) => sorted(statement).replace(/_:\w+/g, "_:"))
    .toSorted();
}

function sorted(statement: readonly unknown[]): string {
  return JSON.stringify(settled(statement), (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

function print(wrong: boolean): void {
  console.table(measureStructured());
  for (const [file, why] of Object.entries(disputed)) console.log(`not counted: ${file}: ${why}`);
  if (!wrong) return;
  for (const answer of readAnswers().filter((each) => !isRight(each))) {
    console.log(answer.sample.file);
    console.dir({ expected: answer.expected, found: answer.found }, { depth: 10 });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { wrong: { type: "boolean", default: false } } });
  print(values.wrong);
}
