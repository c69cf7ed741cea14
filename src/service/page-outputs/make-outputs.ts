import {
  isAiError,
  summarize,
  TokenBudget,
  type LanguageModel,
  type SchemaJudge,
  type SentenceSupport,
  type Summary,
  type TokenBudgetOptions,
} from "../../ai/index.ts";
import type { Clock, Ids } from "../../core/index.ts";
import {
  createExtractor,
  readSchema,
  type Extraction,
  type Recipe,
} from "../../extractor/index.ts";
import { extractMetadata, mainContent, parse, wholePage, type Tree } from "../../html/index.ts";
import type { Json } from "../../storage/index.ts";
import { lackingOf } from "./lacking.ts";
import { pageFacts } from "./page-facts.ts";

/** A JSON Schema, as it was submitted. */
export type OutputSchema = Readonly<Record<string, Json>>;

/** A page as outputs are made of it. */
export interface OutputPage {
  readonly html: string;
  /** After redirects. */
  readonly url: string;
  /** The sort of document: of `html` the main content is summarized, of what is no web page all. */
  readonly kind: string;
}

/** What is wanted of a page. */
export interface OutputTask {
  readonly page: OutputPage;
  readonly summary: boolean;
  /** Undefined when no JSON is wanted. */
  readonly json: JsonWish | undefined;
  /** The tokens for both together. */
  readonly tokens: TokenBudgetOptions;
}

/** Which JSON is wanted. */
export interface JsonWish {
  /** Null for what the page says of itself. */
  readonly schema: OutputSchema | null;
  readonly recipe: Recipe | undefined;
}

/** What a page gives; plain data, so that a thread can have made it. */
export interface MadeOutputs {
  /** Null when the page has no sentence, or the model failed. */
  readonly summary: string | null | undefined;
  /** Absent where no model wrote one. */
  readonly summarySupport?: SummarySupport | undefined;
  readonly json: MadeJson | undefined;
}

/** How well a page supports the summary that a model wrote of it. */
export interface SummarySupport {
  readonly sentences: readonly { readonly text: string; readonly support: SentenceSupport }[];
  /** What was left out or not checked; sentences for people. */
  readonly warnings: readonly string[];
}

/** Values of a schema, or what a page says of itself: no member where it says nothing. */
export type MadeJson =
  | { readonly by: "schema"; readonly extraction: Extraction }
  | { readonly by: "page"; readonly facts: Readonly<Record<string, Json>> };

/** What outputs are made with. */
export interface OutputParts {
  readonly model: LanguageModel | undefined;
  readonly judge: Pick<SchemaJudge, "compiles" | "faults">;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Makes what is wanted of a page from one tree. What a model does not give is absent or null.
 * @throws HtmlError `INPUT_TOO_LARGE`; the signal's reason
 */
export async function makeOutputs(
  parts: OutputParts,
  { page, summary, json, tokens }: OutputTask,
  signal: AbortSignal,
): Promise<MadeOutputs> {
  const tree = parse(page.html);
  const budget = new TokenBudget(tokens);
  const made = { ...parts, budget };
  const [summarized, values] = await Promise.all([
    summary ? summaryOf(made, { tree, page }, signal) : undefined,
    json && jsonOf(made, { tree, page, json }, signal),
  ]);
  return { summary: undefined, ...summarized, json: values };
}

interface ParsedPage {
  readonly tree: Tree;
  readonly page: OutputPage;
}

type Parts = OutputParts & { readonly budget: TokenBudget };

async function summaryOf(
  { model, ...parts }: Parts,
  { tree, page }: ParsedPage,
  signal: AbortSignal,
): Promise<Pick<MadeOutputs, "summary" | "summarySupport">> {
  const { url } = page;
  const view =
    page.kind === "html" ? mainContent(tree, { url }) : wholePage(proseOf(tree, page), { url });
  const { title, language } = extractMetadata(tree, { url });
  const asked = { ...parts, ...(model !== undefined && { model }) };
  try {
    const summary = await summarize(asked, { view, title, language }, { signal });
    const { text } = summary;
    if (text === null || text.trim() === "") return { summary: null };
    return { summary: text.toWellFormed(), summarySupport: supportOf(summary) };
  } catch (error) {
    signal.throwIfAborted();
    if (isAiError(error)) return { summary: null };
    throw error;
  }
}

/** Undefined where no model was asked: the summary is sentences of the page. */
function supportOf(summary: Summary): SummarySupport | undefined {
  if (summary.warnings === undefined) return undefined;
  const sentences =
    summary.source === "model"
      ? summary.sentences.map(({ text, support }) => ({ text: text.toWellFormed(), support }))
      : summary.sentences.map((text) => ({ text: text.toWellFormed(), support: "quoted" as const }));
  return { sentences, warnings: summary.warnings.map(({ message }) => message) };
}

/** Plain text is one preformatted block, in which nobody looks for sentences. */
function proseOf(tree: Tree, { kind, html }: OutputPage): Tree {
  if (kind !== "text" && kind !== "markdown") return tree;
  const text = html.replace(/^<pre>/, "").replace(/<\/pre>$/, "");
  return parse(`<p>${text.replaceAll("\n\n", "</p><p>")}</p>`);
}

async function jsonOf(
  parts: Parts,
  { tree, page, json: { schema, recipe } }: ParsedPage & { readonly json: JsonWish },
  signal: AbortSignal,
): Promise<MadeJson> {
  const { url } = page;
  const read = readSchema(schema);
  const isOfObject = read.type === "object" && Object.keys(read.properties).length > 0;
  if (schema === null || !isOfObject) return { by: "page", facts: pageFacts(tree, url) };
  const { budget, ...collaborators } = parts;
  const extractor = createExtractor(collaborators);
  const extraction = await extractor.extract({ tree, url }, schema, { recipe, budget, signal });
  const isRefused = extraction.warnings.some(({ kind }) => kind === "recipe-refused");
  const isEnough =
    recipe === undefined || isRefused || lackingOf(schema, extraction.data).length === 0;
  if (isEnough) return { by: "schema", extraction };
  const again = await extractor.extract({ tree, url }, schema, { budget, signal });
  const message = "The recipe does not find what the schema requires.";
  const warnings = [{ kind: "recipe-refused", message } as const, ...again.warnings];
  return { by: "schema", extraction: { ...again, warnings } };
}
