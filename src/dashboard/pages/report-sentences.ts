/** How far a sentence of a report was checked. */
type Support = "quoted" | "checked" | "unchecked";

/** A sentence of a report. */
export interface ReportSentence {
  /** Markdown. */
  readonly text: string;
  readonly support: Support;
  /** Numbers of the passages that it cites. */
  readonly citations: readonly number[];
}

/** A part of a report: sentences that cite, or other markdown. */
export type ReportBlock =
  | { readonly sentences: readonly ReportSentence[]; readonly isList: boolean }
  | { readonly markdown: string };

/** What a report says of how it was made: how it begins. */
const KIND = /^\*(No language model was used:|A language model )/;
/** A report whose sentences are all copied. */
const COPIED = /^\*(No language model was used:|A language model was asked, and )/;
/** Sections that say what no page says. */
const UNCITED: ReadonlySet<string> = new Set(["Sources", "Notes"]);
/** A sentence with the numbers behind it; brackets of its own text are escaped. */
const CITED = /(\S.*?) ((?:\[\d{1,3}\])+)(?=\s|$)/g;

/** How sentences of a section are to be read. */
interface Reading {
  readonly section: string;
  readonly isCopied: boolean;
  readonly snippets: readonly string[];
}

/**
 * The parts of a report as the service writes them; undefined for a text that it did not write. Title
 * and list of sources are left out: the page shows both itself.
 * @param snippets cited words, in the order of their numbers
 */
export function reportBlocks(
  markdown: string,
  snippets: readonly string[],
): readonly ReportBlock[] | undefined {
  const parts = markdown.trim().split(/\n{2,}/);
  const kind = parts.find((part) => KIND.test(part));
  if (kind === undefined) return undefined;
  const isCopied = COPIED.test(kind);
  let section = "";
  const blocks: ReportBlock[] = [];
  for (const part of parts) {
    if (part.startsWith("## ")) section = part.slice(3).trim();
    // The page has the title, and shows the passages.
    if (section === "Sources" || part.startsWith("# ")) continue;
    const isPlain = part.startsWith("#") || part === kind || UNCITED.has(section);
    blocks.push(isPlain ? { markdown: part } : readBlock(part, { section, isCopied, snippets }));
  }
  return blocks;
}

function readBlock(part: string, reading: Reading): ReportBlock {
  const isList = part.startsWith("- ");
  const lines = isList ? part.split("\n").map((line) => line.replace(/^- /, "")) : [part];
  const sentences = lines.flatMap((line) =>
    [...line.matchAll(CITED)].map(([, text = "", marks = ""]) => {
      const citations = [...marks.matchAll(/\d+/g)].map(Number);
      return { text, citations, support: supportOf(text, citations, reading) };
    }),
  );
  return sentences.length === 0 ? { markdown: part } : { sentences, isList };
}

/** Where a model wrote, the pages' own words stand in quotation marks. */
function supportOf(text: string, citations: readonly number[], reading: Reading): Support {
  if (reading.section === "Not checked") return "unchecked";
  if (reading.isCopied) return "quoted";
  const [, inner] = /^“(.*)”$/s.exec(text) ?? [];
  if (inner === undefined) return "checked";
  const words = inner.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  const isOfPage = citations.some((number) => reading.snippets[number - 1]?.includes(words));
  return isOfPage || !/[“”]/.test(words) ? "quoted" : "checked";
}
