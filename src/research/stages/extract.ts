import { findQuote, sentenceSupports } from "../../evidence/index.ts";
import { isAiError } from "../../ai/index.ts";
import { createExtractor } from "../../extractor/index.ts";
import { isObject } from "../../extractor/internal.ts";
import { escapeText } from "../../html/internal.ts";
import type { Json } from "../../storage/index.ts";
import type { Draft, PageValues, Source, Structured } from "../journal-entries.ts";
import { LIST, type ObjectSchema } from "../object-schema.ts";
import { Relevance } from "../../citations/index.ts";
import type { StageParts, StageResult } from "../stage-parts.ts";

/** What data is made of. */
interface ExtractInput {
  readonly draft: Draft;
  readonly sources: readonly Source[];
  readonly schema: ObjectSchema | undefined;
}

/** Pages whose values are taken, where the report cites none. */
const MOST_PAGES = 3;
/** Items of a list. */
const MOST_ITEMS = 200;

/** The schema of what a report found, where the caller gave none. */
const findings: Structured["schema"] = {
  type: "object",
  properties: {
    findings: {
      type: "array",
      items: {
        type: "object",
        properties: {
          statement: { type: "string" },
          support: { type: "string", enum: [...sentenceSupports] },
          source_title: { type: "string" },
          source_url: { type: "string", format: "uri" },
          quote: { type: "string" },
        },
        required: ["statement", "support", "source_title", "source_url", "quote"],
      },
    },
  },
  required: ["findings"],
};

/**
 * Data by the caller's schema: what the cited pages tell by themselves, then what the model reads of
 * their passages and stands there. Without a schema, the sentences of the report with their quotes.
 */
export async function extract(
  input: ExtractInput,
  parts: StageParts,
): Promise<StageResult<"extract">> {
  const { draft, schema } = input;
  const end = parts.budget.asking.expired ? "cut" : "finished";
  const summary = summaryOf(draft);
  if (schema === undefined) {
    return { end, output: { summary, data: findingsOf(input), schema: findings, evidence: [] } };
  }
  const pages = bestSources(input, parts.prompt);
  const merged = new MergedValues(schema);
  for (const page of pages) if (page.values !== undefined) merged.add(page.values, () => page.url);
  if (draft.answered && merged.missing.length > 0) {
    const asked = await askModel(pages, schema, parts);
    if (asked !== undefined) merged.add(asked, (quote) => urlOf(quote, pages));
  }
  if (merged.missing.length > 0) {
    parts.notes.push(`No value was found for ${merged.missing.join(", ")}.`);
  }
  return { end, output: { summary, schema: { ...schema.given }, ...merged.result } };
}

function summaryOf({ answered, answer, sections, unchecked }: Draft): string {
  if (!answered && unchecked.length > 0) return "Nothing that was written could be checked.";
  if (!answered) return "The pages that were found do not answer this.";
  const sentences =
    answer.length > 0 ? answer : sections.flatMap((each) => each.sentences.slice(0, 1));
  return sentences.map(({ text }) => text.replace(/\s+/g, " ")).join(" ");
}

function findingsOf({ draft, sources }: ExtractInput): Record<string, Json> {
  if (!draft.answered) return { findings: [] };
  const said = [...draft.answer, ...draft.sections.flatMap(({ sentences }) => sentences)];
  const distinct = new Map(said.map((sentence) => [sentence.text, sentence]));
  const list = [...distinct.values()].flatMap(({ text, support, citations }) => {
    const [citation] = citations;
    const source = sources.find(({ id }) => id === citation?.source);
    if (citation === undefined || source === undefined) return [];
    const statement = text.replace(/\s+/g, " ");
    const { title: source_title, url: source_url } = source;
    return [{ statement, support, source_title, source_url, quote: citation.quote }];
  });
  return { findings: list };
}

