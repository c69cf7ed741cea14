import { describe, expect, it } from "vitest";
import { completion, failure, serveChat } from "../ai/chat-server.ts";
import { run } from "./run.ts";

const bare = { PATH: "/none", PUPPETEER_CACHE_DIR: "/none" };

async function doctor(env: Record<string, string>) {
  const { code, stdout } = await run(["doctor"], { env: { ...bare, ...env } });
  const line = stdout.split("\n").find((each) => /^\w+ +Model/.test(each)) ?? "";
  return { code, line };
}

/** Nothing listens there any more. */
async function closedServer(): Promise<{ readonly baseUrl: string }> {
  await using chat = await serveChat(failure(500));
  return { baseUrl: chat.baseUrl };
}

function modelOf(baseUrl: string): Record<string, string> {
  return {
    DRAGLINE_AI_URL: baseUrl,
    DRAGLINE_AI_MODEL: "tiny",
    DRAGLINE_AI_KEY: "sk-secret-key",
  };
}

describe("dragline doctor with a model", () => {
  it("says which model answers, and where", async () => {
    await using chat = await serveChat(completion({ content: '{"colour": "green"}' }));
    const { code, line } = await doctor(modelOf(chat.baseUrl));
    const { host } = new URL(chat.baseUrl);
    expect([code, line]).toEqual([
      0,
      `found    Model       tiny at ${host} answers as its schema requires; 120 tokens`,
    ]);
    expect(chat.requests.length).toBe(1);
  });

  it("is content without one, and says what works all the same", async () => {
    const { code, line } = await doctor({});
    expect(code).toBe(0);
    expect(line).toMatch(/^missing .*everything else works without it; set DRAGLINE_AI_URL/);
  });

  it("fails for one that cannot be reached", async () => {
    const { baseUrl } = await closedServer();
    const { code, line } = await doctor(modelOf(baseUrl));
    expect(code).toBe(1);
    expect(line).toMatch(/^failed {3}Model .*could not be reached.*ECONNREFUSED/);
  });

  it("fails for one that does not know the model, without showing the key", async () => {
    await using chat = await serveChat((response, { authorization }) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: `no tiny for ${authorization}` } }));
    });
    const { code, line } = await doctor(modelOf(chat.baseUrl));
    expect(code).toBe(1);
    expect(line).toContain("answered 404: no tiny for Bearer …");
  });

  it("asks one that is overloaded once", async () => {
    await using chat = await serveChat(failure(503));
    expect((await doctor(modelOf(chat.baseUrl))).code).toBe(1);
    expect(chat.requests.length).toBe(1);
  });

  it("fails for one whose answers do not match", async () => {
    await using chat = await serveChat(completion({ content: '{"colour": "grass"}' }));
    const { code, line } = await doctor(modelOf(chat.baseUrl));
    expect(code).toBe(1);
    expect(line).toMatch(/^failed {3}Model +tiny at .* answers, but not as its schema requires: /);
  });

  it("fails for variables that do not go together", async () => {
    const { code, line } = await doctor({ DRAGLINE_AI_URL: "http://127.0.0.1:1/v1" });
    expect([code, line]).toEqual([1, expect.stringContaining("needs DRAGLINE_AI_MODEL")]);
  });
});
