import { createTransport, type Transport } from "dragline/fetcher";
import { createAnthropicEngine, createGeminiEngine } from "dragline/visibility";
import { describe, expect, it } from "vitest";
import { call, chance, failureOf, hurriedClock } from "./asking.ts";
import { KEY } from "./engine-formats.ts";
import { answerJson, openEngine, serveEngine, type EngineServer } from "./engine-server.ts";

const REDIRECTOR = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";

/** A transport on which the redirector of Google's stands at the server. */
function rerouted(server: EngineServer): Transport {
  const transport = createTransport({}, { allow: ["127.0.0.1"] });
  return {
    send: (request, signal) => {
      const { url } = request;
      const isMoved = url.hostname === "vertexaisearch.cloud.google.com";
      const moved = isMoved ? new URL(url.pathname, server.origin) : url;
      return transport.send({ ...request, url: moved }, signal);
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

describe("createGeminiEngine", () => {
  it("resolves redirecting sources at once, asking the redirector alone", async () => {
    await using server = await serveEngine("gemini");
    await using transport = rerouted(server);
    const sources = ["a", "b", "lost", "odd"].map((id) => ({ url: REDIRECTOR + id, title: id }));
    server.answer = { text: "Moss grows.", sources };
    const targets: Record<string, string> = {
      a: "https://moss.example/?utm_campaign=x",
      b: `${REDIRECTOR}a`,
      odd: "javascript:alert(1)",
    };
    const speak = server.answer;
    server.always = (response, ask) => {
      const target = targets[ask.path.replace("/grounding-api-redirect/", "")];
      if (target !== undefined) answerJson(302, {}, { location: target })(response, ask);
      else if (ask.path.startsWith("/grounding")) answerJson(410, {})(response, ask);
      else answerJson(200, geminiReply(speak.sources))(response, ask);
    };
    const options = { apiKey: KEY, baseUrl: server.origin };
    await using engine = createGeminiEngine(options, { transport });
    const { answer } = await engine.ask(call());
    expect(answer.sources).toEqual([
      { url: "https://moss.example/", title: "a" },
      { url: `${REDIRECTOR}lost`, title: "lost", isRedirect: true },
      { url: `${REDIRECTOR}odd`, title: "odd", isRedirect: true },
    ]);
    const redirected = server.asks.filter(({ path }) => path.startsWith("/grounding"));
    expect(redirected.every(({ headers }) => headers["x-goog-api-key"] === undefined)).toBe(true);
  });

  it("names the chunks that support the answer, in their order", async () => {
    await using server = await serveEngine("gemini");
    const chunks = ["a", "b", "c"].map((id) => ({
      web: { uri: `https://${id}.example/`, title: id },
    }));
    const groundingSupports = [{ groundingChunkIndices: [2, 9] }, { groundingChunkIndices: [0] }];
    const metadata = { groundingChunks: chunks, groundingSupports };
    server.always = answerJson(200, {
      candidates: [
        {
          content: { parts: [{ text: "Moss." }] },
          finishReason: "STOP",
          groundingMetadata: metadata,
        },
      ],
    });
    await using engine = openEngine("gemini", server);
    const { answer } = await engine.ask(call());
    expect(answer.sources.map(({ title }) => title)).toEqual(["c", "a"]);
  });
});

function geminiReply(sources: readonly { url: string; title: string }[]): object {
  const groundingChunks = sources.map(({ url, title }) => ({ web: { uri: url, title } }));
  return {
    candidates: [
      {
        content: { parts: [{ text: "Moss grows." }] },
        finishReason: "STOP",
        groundingMetadata: { groundingChunks },
      },
    ],
  };
}

describe("createAnthropicEngine", () => {
  it("goes on after a pause, with what was said until then", async () => {
    await using server = await serveEngine("anthropic");
    const paused = [{ type: "server_tool_use", id: "s", name: "web_search", input: {} }];
    server.deeds = [
      answerJson(200, { stop_reason: "pause_turn", content: paused }),
      answerJson(200, { stop_reason: "pause_turn", content: paused }),
    ];
    await using engine = openEngine("anthropic", server, { clock: hurriedClock() });
    const { answer } = await engine.ask(call());
    expect(answer.content).toMatch(/^Moss grows/);
    const messages = server.asks[2]?.body["messages"];
    expect(messages).toEqual([
      { role: "user", content: "Where does moss grow?" },
      { role: "assistant", content: [...paused, ...paused] },
    ]);
  });

  it("dates its sources by the results, and leaves out what stands before the search", async () => {
    await using server = await serveEngine("anthropic");
    await using engine = openEngine("anthropic", server);
    const { answer } = await engine.ask(call());
    expect(answer.sources[0]?.date).toBe("2026-03-04");
    expect(answer.content).not.toContain("I'll search");
  });

  it("does not go on for ever", async () => {
    await using server = await serveEngine("anthropic");
    server.always = answerJson(200, { stop_reason: "pause_turn", content: [] });
    await using engine = openEngine("anthropic", server);
    expect((await failureOf(engine.ask(call()))).code).toBe("ENGINE_FAILED");
    expect(server.asks).toHaveLength(8);
  });

  it("refuses a limit on tokens below 1", () => {
    expect(() => createAnthropicEngine({ apiKey: KEY, maxTokens: 0 })).toThrow(/maxTokens/);
  });
});

describe("createXaiEngine", () => {
  it("names the pages that were looked at where the text cites none", async () => {
    await using server = await serveEngine("xai");
    const text = "Moss [[1]](https://a.example/) grows.";
    const content = [{ type: "output_text", text, annotations: [] }];
    const citations = ["https://a.example/", "https://b.example/", 7];
    server.always = answerJson(200, { output: [{ type: "message", content }], citations });
    await using engine = openEngine("xai", server);
    const { answer, handle } = await engine.ask(call());
    expect(answer.sources.map(({ url }) => url)).toEqual([
      "https://a.example/",
      "https://b.example/",
    ]);
    expect([answer.summary, handle]).toEqual(["Moss grows.", undefined]);
  });
});

describe("createMistralEngine", () => {
  it("takes a content that is a text", async () => {
    await using server = await serveEngine("mistral");
    const outputs = [{ type: "message.output", model: "m", content: "Moss grows." }];
    server.always = answerJson(200, { outputs });
    await using engine = openEngine("mistral", server);
    expect((await engine.ask(call())).answer.content).toBe("Moss grows.");
  });
});

describe("createGoogleOverviewEngine", () => {
  it("asks again where Google loads the overview later, and writes its blocks as Markdown", async () => {
    await using server = await serveEngine("google-overview");
    const search_metadata = { status: "Success" };
    const text_blocks = [
      { type: "paragraph", snippet: "Moss grows." },
      { type: "heading", snippet: "Where" },
      {
        type: "list",
        list: [
          { title: "Stones:", snippet: "often" },
          { snippet: "Trees", list: [{ snippet: "north" }] },
        ],
      },
      { type: "expandable", title: "More", text_blocks: [{ type: "paragraph", snippet: "Rain." }] },
    ];
    server.deeds = [
      answerJson(200, { search_metadata, ai_overview: { page_token: "tok" } }),
      answerJson(200, { search_metadata, ai_overview: { text_blocks } }),
    ];
    await using engine = openEngine("google-overview", server, { ids: chance });
    const { answer } = await engine.ask(call({ country: "de" }));
    expect(answer.content).toBe(
      "Moss grows.\n\n### Where\n\n- Stones: often\n- Trees\n  - north\n\nMore\n\nRain.",
    );
    expect(server.asks.map(({ query }) => query.get("page_token"))).toEqual([null, "tok"]);
    expect(server.asks[0]?.query.get("gl")).toBe("de");
  });

  it("says where Google shows no overview", async () => {
    await using server = await serveEngine("google-overview");
    server.always = answerJson(200, {
      search_metadata: { status: "Success" },
      organic_results: [],
    });
    await using engine = openEngine("google-overview", server);
    const failure = await failureOf(engine.ask(call()));
    expect([failure.code, failure.message]).toEqual([
      "NO_ANSWER",
      "SerpApi found no AI overview of Google for this question.",
    ]);
  });
});
