import type * as Compatible from "@ai-sdk/openai-compatible";
import { CoreError, isMissingPackage, withDefaults } from "../core/index.ts";
import { AiError } from "./ai-error.ts";
import { GuardedFetch, type GuardedFetchCollaborators } from "./guarded-fetch.ts";
import type { LanguageModel, ModelAnswer, ModelCall } from "./model.ts";

/** Where a model is served, in the dialect of OpenAI's chat completions. */
export interface CompatibleModelOptions {
  /**
   * The API's address, up to `/v1`: `https://api.openai.com/v1`, `http://localhost:11434/v1`. Its
   * host may be private; nothing else is connected to.
   */
  readonly baseUrl: string;
  /** The model's name at that server. */
  readonly model: string;
  /** Sent as a bearer token; none when absent. */
  readonly apiKey?: string | undefined;
  /**
   * Whether the server takes JSON Schemas (`response_format` `json_schema`); else it is told to
   * answer in JSON, and the schema stands in the prompt.
   * @default true
   */
  readonly structuredOutputs?: boolean | undefined;
}

/** A model at a server; dispose it to close its connections. */
export interface CompatibleModel extends LanguageModel, AsyncDisposable {
  /** Whether the server is given JSON Schemas. */
  readonly supportsStructuredOutputs: boolean;
}

interface Settings {
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string;
  readonly structuredOutputs: boolean;
}

const defaults: Settings = Object.freeze({
  baseUrl: "",
  model: "",
  apiKey: "",
  structuredOutputs: true,
});

/**
 * A model that any server with OpenAI's chat completions serves: OpenAI, Ollama, llama.cpp, vLLM, LM
 * Studio, OpenRouter. The package `@ai-sdk/openai-compatible` is loaded by the first call. Requests
 * go over guarded connections to `baseUrl` alone; redirects are not followed.
 * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
 *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
 */
export function createCompatibleModel(
  options: CompatibleModelOptions,
  collaborators: GuardedFetchCollaborators = {},
): CompatibleModel {
  return new OpenAiCompatibleModel(options, collaborators);
}

class OpenAiCompatibleModel implements CompatibleModel {
  readonly specificationVersion = "v4";
  readonly provider = "openai-compatible";
  readonly modelId: string;
  readonly supportsStructuredOutputs: boolean;
  readonly #fetch: GuardedFetch;
  readonly #settings: Settings;
  #model: Promise<LanguageModel> | undefined;

  constructor(options: CompatibleModelOptions, collaborators: GuardedFetchCollaborators) {
    const complete = withDefaults(defaults, options);
    if (complete.model === "") throw namelessModel();
    this.#settings = complete;
    this.modelId = complete.model;
    this.supportsStructuredOutputs = complete.structuredOutputs;
    this.#fetch = new GuardedFetch(complete.baseUrl, collaborators);
  }

  /** @throws AiError `PACKAGE_MISSING`, `MODEL_CLOSED`; what the package throws */
  async doGenerate(call: ModelCall): Promise<ModelAnswer> {
    const model = await (this.#model ??= this.#load());
    return model.doGenerate(call);
  }

  async #load(): Promise<LanguageModel> {
    const { createOpenAICompatible } = await importPackage();
    const { baseUrl, apiKey, model, structuredOutputs } = this.#settings;
    const provider = createOpenAICompatible({
      name: this.provider,
      baseURL: baseUrl,
      supportsStructuredOutputs: structuredOutputs,
      fetch: this.#fetch.fetch,
      transformRequestBody: (body) => adjustBody(body, new URL(baseUrl).hostname),
      ...(apiKey !== "" && { apiKey }),
    });
    return provider.chatModel(model);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#fetch[Symbol.asyncDispose]();
  }
}

function namelessModel(): CoreError {
  const message = "Option 'model' must be the model's name at its server.";
  return new CoreError("INVALID_OPTION", { message, details: { option: "model" } });
}

async function importPackage(): Promise<typeof Compatible> {
  try {
    return await import("@ai-sdk/openai-compatible");
  } catch (error) {
    if (!isMissingPackage(error)) throw error;
    throw new AiError("PACKAGE_MISSING", {
      message:
        "A model needs the package '@ai-sdk/openai-compatible': npm install @ai-sdk/openai-compatible",
      cause: error,
    });
  }
}

/** The name that OpenAI itself has for the limit of an answer; servers like it know the older one. */
const OPENAI = "api.openai.com";

function adjustBody(
  body: Readonly<Record<string, unknown>>,
  host: string,
): Record<string, unknown> {
  const { max_tokens: most, response_format: format, ...rest } = body;
  return {
    ...rest,
    [host === OPENAI ? "max_completion_tokens" : "max_tokens"]: most,
    ...(format !== undefined && { response_format: withoutStrictness(format as Format) }),
  };
}

type Format = Readonly<Record<string, unknown>> & { readonly json_schema?: object };

/** OpenAI's strict mode refuses most schemas; answers are judged here. */
function withoutStrictness(format: Format): Format {
  if (format.json_schema === undefined) return format;
  return { ...format, json_schema: { ...format.json_schema, strict: false } };
}
