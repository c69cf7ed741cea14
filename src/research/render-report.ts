import { escapeMarkdown } from "../citations/index.ts";
import type { Draft, Fact, Plan, Source } from "./journal-entries.ts";
import type { Memory } from "./memory.ts";
import type { Citation, ReportSentence, ResearchReport } from "./research.ts";

/** Characters of a title. */
const LONGEST_TITLE = 120;

type Sentence = Draft["answer"][number];

const VERBATIM =
  "these sentences are copied verbatim from the pages, in order of rank; whether they answer the question was not checked.";
const QUOTED = "Sentences in quotation marks are the pages' own words.";
const CHECKED =
  "checked: rules compared their words, numbers, names and negations with the words that they cite, and a language model that saw only these two texts found that the cited words say the sentence.";
const FOUND_NONE = "A language model found no answer in the pages.";
const APART = "What was not checked this way is listed separately.";

const UNANSWERED = "The pages that were found do not answer this.";
const NONE_CHECKED =
  "Nothing that the language model wrote about this could be checked; what it wrote is listed separately.";

const UNCHECKED =
  "A language model wrote these sentences. Rules found nothing in the cited words that contradicts them; whether those words say all of it was not checked.";

/** What a report is, and how far it was checked. */
function kindOf({ source, answered, answer, sections, unchecked }: Draft, calls: number): string {
  if (source === "extractive") {
    if (calls === 0) return `No language model was used: ${VERBATIM}`;
    const written = unchecked.length === 0 ? "nothing that it wrote is included" : APART_TOO;
    return `A language model was asked, and ${written}: ${VERBATIM}`;
  }
  const sentences = [...answer, ...sections.flatMap((section) => section.sentences)];
  const has = (support: Sentence["support"]): boolean =>
    sentences.some((each) => each.support === support);
  const isWritten = unchecked.length > 0 || has("checked");
  const told = [isWritten || answered ? "A language model wrote this." : FOUND_NONE];
  if (has("quoted")) told.push(QUOTED);
  if (has("checked"))
    told.push(`${has("quoted") ? "The others" : "Its sentences"} were ${CHECKED}`);
  if (unchecked.length > 0) told.push(APART);
  return told.join(" ");
}

const APART_TOO = "what it wrote could not be checked and is listed separately";

/** The report of a research whose sentences have been compared with what they cite. */
export function renderReport(prompt: string, memory: Memory): ResearchReport {
  const { draft, plan, structured, notes, spent } = memory;
  if (draft === undefined || structured === undefined || plan === undefined) {
    throw new TypeError("A report can be rendered only after all stages.");
  }
  const citations = new Citations(memory.sources, draft.source === "model");
  const parts = [`# ${titleOf(prompt)}`, `*${kindOf(draft, spent.tokens.calls)}*`];
  if (draft.answered) parts.push(shortAnswer(draft, citations));
  else parts.push(draft.unchecked.length > 0 ? NONE_CHECKED : UNANSWERED);
  parts.push(...sectionsOf(draft, plan, citations));
  if (draft.unchecked.length > 0) {
    parts.push("## Not checked", UNCHECKED, listed(draft.unchecked, citations));
  }
  const unsaid = unansweredOf(draft, plan);
  const told = [...unsaid.map(({ text }) => `Not answered: ${text}`), ...new Set(notes)];
  if (draft.answered) parts.push(...conflictsOf(memory, citations));
  if (citations.list.length > 0) parts.push("## Sources", citations.sourceList());
  if (told.length > 0) {
    parts.push("## Notes", told.map((note) => `- ${noteText(note)}`).join("\n"));
  }
  const { source, answered } = draft;
  const markdown = `${parts.join("\n\n")}\n`;
  const { list, sentences } = citations;
  return { markdown, citations: list, sentences, structured, source, answered, notes: told, spent };
}

/** An address, as far as a sentence around it lets it go. */
const ADDRESS = /(https?:\/\/[^\s`]*[^\s`.,:;])/;

/** A note with its addresses as they are: as code, in which nothing is a link. */
function noteText(note: string): string {
  const parts = note.split(ADDRESS).map((part, at) => {
    if (at % 2 === 1) return `\`${part}\``;
    // What is no sign keeps the spaces beside an address.
    const [before, after] = [at === 0 ? "" : "…", "…"];
    return escapeMarkdown(`${before}${part}${after}`).slice(before.length, -after.length);
  });
  return parts.join("").trim();
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

function listed(sentences: readonly Sentence[], citations: Citations): string {
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
          `- ${citations.cite({ text: quote, citations: [{ source, quote }], support: "quoted" })}`,
      )
      .join("\n"),
  );
  return ["## Where the sources differ", ...lines];
}

/** Numbers citations in the order of their first use. */
class Citations {
  readonly list: Citation[] = [];
  /** Every sentence that cites them. */
  readonly sentences: ReportSentence[] = [];
  readonly #isMixed: boolean;
  readonly #sources: ReadonlyMap<string, Source>;
  readonly #numbers = new Map<string, number>();
  /** Numbers whose words are not the sentence that cites them. */
  readonly #shown = new Set<number>();

  /** @param isMixed whether sentences of a model stand among those of the sources */
  constructor(sources: readonly Source[], isMixed: boolean) {
    this.#isMixed = isMixed;
    this.#sources = new Map(sources.map((source) => [source.id, source]));
  }

  /** A sentence with its numbers; the sources' own words are in quotation marks where others are not. */
  cite({ text, citations, support }: Sentence): string {
    const numbers = citations.map(({ source, quote }) => this.#numberOf(source, quote));
    this.sentences.push({ text, support, citations: numbers });
    if (support !== "quoted") for (const number of numbers) this.#shown.add(number);
    const shown = this.#isMixed && support === "quoted" ? `“${text}”` : text;
    return `${escapeMarkdown(shown)} ${numbers.map((number) => `[${number}]`).join("")}`;
  }

  /** Sources with the cited words, where a reader has not seen them yet. */
  sourceList(): string {
    return this.list
      .map(({ url, title, snippet }, index) => {
        const name = escapeMarkdown(title === "" ? url : title);
        const words = this.#shown.has(index + 1) ? `: “${escapeMarkdown(shortened(snippet))}”` : "";
        return `${index + 1}. [${name}](<${safeUrl(url)}>)${words}`;
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

/** Characters of cited words in the list of sources. */
const LONGEST_WORDS = 400;

function shortened(words: string): string {
  const isLong = words.length > LONGEST_WORDS;
  return isLong ? `${words.slice(0, LONGEST_WORDS - 1).toWellFormed()}…` : words;
}

/** A URL that cannot end the brackets that it stands in. */
function safeUrl(url: string): string {
  const { href, protocol } = URL.parse(url) ?? { href: "", protocol: "" };
  if (protocol !== "http:" && protocol !== "https:") return "";
  return href.replace(/[<>\s\\]/g, (sign) => encodeURIComponent(sign));
}
