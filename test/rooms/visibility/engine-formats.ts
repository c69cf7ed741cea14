import type { IncomingHttpHeaders } from "node:http";
import type { EngineVendorName } from "dragline/visibility";

/** The key that the server takes. */
export const KEY = "key-4d9b1f0c7a52-secret";

/** A request that the server has seen. */
export interface SeenAsk {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An answer that an engine is to give. */
export interface ToldAnswer {
  readonly text: string;
  readonly sources: readonly { readonly url: string; readonly title: string }[];
}

/** How a vendor documents its API. */
export interface EngineFormat {
  /** The path of a question, behind the base address. */
  readonly path: string;
  /** Whether a question becomes a job, whose answer is asked for below the path. */
  readonly isJob: boolean;
  readonly key: (ask: SeenAsk) => unknown;
  readonly answer: (told: ToldAnswer) => object;
  /** How it says that it refuses; absent where it says so in words alone. */
  readonly refusal?: object;
  /** How it says that the answer was cut off. */
  readonly cut?: object;
}

const bearer = ({ headers }: SeenAsk): unknown => headers.authorization?.replace(/^Bearer /, "");

function responses({ text, sources }: ToldAnswer): object {
  const annotations = sources.map(({ url, title }) => ({
    type: "url_citation",
    start_index: 0,
    end_index: text.length,
    url,
    title,
  }));
  return {
    id: "resp_1",
    object: "response",
    status: "completed",
    model: "model-of-the-day",
    output: [
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search" } },
      {
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text, annotations }],
      },
    ],
  };
}

const refusedResponse = {
  id: "resp_1",
  status: "completed",
  model: "model-of-the-day",
  output: [{ type: "message", content: [{ type: "refusal", refusal: "I can't help with that." }] }],
};
const cutResponse = {
  id: "resp_1",
  status: "incomplete",
  incomplete_details: { reason: "max_output_tokens" },
  output: [],
};

function completion({ text, sources }: ToldAnswer, end = "stop"): object {
  return {
    id: "c_1",
    model: "model-of-the-day",
    citations: sources.map(({ url }) => url),
    search_results: sources.map(({ url, title }) => ({ url, title, date: "2026-03-04" })),
    choices: [{ index: 0, finish_reason: end, message: { role: "assistant", content: text } }],
  };
}

const nothing = { text: "", sources: [] };

/** The vendors' formats. */
export const formats: Readonly<Record<EngineVendorName, EngineFormat>> = {
  openai: {
    path: "/responses",
    isJob: true,
    key: bearer,
    answer: responses,
    refusal: refusedResponse,
    cut: cutResponse,
  },
  xai: {
    path: "/responses",
    isJob: false,
    key: bearer,
    answer: responses,
    refusal: refusedResponse,
    cut: cutResponse,
  },
  gemini: {
    path: "/models/gemini-flash-latest:generateContent",
    isJob: false,
    key: ({ headers }) => headers["x-goog-api-key"],
    answer: ({ text, sources }) => ({
      candidates: [
        {
          content: { role: "model", parts: [{ text: "Let me see.", thought: true }, { text }] },
          finishReason: "STOP",
          groundingMetadata: {
            webSearchQueries: ["moss"],
            groundingChunks: sources.map(({ url, title }) => ({ web: { uri: url, title } })),
            groundingSupports: sources.map((_, index) => ({
              segment: { startIndex: 0, endIndex: 4, text: text.slice(0, 4) },
              groundingChunkIndices: [index],
            })),
          },
        },
      ],
      modelVersion: "model-of-the-day",
    }),
    refusal: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } },
    cut: { candidates: [{ content: { parts: [{ text: "Half" }] }, finishReason: "MAX_TOKENS" }] },
  },
  perplexity: {
    path: "/v1/async/sonar",
    isJob: true,
    key: bearer,
    answer: (told) => ({ id: "resp_1", status: "COMPLETED", response: completion(told) }),
    refusal: {
      id: "resp_1",
      status: "COMPLETED",
      response: completion(nothing, "content_filter"),
    },
    cut: { id: "resp_1", status: "COMPLETED", response: completion(nothing, "length") },
  },
  anthropic: {
    path: "/messages",
    isJob: false,
    key: ({ headers }) => headers["x-api-key"],
    answer: ({ text, sources }) => ({
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "model-of-the-day",
      stop_reason: "end_turn",
      content: [
        { type: "text", text: "I'll search for that." },
        { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "moss" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "srv_1",
          content: sources.map(({ url, title }) => ({
            type: "web_search_result",
            url,
            title,
            encrypted_content: "x",
            page_age: "March 4, 2026",
          })),
        },
        {
          type: "text",
          text,
          citations: sources.map(({ url, title }) => ({
            type: "web_search_result_location",
            url,
            title,
            encrypted_index: "x",
            cited_text: "moss",
          })),
        },
      ],
    }),
    refusal: { model: "m", stop_reason: "refusal", content: [] },
    cut: { model: "m", stop_reason: "max_tokens", content: [{ type: "text", text: "Half" }] },
  },
  mistral: {
    path: "/conversations",
    isJob: false,
    key: bearer,
    answer: ({ text, sources }) => ({
      object: "conversation.response",
      conversation_id: "conv_1",
      outputs: [
        { type: "tool.execution", name: "web_search", id: "t_1" },
        {
          type: "message.output",
          role: "assistant",
          model: "model-of-the-day",
          content: [
            { type: "text", text },
            ...sources.map(({ url, title }) => ({
              type: "tool_reference",
              tool: "web_search",
              url,
              title,
              source: "brave",
            })),
          ],
        },
      ],
    }),
  },
  "google-overview": {
    path: "/search.json",
    isJob: false,
    key: ({ query }) => query.get("api_key"),
    answer: ({ text, sources }) => ({
      search_metadata: { status: "Success" },
      ai_overview: {
        text_blocks: text === "" ? [] : [{ type: "paragraph", snippet: text }],
        references: sources.map(({ url, title }, index) => ({ index, link: url, title })),
      },
    }),
  },
};

/** Every vendor. */
export const vendorNames = Object.keys(formats) as EngineVendorName[];
