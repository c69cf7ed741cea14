import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createLocalIndex } from "dragline/search/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { ConceptEmbedder } from "./concept-embedder.ts";

const url = "https://a.example/ship";
const html = "<p>The vessel leaves at noon.</p>";

/** A server in OpenAI's dialect, whose model is that of the concepts. */
async function serveEmbeddings(reply?: (response: ServerResponse) => void) {
  const requests: {
    path: string | undefined;
    key: string | undefined;
    body: { input: string[] };
  }[] = [];
  const concepts = new ConceptEmbedder();
  const server = createServer((incoming, response) => {
    let text = "";
    incoming.on("data", (chunk) => (text += String(chunk)));
    incoming.on("end", () => {
      const body = JSON.parse(text) as { input: string[] };
      requests.push({ path: incoming.url, key: incoming.headers.authorization, body });
      if (reply !== undefined) {
        reply(response);
        return;
      }
      const data = body.input.map((input, index) => ({
        object: "embedding",
        index,
        embedding: concepts.vectorOf(input),
      }));
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          object: "list",
          data,
          model: "small",
          usage: { prompt_tokens: 1, total_tokens: 1 },
        }),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const provider = createOpenAICompatible({ name: "loopback", baseURL, apiKey: "secret" });
  return { requests, embedder: provider.embeddingModel("small") };
}

describe("an index with a model of the AI SDK at a server", () => {
  it("embeds pages and queries over HTTP", async () => {
    const { requests, embedder } = await serveEmbeddings();
    await using index = createLocalIndex({ embedder }, { threads: 1 });
    expect(await index.add({ url, html })).toEqual({ passages: 1 });
    const { results, notes } = await index.search("boat");
    expect(results.map((result) => result.url)).toEqual([url]);
    expect(notes).toEqual([]);
    expect(requests).toEqual([
      {
        path: "/v1/embeddings",
        key: "Bearer secret",
        body: { model: "small", input: ["The vessel leaves at noon."], encoding_format: "float" },
      },
      {
        path: "/v1/embeddings",
        key: "Bearer secret",
        body: { model: "small", input: ["boat"], encoding_format: "float" },
      },
    ]);
  });

  it("goes on by words where the server refuses, or answers with something else", async () => {
    const replies: readonly (readonly [(response: ServerResponse) => void, RegExp])[] = [
      [
        (response) => response.writeHead(401).end('{"error":{"message":"Bad key."}}'),
        /answered 401: Bad key\.$/,
      ],
      [
        (response) => response.writeHead(200).end("<html><title>404</title></html>"),
        /answered 404: a web page/,
      ],
      [
        (response) =>
          response
            .writeHead(200, { "content-type": "application/json" })
            .end('{"data":[],"usage":{"prompt_tokens":1}}'),
        /0 vectors for 1 texts/,
      ],
    ];
    for (const [reply, words] of replies) {
      const { embedder } = await serveEmbeddings(reply);
      await using index = createLocalIndex({ embedder }, { threads: 1 });
      const { passages, notes } = await index.add({ url, html });
      expect([passages, notes?.[0]?.message]).toEqual([1, expect.stringMatching(words)]);
      expect((await index.search("vessel")).results).toHaveLength(1);
    }
  });
});
