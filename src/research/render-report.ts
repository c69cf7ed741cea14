import { escapeMarkdown } from "../citations/index.ts";
import type { CitedSentence, Draft, Fact, Plan, Source } from "./journal-entries.ts";
import type { Memory } from "./memory.ts";
import type { Citation, ResearchReport } from "./research.ts";

/** Characters of a title. */
const LONGEST_TITLE = 120;

/** What a report is, in a sentence of its own. */
const kinds: Readonly<Record<Draft["source"], string>> = {
  extractive:
    "No language model was used: these are verbatim sentences of the pages, by rank; nobody judged whether they answer the question.",
  model: "A language model wrote this; each sentence was checked against the words that it cites.",
};

const UNANSWERED = "The pages that were found do not answer this.";

/** The same of one whose model wrote nothing that could be proven, or failed. */
const NOTHING_PROVEN =
  "A language model was asked, and nothing that it wrote stands here: these are verbatim sentences of the pages, by rank; nobody judged whether they answer the question.";

function kindOf({ source }: Draft, { tokens }: Memory["spent"]): string {
  return source === "extractive" && tokens.calls > 0 ? NOTHING_PROVEN : kinds[source];
}

/** The report of a research that has been verified. */
export function renderReport(prompt: string, memory: Memory): ResearchReport {
  const { draft, plan, structured, notes, spent } = memory;
  if (draft === undefined || structured === undefined || plan === undefined) {
    throw new TypeError("A report is rendered when all stages are done.");
  }
  const citations = new Citations(memory.sources);
  const parts = [`# ${titleOf(prompt)}`, `*${kindOf(draft, spent)}*`];
  parts.push(draft.answered ? shortAnswer(draft, citations) : UNANSWERED);
  parts.push(...sectionsOf(draft, plan, citations));
  const unsaid = unansweredOf(draft, plan);
  const told = [...unsaid.map(({ text }) => `Not answered: ${text}`), ...new Set(notes)];
  if (draft.answered) parts.push(...conflictsOf(memory, citations));
  if (citations.list.length > 0) parts.push("## Sources", citations.sourceList());
  if (told.length > 0) {
    parts.push("## Notes", told.map((note) => `- ${escapeMarkdown(note)}`).join("\n"));
  }
  const { source, answered } = draft;
  const markdown = `${parts.join("\n\n")}\n`;
  return { markdown, citations: citations.list, structured, source, answered, notes: told, spent };
}

/** A section a question; one alone is what the report is about. */
function sectionsOf(
  { answered, answer, sections }: Draft,
  { questions }: Plan,
  citations: Citations,
): string[] {
  return sections.flatMap(({ question, sentences }) => {
    const rest = sentences.filter((each) => answer.every(({ text }) => text !== each.text));
    if (rest.length === 0) return [];
    const name = escapeMarkdown(questions.find(({ id }) => id === question)?.text ?? "");
    const title = answered && questions.length === 1 ? "What the sources say" : name;
    return [`## ${answered ? title : `Nearest passages: ${name}`}`, listed(rest, citations)];
  });
}

function titleOf(prompt: string): string {
  const line = prompt.trim().replace(/\s+/g, " ");
  const isLong = line.length > LONGEST_TITLE;
  return escapeMarkdown(isLong ? `${line.slice(0, LONGEST_TITLE - 1).toWellFormed()}…` : line);
}

function shortAnswer({ answer, sections }: Draft, citations: Citations): string {
  const sentences = answer.length > 0 ? answer : (sections[0]?.sentences.slice(0, 1) ?? []);
  return sentences.map((sentence) => citations.cite(sentence)).join(" ");
}

function listed(sentences: readonly CitedSentence[], citations: Citations): string {
  return sentences.map((sentence) => `- ${citations.cite(sentence)}`).join("\n");
}

/** Questions that a report of several says nothing of. */
function unansweredOf({ answered, sections }: Draft, { questions }: Plan): Plan["questions"] {
  if (!answered || questions.length < 2) return [];
  return questions.filter(({ id }) => sections.every(({ question }) => question !== id));
}

function conflictsOf({ conflicts, facts }: Memory, citations: Citations): string[] {
  const factOf = (id: string): Fact | undefined => facts.find((fact) => fact.id === id);
  const lists = conflicts.map(({ facts: ids }) => ids.flatMap((id) => factOf(id) ?? []));
  const differing = lists.filter((list) => list.length > 1);
  if (differing.length === 0) return [];
  const lines = differing.map((list) =>
    list
      .map(
        ({ source, quote }) =>
          `- ${citations.cite({ text: quote, citations: [{ source, quote }] })}`,
      )
      .join("\n"),
  );
  return ["## Where the sources differ", ...lines];
}

/** Numbers citations in the order of their first use. */
class Citations {
  readonly list: Citation[] = [];
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #numbers = new Map<string, number>();

  constructor(sources: readonly Source[]) {
    this.#sources = new Map(sources.map((source) => [source.id, source]));
  }

  /** A sentence with its numbers. */
  cite({ text, citations }: CitedSentence): string {
    const marks = citations.map(({ source, quote }) => `[${this.#numberOf(source, quote)}]`);
    return `${escapeMarkdown(text)} ${marks.join("")}`;
  }

  sourceList(): string {
    return this.list
      .map(({ url, title }, index) => {
        const name = escapeMarkdown(title === "" ? url : title);
        return `${index + 1}. [${name}](<${safeUrl(url)}>)`;
      })
      .join("\n");
  }

  #numberOf(id: string, quote: string): number {
    const key = `${id} ${quote}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const source = this.#sources.get(id);
    const snippet = quote.replace(/\s+/g, " ").trim();
    const number = this.list.push({ url: source?.url ?? "", title: source?.title ?? "", snippet });
    this.#numbers.set(key, number);
    return number;
  }
}

/** A URL that cannot end the brackets that it stands in. */
function safeUrl(url: string): string {
  const { href, protocol } = URL.parse(url) ?? { href: "", protocol: "" };
  if (protocol !== "http:" && protocol !== "https:") return "";
  return href.replace(/[<>\s\\]/g, (sign) => encodeURIComponent(sign));
}