/** The sources that the report cites, in its order; else those that fit best. */
function bestSources({ draft, sources }: ExtractInput, prompt: string): Source[] {
  const cited = [...draft.answer, ...draft.sections.flatMap(({ sentences }) => sentences)].flatMap(
    ({ citations }) => citations.map(({ source }) => source),
  );
  const ranked = new Relevance(sources).rank(prompt).map(({ source }) => source.id);
  const ids = [
    ...new Set(draft.answered && cited.length > 0 ? cited : ranked.slice(0, MOST_PAGES)),
  ];
  return ids.flatMap((id) => sources.find((source) => source.id === id) ?? []);
}

/** Values of several pages: of each property that of the first page, of a list all items. */
class MergedValues {
  readonly #schema: ObjectSchema;
  readonly #data: Record<string, Json> = {};
  readonly #evidence: Structured["evidence"] = [];

  constructor(schema: ObjectSchema) {
    this.#schema = schema;
  }

  add({ data, evidence }: PageValues, urlOfQuote: (quote: string) => string | undefined): void {
    const taken = new Map<string, number>();
    for (const [name, value] of Object.entries(data)) {
      const known = this.#data[name];
      if (known === undefined) {
        this.#data[name] = value;
        taken.set(name, 0);
      } else if (this.#schema.isList && Array.isArray(known) && Array.isArray(value)) {
        taken.set(name, known.length);
        this.#data[name] = [...known, ...value].slice(0, MOST_ITEMS);
      }
    }
    for (const [path, quote] of Object.entries(evidence)) {
      const [name = ""] = /^[^.[]+/.exec(path) ?? [];
      const url = urlOfQuote(quote);
      const offset = taken.get(name);
      if (offset === undefined || url === undefined) continue;
      this.#evidence.push({ path: this.#pathOf(path, offset), url, quote });
    }
  }

  /** Names of properties without a value. */
  get missing(): string[] {
    const { properties } = this.#schema.object;
    return Object.keys(isObject(properties) ? properties : {}).filter(
      (name) => !(name in this.#data),
    );
  }

  get result(): Pick<Structured, "data" | "evidence"> {
    if (!this.#schema.isList) return { data: this.#data, evidence: this.#evidence };
    const list = this.#data[LIST];
    return { data: Array.isArray(list) ? list : [], evidence: this.#evidence };
  }

  /** A list's items have no name of their own, and follow those of the pages before. */
  #pathOf(path: string, offset: number): string {
    if (!this.#schema.isList) return path;
    const own = path.slice(LIST.length);
    return own.replace(/^\[(\d+)\]/, (_, index: string) => `[${Number(index) + offset}]`);
  }
}

/** What the model reads of the passages of the pages, as far as it stands there. */
async function askModel(
  pages: readonly Source[],
  schema: ObjectSchema,
  { asker, budget, notes }: StageParts,
): Promise<PageValues | undefined> {
  const parts = asker.parts;
  const [first] = pages;
  if (parts === undefined || first === undefined) return undefined;
  const html = pages.map(pageOf).join("\n");
  try {
    const extractor = createExtractor(parts);
    const call = { signal: budget.asking.signal, budget: budget.tokens };
    const { data, evidence, usage, warnings } = await extractor.extract(
      { html, url: first.url },
      schema.object,
      call,
    );
    budget.addTokens(usage);
    notes.push(...warnings.map(({ message }) => message));
    const told = Object.entries(evidence).map(([path, { text }]) => [path, text] as const);
    return { data: { ...data }, evidence: Object.fromEntries(told) };
  } catch (error) {
    if (!budget.isOver(error) && !isAiError(error)) throw error;
    notes.push("The model did not read values, since no time was left.");
    return undefined;
  }
}

/** A page of what was kept of a source. */
function pageOf({ title, passages }: Source): string {
  const sections = passages.map(({ heading, text }) => {
    const lines = text.split("\n").map((line) => `<p>${escapeText(line)}</p>`);
    return `<h2>${escapeText(heading)}</h2>${lines.join("")}`;
  });
  return `<h1>${escapeText(title)}</h1>${sections.join("")}`;
}

function urlOf(quote: string, pages: readonly Source[]): string | undefined {
  return pages.find(({ passages }) =>
    passages.some(({ text }) => findQuote(text, quote) !== undefined),
  )?.url;
}
