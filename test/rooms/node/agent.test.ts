import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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

  it.skipIf(path === undefined)(
    `${browserTitle("saves a task in Chromium", path)}, and does it again without a model`,
    async () => {
      await using site = await createSite({
        "*": (request, response) => {
          const name = new URL(request.url ?? "/", "http://localhost").searchParams.get("w");
          response.setHeader("content-type", "text/html");
          response.end(
            name === null
              ? "<title>Door</title><form><label>Name <input name=w></label></form>"
              : `<title>In</title><dl><dt>Guest<dd>${name}<dt>Room<dd>${name.length}</dl>`,
          );
        },
      });
      const schema = { type: "object", properties: { room: { type: "integer" } } };
      await using folder = await mkdtempDisposable(join(tmpdir(), "dragline-agent-"));
      const [file, shape] = [join(folder.path, "task.json"), join(folder.path, "schema.json")];
      await writeFile(shape, JSON.stringify(schema));
      await using server = await serveChat(
        ...calling(
          (told) => ["fill", { ref: field(told), text: "Ann" }],
          () => ["press", { key: "Enter" }],
          () => ["done", { result: { room: 3 } }],
        ),
      );
      const env = { DRAGLINE_AI_URL: server.baseUrl, DRAGLINE_AI_MODEL: "any" };
      const local = ["--allow-host", "127.0.0.1"];
      const task = ["agent", "Which room has {{guest}}?", "--url", site.url("/"), ...local];
      const saving = ["--param", "guest=Ann", "--schema", shape, "--save", file];
      const once = await run([...task, ...saving], { env });
      expect([once.code, once.stdout]).toEqual([0, '{\n  "room": 3\n}\n']);
      expect(JSON.stringify(server.requests)).toContain("Which room has Ann?");
      expect(once.stderr).toContain(`Saved 2 steps to ${file}.`);
      const again = ["agent", "run", file, ...local];
      const done = await run([...again, "--param", "guest=Johanna", "--json"], { env: {} });
      expect([done.code, JSON.parse(done.stdout)]).toMatchObject([0, { result: { room: 7 } }]);
      expect(done.stderr).toContain("2 steps, 0 model answers");
      expect(server.requests).toHaveLength(3);
      for (const [flags, said] of [
        [["--param", "ship=1"], "no parameter 'ship'"],
        [["--url", "http://a.test/"], "'run' does not take --url"],
        [["--heal"], "--heal needs a model"],
      ] as const) {
        const refused = await run([...again, ...flags], { env: {} });
        expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(said)]);
      }
    },
    60_000,
  );

  it.each([
    [["agent", "run", "none.json"], "cannot read none.json"],
    [["agent"], "expected a task"],
    [["agent", "Go."], "--url is required"],
    [["agent", "Go.", "--url", "http://a.test/"], "DRAGLINE_AI_URL"],
    [["agent", "Go.", "--url", "file:///etc/passwd"], "http or https URL"],
    [["agent", "Go.", "--url", "http://a.test/", "--secret", "a"], "--secret takes NAME=VALUE"],
    [
      ["agent", "Go.", "--url", "http://a.test/", "--secret", "a=NONE"],
      "the environment variable is not set",
    ],
    [["agent", "Go.", "--url", "http://a.test/", "--max-steps", "x"], "--max-steps takes a whole"],
  ])("refuses %j", async (args, said) => {
    const { code, stderr } = await run(args, { env: {} });
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
