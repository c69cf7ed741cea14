import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that the server had. */
export interface ChatRequest {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly max_tokens: number;
    readonly response_format: {
      readonly type: string;
      readonly json_schema?: { readonly schema: unknown; readonly strict: boolean };
    };
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  };
}

export type ChatReply = (response: ServerResponse, request: ChatRequest) => void;

export interface ChatServer extends AsyncDisposable {
  readonly baseUrl: string;
  readonly requests: ChatRequest[];
}

/** A server on loopback that speaks the wire format of chat completions, the last reply again. */
export async function serveChat(...replies: readonly ChatReply[]): Promise<ChatServer> {
  const requests: ChatRequest[] = [];
  const server = createServer((incoming, response) => {
    void readBody(incoming).then((text) => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      const { authorization } = incoming.headers;
      const body = JSON.parse(text || "{}") as ChatRequest["body"];
      const request = { path: incoming.url, authorization, body };
      requests.push(request);
      reply?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(incoming: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

/** A completion with a message and how it ended. */
export function completion(message: object, finish = "stop"): ChatReply {
  return (response) => {
    response.setHeader("content-type", "application/json");
    response.end(completionText(message, finish));
  };
}

export function completionText(message: object, finish = "stop"): string {
  return JSON.stringify({
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "any",
    choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

/** A status with headers, and a body that tells the error. */
export function failure(status: number, headers: Record<string, string> = {}): ChatReply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify({ error: { message: `status ${status}`, type: "test" } }));
  };
}
