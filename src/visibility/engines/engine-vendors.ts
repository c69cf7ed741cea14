/** An answer engine at a vendor: the table that the adapters work by. */
export interface EngineVendor {
  /** What programs call it. */
  readonly slug: string;
  /** What people call the engine. */
  readonly label: string;
  /** What people call who serves it: begins the messages. */
  readonly title: string;
  /** Its API's address. */
  readonly baseUrl: string;
  /** The model that is asked by default; empty where there is none to choose. */
  readonly model: string;
  /** Where a key is had. */
  readonly start: string;
}

/** The vendors of the adapters, with their addresses and models as they documented them in November 2026. */
export const engineVendors = Object.freeze({
  openai: Object.freeze({
    slug: "openai",
    label: "ChatGPT",
    title: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    model: "gpt-6-astra",
    start: "https://platform.openai.com/api-keys",
  }),
  gemini: Object.freeze({
    slug: "gemini",
    label: "Gemini",
    title: "Gemini",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta",
    model: "gemini-flash-latest",
    start: "https://aistudio.google.com/apikey",
  }),
  perplexity: Object.freeze({
    slug: "perplexity",
    label: "Perplexity",
    title: "Perplexity",
    baseUrl: "https://api.perplexity.ai",
    model: "sonar",
    start: "https://www.perplexity.ai/account/api/keys",
  }),
  anthropic: Object.freeze({
    slug: "anthropic",
    label: "Claude",
    title: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    model: "claude-sonnet-4-6",
    start: "https://platform.claude.com/settings/keys",
  }),
  xai: Object.freeze({
    slug: "xai",
    label: "Grok",
    title: "xAI",
    baseUrl: "https://api.x.ai/v1",
    model: "grok-4.5",
    start: "https://console.x.ai",
  }),
  mistral: Object.freeze({
    slug: "mistral",
    label: "Mistral",
    title: "Mistral",
    baseUrl: "https://api.mistral.ai/v1",
    model: "mistral-medium-latest",
    start: "https://console.mistral.ai/api-keys",
  }),
  "google-overview": Object.freeze({
    slug: "google-overview",
    label: "Google AI Overview",
    title: "SerpApi",
    baseUrl: "https://serpapi.com",
    model: "",
    start: "https://serpapi.com/manage-api-key",
  }),
} as const satisfies Readonly<Record<string, EngineVendor>>);

/** The slug of an engine at a vendor. */
export type EngineVendorName = keyof typeof engineVendors;
