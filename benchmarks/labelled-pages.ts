import { corpusJson, corpusText } from "../test/corpus.ts";

/** A page of which somebody said what its main content is. */
export interface LabelledPage {
  readonly id: string;
  readonly url: string;
  /** The kind that the labels give; `news` for the set of articles. */
  readonly kind: string;
  readonly html: string;
  readonly content: string;
  /** Snippets that are and that are not part of the content. */
  readonly with: readonly string[];
  readonly without: readonly string[];
  /** Which third of the pages it is of, from 0 to 2. */
  readonly third: number;
}

interface Truth {
  readonly id: string;
  readonly url: string;
  readonly type: string;
  readonly mainContent: string;
  readonly with: readonly string[];
  readonly without: readonly string[];
}

let pages: LabelledPage[] | undefined;

/** The labelled pages of the corpus, read once. */
export function labelledPages(): LabelledPage[] {
  pages ??= [...labelled(), ...articles()];
  return pages;
}

function labelled(): LabelledPage[] {
  const lines = corpusText("wcxb/truth.jsonl.gz").trim().split("\n");
  return lines.map((line) => {
    const { id, url, type, mainContent, with: within, without } = JSON.parse(line) as Truth;
    const html = corpusText(`wcxb/html/${id}.html.gz`);
    const third = Number(id) % 3;
    return { id, url, kind: type, html, content: mainContent, with: within, without, third };
  });
}

function articles(): LabelledPage[] {
  const truths =
    corpusJson<Record<string, { articleBody: string; url?: string }>>("articles/truth.json");
  return Object.entries(truths).map(([id, { articleBody, url = "" }]) => ({
    id,
    url,
    kind: "news",
    html: corpusText(`articles/html/${id}.html.gz`),
    content: articleBody,
    with: [],
    without: [],
    third: Number.parseInt(id.slice(0, 8), 16) % 3,
  }));
}
