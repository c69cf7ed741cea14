import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type SiteRoute } from "dragline/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { completion, serveChat } from "../ai/chat-server.ts";
import { run } from "./run.ts";

let top = "";
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "dragline-monitor-model-"));
});
afterEach(() => rm(top, { recursive: true, force: true }));

function monitor(args: readonly string[], env: Record<string, string> = {}) {
  return run(["monitor", ...args, "--data", join(top, "monitors")], { env });
}

function modelOf(baseUrl: string): Record<string, string> {
  return { DRAGLINE_AI_URL: baseUrl, DRAGLINE_AI_MODEL: "tiny" };
}

const local = ["--allow-host", "127.0.0.1"];

/** A page that each visit finds as the last text has it. */
function changing(...texts: readonly string[]): SiteRoute {
  let visits = 0;
  return (_, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<title>News</title><p>${texts[Math.min(visits++, texts.length - 1)]}`);
  };
}

async function schemaFile(): Promise<string> {
  const file = join(top, "schema.json");
  await writeFile(
    file,
    JSON.stringify({ type: "object", properties: { glass: { type: "string" } } }),
  );
  return file;
}

describe("dragline monitor with a model", () => {
  it("watches the values of a schema that the model finds on the page", async () => {
    await using site = await createSite({ "/": "<title>Lamp</title><p>Blown of opal in Murano." });
    await using chat = await serveChat(completion({ content: '{"glass": "opal"}' }));
    const argv = ["add", site.url("/"), "--schema", await schemaFile(), ...local];
    const { code, stderr } = await monitor(argv, modelOf(chat.baseUrl));
    expect([code, stderr]).toEqual([0, expect.stringContaining('  | glass: "opal"\n')]);
    expect(chat.requests.length).toBe(1);
  });

  it("says that such a page takes a model, and watches nothing, without one", async () => {
    await using site = await createSite({ "/": "<title>Lamp</title><p>Blown of opal in Murano." });
    const argv = ["add", site.url("/"), "--schema", await schemaFile(), ...local];
    const { code, stderr } = await monitor(argv);
    expect([code, stderr]).toEqual([1, expect.stringContaining("it is not watched")]);
  });

  it("prints the model's summary of a change", async () => {
    await using site = await createSite({
      "/": changing("The quay is open.", "The quay is shut."),
    });
    const meaningful = [{ description: "The quay shut", before: "open", after: "shut" }];
    const content = JSON.stringify({ summary: "The quay\u009b shut.", meaningful });
    await using chat = await serveChat(completion({ content }));
    const env = modelOf(chat.baseUrl);
    await monitor(["add", site.url("/"), "--ai", "--goal", "is it open", ...local], env);
    const { code, stdout } = await monitor(["check"], env);
    expect([code, stdout]).toEqual([0, expect.stringContaining("\n  The quay\\u009b shut.\n")]);
    expect(JSON.stringify(chat.requests[0]?.body.messages)).toContain("is it open");
  });

  it.each([
    [["--goal", "x"], "--goal needs --ai"],
    [["--schema", "package.json", "--field", "a=b"], "--field and --schema cannot be combined"],
    [["--schema", "package.json", "--site"], "--site and --schema cannot be combined"],
    [["--schema", "/none.json"], "cannot read /none.json: it does not exist"],
  ])("refuses %j", async (flags, said) => {
    const { code, stderr } = await monitor(["add", "a.test", ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("refuses variables that do not go together", async () => {
    const { code, stderr } = await monitor(["add", "a.test"], { DRAGLINE_AI_MODEL: "tiny" });
    expect([code, stderr]).toEqual([2, expect.stringContaining("needs DRAGLINE_AI_URL")]);
  });
});
