import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { completion, failure, serveChat } from "../ai/chat-server.ts";
import { run } from "./run.ts";

const sentence = "The harbour of Quay has been dredged every spring since the year 1902.";
const page = `<!doctype html><html lang="en"><title>Quay</title><main><h1>Quay</h1><p>${sentence}
  Ships of up to nine metres draught come in at high water, and leave with the tide.</p></main>`;

const allow = ["--allow-host", "127.0.0.1"];

function modelOf(baseUrl: string): Record<string, string> {
  return { DRAGLINE_AI_URL: baseUrl, DRAGLINE_AI_MODEL: "tiny" };
}

describe("dragline scrape --summary", () => {
  it("prints sentences of the page, and says that they are", async () => {
    await using site = await createSite({ "/": page });
    const { code, stdout, stderr } = await run(["scrape", site.url("/"), "--summary", ...allow]);
    expect([code, stderr]).toEqual([0, "summary: quotes sentences of the page\n"]);
    expect(stdout).toContain(sentence);
    expect(stdout).not.toContain("---");
  });

  it("prints a model's words, and says whose they are", async () => {
    await using site = await createSite({ "/": page });
    const content = JSON.stringify({ summary: "A harbour \u001b[31mis dredged." });
    await using chat = await serveChat(completion({ content }));
    const argv = ["scrape", site.url("/"), "--summary", ...allow];
    const { code, stdout, stderr } = await run(argv, { env: modelOf(chat.baseUrl) });
    expect([code, stdout]).toEqual([0, "A harbour \u001b[31mis dredged.\n"]);
    expect(stderr).toBe(
      "summary: written by tiny, 100 tokens read, 20 written\nwarning: Sentences of the summary that pass the rules but that no model compared with the page's words: 1.\n",
    );
  });

  it("leaves out what the page speaks against, and says so", async () => {
    await using site = await createSite({ "/": page });
    const summary = `${sentence} It has been dredged every autumn since the year 1920.`;
    await using chat = await serveChat(completion({ content: JSON.stringify({ summary }) }));
    const argv = ["scrape", site.url("/"), "--summary", ...allow];
    const { code, stdout, stderr } = await run(argv, { env: modelOf(chat.baseUrl) });
    expect([code, stdout]).toEqual([0, `${sentence}\n`]);
    expect(stderr).toContain(
      "warning: Sentences of the model's summary that the page does not support, left out: 1.\n",
    );
  });

  it("prints sentences of the page when the model fails, and says so", async () => {
    await using site = await createSite({ "/": page });
    await using chat = await serveChat(failure(400));
    const argv = ["scrape", site.url("/"), "--summary", ...allow];
    const { code, stdout, stderr } = await run(argv, { env: modelOf(chat.baseUrl) });
    expect([code, stdout]).toEqual([0, expect.stringContaining(sentence)]);
    expect(stderr).toContain(
      "warning: the model wrote no summary: The model's server answered 400",
    );
    expect(stderr).toContain("summary: quotes sentences of the page\n");
  });

  it("goes behind the formats of --format, and into --json without the html", async () => {
    await using site = await createSite({ "/": page });
    const argv = ["scrape", site.url("/"), "--summary", "--format", "markdown", ...allow];
    const { stdout } = await run(argv);
    expect(stdout).toMatch(/^--- markdown ---\n[^]*\n--- summary ---\n/);
    const json = JSON.parse((await run([...argv, "--json"])).stdout) as Record<string, unknown>;
    expect(json).toMatchObject({ summary: { source: "extractive" }, markdown: expect.any(String) });
    expect(json).not.toHaveProperty("html");
  });

  it("says that a page has no sentences", async () => {
    await using site = await createSite({ "/": "<title>None</title><main><h1>Quay</h1></main>" });
    const { code, stdout, stderr } = await run(["scrape", site.url("/"), "--summary", ...allow]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("warning: the page has no sentences\n");
  });

  it("refuses wrong variables before the page is fetched", async () => {
    const env = { DRAGLINE_AI_MODEL: "tiny" };
    const { code, stderr } = await run(["scrape", "http://127.0.0.1:1/", "--summary"], { env });
    expect([code, stderr]).toEqual([
      2,
      "dragline: DRAGLINE_AI_MODEL needs DRAGLINE_AI_URL, the address of the model's API\n",
    ]);
  });
});
