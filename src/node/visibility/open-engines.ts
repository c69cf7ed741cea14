import type { LanguageModel } from "../../ai/index.ts";
import type { Clock, Disposer } from "../../core/index.ts";
import type { SearchProvider } from "../../search/index.ts";
import {
  createAnthropicEngine,
  createGeminiEngine,
  createGoogleOverviewEngine,
  createMistralEngine,
  createModelEngine,
  createOpenAiEngine,
  createPerplexityEngine,
  createXaiEngine,
  engineVendors,
  type AnswerEngine,
  type EngineCollaborators,
  type EngineOptions,
  type EngineVendorName,
  type VendorEngine,
} from "../../visibility/index.ts";
import { checkApiUrl } from "../input/check-api-url.ts";
import { oneLine, type Environment } from "../examine/finding.ts";
import { UsageError } from "../terminal/terminal.ts";

type Open = (options: EngineOptions, collaborators: EngineCollaborators) => VendorEngine;

const openers: Readonly<Record<EngineVendorName, Open>> = {
  openai: createOpenAiEngine,
  gemini: createGeminiEngine,
  perplexity: createPerplexityEngine,
  anthropic: createAnthropicEngine,
  xai: createXaiEngine,
  mistral: createMistralEngine,
  "google-overview": createGoogleOverviewEngine,
};

const vendorNames = Object.keys(openers) as EngineVendorName[];

/** The engine over the model of the environment, with our own search. */
const MODEL_ENGINE = "model";

/** What engines are opened with. */
interface EngineParts {
  readonly env: Environment;
  /** Closes their connections. */
  readonly owned: Disposer;
  readonly model: LanguageModel | undefined;
  /** Whom the model searches with; asked for only where it is an engine. */
  readonly search: () => Promise<SearchProvider | undefined>;
  readonly clock?: Clock | undefined;
}

/**
 * The engines that the environment configures; of those named, where some are.
 * @param names slugs; all that are configured when empty
 * @throws UsageError that never has a key in it: an engine that is not configured, or none
 */
export async function openEngines(
  names: readonly string[],
  parts: EngineParts,
): Promise<readonly AnswerEngine[]> {
  const known = [...vendorNames, MODEL_ENGINE];
  const engines = await configuredEngines(parts, names.length === 0 ? known : names);
  const missing = names.find((name) => !engines.some(({ slug }) => slug === name));
  if (missing !== undefined) throw new UsageError(`--engine ${missing} needs ${needsOf(missing)}`);
  if (engines.length === 0) throw new UsageError(unconfigured());
  return engines;
}

/**
 * The engines that the environment configures, of some names.
 * @throws UsageError that never has a key in it
 */
export async function configuredEngines(
  parts: EngineParts,
  names: readonly string[] = [...vendorNames, MODEL_ENGINE],
): Promise<readonly AnswerEngine[]> {
  const vendors = vendorNames.filter((name) => names.includes(name));
  const engines = vendors.flatMap((name) => openVendor(name, parts) ?? []);
  const own = names.includes(MODEL_ENGINE) ? await openOwn(parts) : undefined;
  return own === undefined ? engines : [...engines, own];
}

/** A message about an engine that names our variables where it names its options. */
export function inVariables(slug: string, message: string): string {
  if (!isVendor(slug)) return message;
  const variables = new Map([
    ["apiKey", `${stemOf(slug)}_KEY`],
    ["baseUrl", `${stemOf(slug)}_URL`],
    ["model", `${stemOf(slug)}_MODEL`],
  ]);
  return message.replace(
    /(?:the )?options? '(\w+)'(?: and '(\w+)')?/gi,
    (_, ...names: readonly (string | undefined)[]) => {
      const [one, two] = names.slice(0, 2).map((name) => variables.get(name ?? "") ?? name);
      return two === undefined ? `${one}` : `${one} and ${two}`;
    },
  );
}

function isVendor(name: string): name is EngineVendorName {
  return Object.hasOwn(openers, name);
}

function stemOf(name: EngineVendorName): string {
  return `DRAGLINE_${name.toUpperCase().replaceAll("-", "_")}`;
}

function openVendor(
  name: EngineVendorName,
  { env, owned, clock }: EngineParts,
): VendorEngine | undefined {
  const stem = stemOf(name);
  const [apiKey, baseUrl, model] = ["KEY", "URL", "MODEL"].map((end) => {
    const value = env[`${stem}_${end}`]?.trim();
    return value === "" ? undefined : value;
  });
  if (apiKey === undefined) {
    const stray = baseUrl === undefined ? model && "MODEL" : "URL";
    if (!stray) return undefined;
    throw new UsageError(`${stem}_${stray} needs ${stem}_KEY`);
  }
  if (baseUrl !== undefined) checkApiUrl(baseUrl, stem, "where its routes begin");
  try {
    return owned.add(openers[name]({ apiKey, baseUrl, model }, { clock }));
  } catch (error) {
    throw new UsageError(inVariables(name, oneLine(error)), { cause: error });
  }
}

async function openOwn({ model, search, clock }: EngineParts): Promise<AnswerEngine | undefined> {
  if (model === undefined) return undefined;
  const provider = await search();
  return provider === undefined ? undefined : createModelEngine({ model, provider, clock });
}

function needsOf(name: string): string {
  if (isVendor(name)) return `${stemOf(name)}_KEY; get a key at ${engineVendors[name].start}`;
  return "DRAGLINE_AI_URL, DRAGLINE_AI_MODEL and something to search: DRAGLINE_SEARCH, --provider or --index";
}

function unconfigured(): string {
  const lines = vendorNames.map((name) => {
    const { label, start } = engineVendors[name];
    return `  ${`${stemOf(name)}_KEY`.padEnd(28)} ${label.padEnd(18)} ${start}`;
  });
  const own = `  DRAGLINE_AI_URL, DRAGLINE_AI_MODEL and DRAGLINE_SEARCH (or --index): a model of your own`;
  return ["no answer engine is configured; set one of", ...lines, own].join("\n");
}
