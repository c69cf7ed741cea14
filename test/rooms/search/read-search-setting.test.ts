import { readSearchSetting } from "dragline/search";
import { describe, expect, it } from "vitest";
import { answerJson, serveVendors } from "./providers/vendor-server.ts";

const call = { query: "moss", limit: 5, signal: new AbortController().signal };

const names = (text: string): string[] => readSearchSetting(text).providers.map(({ name }) => name);

describe("readSearchSetting", () => {
  it("reads every vendor, in their order", () => {
    const text =
      "searxng:http://localhost:8888, brave:K1,tavily:K2 ,exa:K3,serper:K4,perplexity:K5,Kagi: K6,";
    expect(names(text)).toEqual([
      "searxng",
      "brave",
      "tavily",
      "exa",
      "serper",
      "perplexity",
      "kagi",
    ]);
  });

  it("reads nothing of nothing", () => {
    for (const text of ["", " , ", "merge:"]) expect(names(text)).toEqual([]);
  });

  it("reads merge: as merged, and else in turn", () => {
    expect(readSearchSetting(" merge:brave:K,exa:K").mode).toBe("merged");
    expect(readSearchSetting("brave:K").mode).toBe("in-turn");
  });

  it("takes a comma that no name follows for a part of the value", async () => {
    await using server = await serveVendors();
    server.always = answerJson(200, { results: [] });
    const { providers } = readSearchSetting(`searxng:${server.origin}/a,b/c,http:d,brave:K,1,2`);
    expect(providers.map(({ name }) => name)).toEqual(["searxng", "brave"]);
    await providers[0]?.search(call);
    expect(server.asks[0]?.path).toBe("/a,b/c,http:d/search");
    for (const provider of providers) await provider[Symbol.asyncDispose]();
  });

  it("refuses unknown vendors and names the known ones", () => {
    expect(() => readSearchSetting("brave:K,google:S3CRET-KEY")).toThrow(
      "Expected the name of a search vendor (searxng, brave, tavily, exa, serper, perplexity, kagi) before a colon; got 'google'.",
    );
  });

  it.each(["brave", "brave:", "searxng", "searxng: "])("says what is missing of '%s'", (text) => {
    expect(() => readSearchSetting(text)).toThrow(/needs (?:a key: brave:KEY|the address of an)/);
  });

  it.each([
    "S3CRET",
    "S3CRET-S3CRET-S3CRET:x",
    "google:S3CRET",
    ":S3CRET",
    "brave:S3CRET S3CRET",
    "searxng:S3CRET",
    "searxng:http://u:S3CRET@localhost",
    "searxng:http://localhost/?S3CRET",
    "kagi:S3CRÈT",
  ])("refuses '%s' and keeps the secret", (text) => {
    let message = "";
    try {
      readSearchSetting(text);
    } catch (error) {
      message = String(error);
    }
    expect(message).not.toBe("");
    expect(message).not.toMatch(/S3CR[EÈ]T/);
  });
});
