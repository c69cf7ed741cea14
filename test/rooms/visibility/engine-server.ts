import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createAnthropicEngine,
  createGeminiEngine,
  createGoogleOverviewEngine,
  createMistralEngine,
  createOpenAiEngine,
  createPerplexityEngine,
  createXaiEngine,
  type EngineCollaborators,
  type EngineVendorName,
  type VendorEngine,
} from "dragline/visibility";
import { formats, KEY, type SeenAsk, type ToldAnswer } from "./engine-formats.ts";

/** What the server does with a request. */
export type Deed = (response: ServerResponse, ask: SeenAsk) => void;

/** A server that speaks one vendor's documented format. */
export interface EngineServer extends AsyncDisposable {
  readonly origin: string;
  readonly asks: SeenAsk[];
  answer: ToldAnswer;
  /** How often a job is still under way when it is looked at. */
  looks: number;
  /** What it does with the next requests, one each; then it answers. */
  deeds: Deed[];
  /** What it does with every request. */
  always: Deed | undefined;
  /** Resolves when there have been so many requests. */
  asked(count: number): Promise<void>;
}

/** The answer of the server by default. */
export const mossAnswer: ToldAnswer = {
  text: "Moss grows on **stones** [1]. It needs 3 to 5 hours of light.",
  sources: [
    { url: "https://moss.example/stones?utm_source=openai&id=7", title: "Moss on stones" },
    { url: "https://fern.example/", title: "Fern" },
    { url: "https://moss.example/stones?id=7", title: "Moss again" },
    { url: "javascript:alert(1)", title: "No page" },
  ],
};

/** Starts a server for a vendor. */
export async function serveEngine(name: EngineVendorName): Promise<EngineServer> {
  const asks: SeenAsk[] = [];
  let waiting: (() => void)[] = [];
  const http = createServer((request, response) => {
    response.on("error", () => undefined);
    void readAsk(request).then((ask) => {
      asks.push(ask);
      for (const wake of waiting.splice(0)) wake();
      (server.always ?? server.deeds.shift() ?? speak(name, server))(response, ask);
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const server: EngineServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    asks,
    answer: mossAnswer,
    looks: 0,
    deeds: [],
    always: undefined,
    async asked(count) {
      while (asks.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      waiting = [];
    },
  };
  return server;
}

async function readAsk(request: IncomingMessage): Promise<SeenAsk> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  const url = new URL(request.url ?? "/", "http://server");
  return {
    method: request.method ?? "",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body: JSON.parse(text || "{}") as SeenAsk["body"],
  };
}

function speak(name: EngineVendorName, server: EngineServer): Deed {
  const { path, isJob, key, answer } = formats[name];
  return (response, ask) => {
    if (key(ask) !== KEY) return answerJson(401, { error: { message: KEY } })(response, ask);
    if (ask.path !== path && ask.path !== `${path}/resp_1`) {
      return answerJson(404, { error: { message: "not found" } })(response, ask);
    }
    const isLook = ask.path !== path;
    const isUnderWay = isJob && (!isLook || server.looks-- > 0);
    if (!isUnderWay) return answerJson(200, answer(server.answer))(response, ask);
    const status = name === "openai" ? "in_progress" : "IN_PROGRESS";
    return answerJson(200, { id: "resp_1", status, output: [] })(response, ask);
  };
}

/** An answer in JSON. */
export function answerJson(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Deed {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(value));
  };
}

const makers: Readonly<
  Record<
    EngineVendorName,
    (
      options: { readonly apiKey: string; readonly baseUrl: string },
      parts: EngineCollaborators,
    ) => VendorEngine
  >
> = {
  openai: createOpenAiEngine,
  gemini: createGeminiEngine,
  perplexity: createPerplexityEngine,
  anthropic: createAnthropicEngine,
  xai: createXaiEngine,
  mistral: createMistralEngine,
  "google-overview": createGoogleOverviewEngine,
};

/** The engine of a vendor at the server. */
export function openEngine(
  name: EngineVendorName,
  { origin }: Pick<EngineServer, "origin">,
  { apiKey = KEY, ...parts }: EngineCollaborators & { readonly apiKey?: string } = {},
): VendorEngine {
  return makers[name]({ apiKey, baseUrl: origin }, parts);
}
