import {
  isAiError,
  summarize,
  TokenBudget,
  type LanguageModel,
  type SchemaJudge,
  type TokenBudgetOptions,
} from "../../../ai/index.ts";
import type { Clock, Ids } from "../../../core/index.ts";
import {
  createExtractor,
  readSchema,
  type Extraction,
  type Recipe,
} from "../../../extractor/index.ts";
import { extractMetadata, mainContent, parse, wholePage, type Tree } from "../../../html/index.ts";
import type { Json } from "../../../storage/index.ts";
import { lackingOf } from "./lacking.ts";
import { pageFacts } from "./page-facts.ts";
import type { OutputSchema } from "./lacking.ts";

/** A page as outputs are made of it. */
export interface OutputPage {
  readonly html: string;
  /** After redirects. */
  readonly url: string;
  /** The kind of document: of `html` the main content is summarized, of other documents all. */
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
interface JsonWish {
  /** Null for what the page says of itself. */
  readonly schema: OutputSchema | null;
  readonly recipe: Recipe | undefined;
}

/** What a page gives; plain data, so that a thread can have made it. */
export interface MadeOutputs {
  /**
   * Without sentences of the model that the page speaks against; null when the page has no sentence, or the
   * model failed.
   */
  readonly summary: string | null | undefined;
  readonly json: MadeJson | undefined;
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
  const [text, values] = await Promise.all([
    summary ? summaryOf(made, { tree, page }, signal) : undefined,
    json && jsonOf(made, { tree, page, json }, signal),
  ]);
  return { summary: text, json: values };
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
): Promise<string | null> {
  const { url } = page;
  const view =
    page.kind === "html" ? mainContent(tree, { url }) : wholePage(proseOf(tree, page), { url });
  const { title, language } = extractMetadata(tree, { url });
  const asked = { ...parts, ...(model !== undefined && { model }) };
  try {
    const { text } = await summarize(asked, { view, title, language }, { signal });
    return text === null || text.trim() === "" ? null : text.toWellFormed();
  } catch (error) {
    signal.throwIfAborted();
    if (isAiError(error)) return null;
    throw error;
  }
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
  const message = "The extraction recipe did not find all values that the schema requires.";
  const warnings = [{ kind: "recipe-refused", message } as const, ...again.warnings];
  return { by: "schema", extraction: { ...again, warnings } };
}
