import type { Row } from "./help-page.ts";

/** Variables of a language model. */
export const modelVariables: readonly Row[] = [
  [
    "DRAGLINE_AI_URL",
    "the address of a model's API in OpenAI's format, up to /v1: https://api.openai.com/v1, or http://localhost:11434/v1 for Ollama; needs the package @ai-sdk/openai-compatible",
  ],
  ["DRAGLINE_AI_MODEL", "the name of the model at that address"],
  ["DRAGLINE_AI_KEY", "the API key, where the address asks for one"],
];

/** The variable of search providers. */
export const searchVariables: readonly Row[] = [
  [
    "DRAGLINE_SEARCH",
    "where to search: searxng:http://localhost:8888, brave:KEY, tavily:KEY, exa:KEY, serper:KEY, perplexity:KEY or kagi:KEY; several with commas. Each is asked when those before it fail, or all at once if the list begins with merge:",
  ],
];

/** Variables of answer engines. */
export const engineVariables: readonly Row[] = [
  ["DRAGLINE_OPENAI_KEY", "ChatGPT"],
  ["DRAGLINE_GEMINI_KEY", "Gemini"],
  ["DRAGLINE_PERPLEXITY_KEY", "Perplexity"],
  ["DRAGLINE_ANTHROPIC_KEY", "Claude"],
  ["DRAGLINE_XAI_KEY", "Grok"],
  ["DRAGLINE_MISTRAL_KEY", "Mistral"],
  ["DRAGLINE_GOOGLE_OVERVIEW_KEY", "Google AI Overview"],
  ["…_URL, …_MODEL", "in place of …_KEY: another address of that API, another model there"],
];
