import type { JsonObject, PromptPart } from "../ai/index.ts";
import { isOrder } from "../evidence/index.ts";
import type { CitedSource } from "../citations/index.ts";
import { canonicalUrl } from "../core/index.ts";
import type { AnswerSource } from "./answer-engine.ts";
import { plainLines } from "./answer-lead.ts";

/** An answer that a synthesis is made of. */
export interface SynthesisAnswer {
  /** Whose it is; none twice. */
  readonly source: string;
  /** What people call it; `source` when absent. */
  readonly label?: string | undefined;
  /** In Markdown. */
  readonly content: string;
  /** The pages that it rests on, by its engine's word: only these are cited. */
  readonly sources: readonly AnswerSource[];
  /** Whether its engine says that it refused; by its words when absent. */
  readonly isRefusal?: boolean | undefined;
}

/** An answer as it is read: a text with an id, whose passages sentences are proven by. */
export interface ReadAnswer extends CitedSource {
  readonly source: string;
  /** Addresses of its pages. */
  readonly urls: ReadonlySet<string>;
  /** Its text as a model is shown it: with the numbers of the pages that it links to. */
  readonly shown: string;
  readonly isCut: boolean;
}

/** Characters of an answer that are read. */
export const LONGEST_ANSWER = 16_000;
/** Pages of an answer that a model may cite. */
const MOST_PAGES = 40;
const LONGEST_TITLE = 160;

/** The pages of all answers, none twice, in the order of the answers. */
export function pagesOf(answers: readonly SynthesisAnswer[]): readonly AnswerSource[] {
  const pages = new Map<string, AnswerSource>();
  for (const { sources } of answers) {
    for (const page of sources.slice(0, MOST_PAGES)) {
      const known = pages.get(page.url);
      if (known === undefined || known.title === "") pages.set(page.url, page);
    }
  }
  return [...pages.values()];
}

/** An answer as it is read, without orders to models that its engine has taken over from a page. */
export function readAnswer(
  { source, label = source, content, sources }: SynthesisAnswer,
  id: string,
  pages: readonly AnswerSource[],
): ReadAnswer {
  const isCut = content.length > LONGEST_ANSWER;
  const text = content.slice(0, LONGEST_ANSWER).toWellFormed();
  const lines = text.split("\n").filter((line) => !isOrder(line));
  return {
    id,
    source,
    title: label,
    urls: new Set(sources.map(({ url }) => url)),
    shown: plainLines(lines.map((line) => withNumbers(line, pages)).join("\n")),
    passages: passagesOf(lines),
    isCut,
  };
}

/** Links to pages that can be cited become their numbers: ` [P2]`. */
function withNumbers(line: string, pages: readonly AnswerSource[]): string {
  return line.replace(
    /\[([^\]]*)\]\((https?:[^)\s]*)\)/g,
    (link, text: string, address: string) => {
      const page = pages.findIndex(({ url }) => url === canonicalOf(address));
      return page === -1 ? link : `${text} [P${page + 1}]`;
    },
  );
}

function canonicalOf(address: string): string {
  return URL.canParse(address) ? canonicalUrl(address) : address;
}

/** Lines as passages, each below its heading. */
function passagesOf(lines: readonly string[]): ReadAnswer["passages"] {
  let heading = "";
  return lines.flatMap((line) => {
    const text = plainLines(line).trim();
    if (/^\s{0,3}#{1,6}\s/.test(line)) heading = text;
    return /[\p{L}\p{N}]/u.test(text) ? [{ heading, text }] : [];
  });
}

/** Sentences of a synthesis. */
const MOST_SENTENCES = 8;
const LONGEST_SENTENCE = 500;

const strings = (maxLength: number): object => ({ type: "string", minLength: 1, maxLength });

/** What a model is asked for. */
export const SCHEMA = Object.freeze({
  type: "object",
  properties: {
    sentences: {
      type: "array",
      maxItems: MOST_SENTENCES,
      items: {
        type: "object",
        properties: {
          text: strings(LONGEST_SENTENCE),
          citations: {
            type: "array",
            maxItems: 12,
            items: {
              type: "object",
              properties: {
                answer: { ...strings(8), description: "The answer's id, such as S1." },
                quote: { ...strings(600), description: "Words of that answer, copied exactly." },
                pages: {
                  type: "array",
                  maxItems: 8,
                  items: { ...strings(8), description: "A page of that answer, such as P2." },
                },
              },
              required: ["answer", "quote", "pages"],
              additionalProperties: false,
            },
          },
        },
        required: ["text", "citations"],
        additionalProperties: false,
      },
    },
  },
  required: ["sentences"],
  additionalProperties: false,
});

/** How a model is told to write. */
export const INSTRUCTIONS = [
  `Answer the question in at most ${MOST_SENTENCES} short sentences from what the answers say, and from nothing else. First what most of them agree on; then where they contradict each other, each side in a sentence of its own.`,
  "Every sentence is plain text and says only what its citations say. A citation is the id of an answer, words copied exactly from it, and those of its pages that bear them. Cite every answer that says the same. Keep names, numbers, dates and negations as the answers have them, and stay near their words, in their language.",
  "Write no URL, no link and no citation mark in a sentence. Where the answers do not answer, give no sentence.",
].join("\n");

/** A sentence as a model gives it. */
export interface WrittenSentence {
  readonly text: string;
  readonly citations: readonly {
    readonly answer: string;
    readonly quote: string;
    readonly pages: readonly string[];
  }[];
}

/** The sentences that a model gave, their quotes without the numbers of pages that it was shown. */
export function writtenSentences(object: JsonObject): readonly WrittenSentence[] {
  const { sentences } = object as unknown as { readonly sentences: readonly WrittenSentence[] };
  return sentences.map(({ text, citations }) => ({
    text: text.replace(PAGE_MARK, ""),
    citations: citations.map((each) => ({ ...each, quote: each.quote.replace(PAGE_MARK, "") })),
  }));
}

const PAGE_MARK = /\s?\[P\d{1,3}\]/g;

/** What a model is shown. */
export function promptParts(
  query: string,
  answers: readonly ReadAnswer[],
  pages: readonly AnswerSource[],
): PromptPart[] {
  return [
    { label: "question", text: query },
    ...answers.map(({ id, title, shown, urls }) => {
      const own = pages.flatMap(({ url, title: name }, index) => {
        const host = URL.parse(url)?.hostname ?? "";
        const said =
          name === "" ? host : `${name.slice(0, LONGEST_TITLE).toWellFormed()} (${host})`;
        return urls.has(url) ? [`P${index + 1}: ${said.replaceAll(/\s+/g, " ")}`] : [];
      });
      const text = `By ${title}\n\n${shown.trim()}\n\nIts pages:\n${own.join("\n")}`;
      return { label: `answer ${id}`, text };
    }),
  ];
}
