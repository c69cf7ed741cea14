import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { completionText, serveChat, type ChatReply } from "../ai/chat-server.ts";
import { run } from "./run.ts";

const path = await chromiumPath();

/** A model that calls one tool after the other, by what it was told last. */
function calling(...steps: readonly ((told: string) => readonly [string, object])[]): ChatReply[] {
  return steps.map((step, index) => (response, { body }) => {
    const [name, input] = step(String(body.messages.at(-1)?.content));
    const call = { id: `k${index}`, type: "function" };
    const tool_calls = [{ ...call, function: { name, arguments: JSON.stringify(input) } }];
    response.setHeader("content-type", "application/json");
    response.end(completionText({ content: `Step ${index}.`, tool_calls }, "tool_calls"));
  });
}

const field = (told: string): string => /textbox.*\[ref=(e\d+)\]/.exec(told)?.[1] ?? "e0";

describe("dragline agent", () => {
  it.skipIf(path === undefined)(
    `${browserTitle("does a task in Chromium", path)}: steps on stderr, the result on stdout`,
    async () => {
      const seen: (string | undefined)[] = [];
      await using site = await createSite({
        "/": '<title>Door</title><form action="/in"><label>Word <input name=w></label></form>',
        "/in": (request, response) => {
          seen.push(request.url);
          response.setHeader("content-type", "text/html");
          response.end("<title>In</title><h1>Welcome, Ann</h1>");
        },
      });
      await using server = await serveChat(
        ...calling(
          (told) => ["fill", { ref: field(told), text: "{{secret.word}}" }],
          () => ["press", { key: "Enter" }],
          (told) => ["done", { result: /Welcome, \w+/.exec(told)?.[0] ?? "none" }],
        ),
      );
      const env = {
        DRAGLINE_AI_URL: server.baseUrl,
        DRAGLINE_AI_MODEL: "any",
        WORD: "open-sesame-7",
      };
      const args = ["agent", "Who is welcome?", "--url", site.url("/"), "--secret", "word=WORD"];
      const { code, stdout, stderr } = await run([...args, "--allow-host", "127.0.0.1"], { env });
      expect([code, stdout]).toEqual([0, "Welcome, Ann\n"]);
      expect(seen).toEqual(["/in?w=open-sesame-7"]);
      expect(stderr).toContain('fill {"ref":"e');
      expect(stderr).toContain("3 steps, 3 answers");
      expect(stderr + JSON.stringify(server.requests)).not.toContain("open-sesame-7");
    },
    60_000,
  );

  it.each([
    [["agent"], "expected a task"],
    [["agent", "Go."], "--url says"],
    [["agent", "Go.", "--url", "http://a.test/"], "DRAGLINE_AI_URL"],
    [["agent", "Go.", "--url", "file:///etc/passwd"], "http or https URL"],
    [["agent", "Go.", "--url", "http://a.test/", "--secret", "a"], "--secret takes NAME=VALUE"],
    [["agent", "Go.", "--url", "http://a.test/", "--secret", "a=NONE"], "no variable of that name"],
    [["agent", "Go.", "--url", "http://a.test/", "--max-steps", "x"], "--max-steps takes a whole"],
  ])("refuses %j", async (args, said) => {
    const { code, stderr } = await run(args, { env: {} });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
