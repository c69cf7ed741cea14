import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KEY } from "../../visibility/engine-formats.ts";
import { answerJson } from "../../visibility/engine-server.ts";
import { run } from "../run.ts";
import { openRig, query, said, serveJudge } from "./rig.ts";

const watched = ["--name", "Acme", "--name", "Globex|Globex Inc", "--domain", "acme.example"];

describe("dragline visibility", () => {
  it("shows each answer with its sources, and who is named and cited", async () => {
    await using rig = await openRig("xai", "mistral");
    const { code, stdout, stderr } = await rig.ask("--country", "DE", ...watched);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^Grok · model-of-the-day · \d+\.\d s\n {2}The Orlen tower is 330 metres tall\. Acme built it\.\n {3}1 https:\/\/tower\.example\/ {2}The tower\n {3}2 https:\/\/acme\.example\/\n$/m,
    );
    expect(stdout).toContain(
      "Who agrees with whom\n  A Grok     answered\n  B Mistral  answered\n",
    );
    expect(stdout).toContain(
      [
        "Named           answers  share  place   A  B",
        "  Acme           2 of 2  100 %    1.5   1  2",
        "  Globex         1 of 2   50 %      1   -  1",
        "",
        "Cited           answers  share  place   A  B",
        "  acme.example   1 of 2   50 %      2   2  -",
        "",
        "Cited hosts",
        "  tower.example  2 of 2",
        "  acme.example   1 of 2",
        "",
      ].join("\n"),
    );
    expect(stderr).toContain("asking Grok, Mistral\n");
    expect(stderr).toContain("not compared: there is no model (DRAGLINE_AI_URL)");
    expect(JSON.stringify(rig.servers.mistral.asks[0]?.body)).toContain("code DE");
    expect(rig.servers.gemini.asks).toEqual([]);
    expect(existsSync("dragline-visibility")).toBe(false);
  });

  it("says who stands alone, claim by claim, where there is a model, in 80 columns", async () => {
    await using rig = await openRig("xai", "mistral", "gemini");
    await using _judge = await serveJudge(rig.env);
    const { code, stdout, stderr } = await rig.ask(...watched);
    expect([code, stderr]).toEqual([0, "asking Gemini, Grok, Mistral\n"]);
    expect(stdout).toContain(
      "  A Gemini   outlier: no other engine agrees\n  B Grok     consensus\n  C Mistral  consensus\n",
    );
    expect(stdout).toContain(
      [
        "Claims",
        "  A B C  ● says it, + agrees, x contradicts, · says nothing",
        "  x ● +  The Orlen tower is 330 metres tall.",
        "         A: “The Orlen tower is 412 metres tall.”",
        "  ● x x  The Orlen tower is 412 metres tall.",
        "         B: “The Orlen tower is 330 metres tall.”",
        "         C: “The Orlen tower is 330 metres tall.”",
        "  … 1 repeated: --json",
        "",
      ].join("\n"),
    );
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  }, 60_000);

  it("writes a synthesis when it is asked to, without what does not hold, and tells", async () => {
    await using rig = await openRig("xai", "mistral");
    await using _judge = await serveJudge(rig.env);
    expect((await rig.ask()).stdout).not.toContain("In short");
    const { stdout, stderr } = await rig.ask("--synthesis");
    expect(stdout).toContain(
      "In short\n  - The Orlen tower is 330 metres tall. [1] A\n   1 https://tower.example/\n",
    );
    expect(stderr).toContain("note: synthesis: Sentences of the model's synthesis that no source");
    rig.servers.xai.answer = { text: "Moss grows.", sources: said.xai.sources };
    rig.servers.mistral.always = answerJson(401, {});
    const none = await rig.ask("--synthesis");
    expect(none.stdout).toContain("In short\n  no sentence passed the checks; the notes say why\n");
    expect(stderr).toContain("note: synthesis: Pages that no answer saying the sentence gave");
  }, 60_000);

  it.each([
    [401, "configure a valid one as DRAGLINE_MISTRAL_KEY; get one at https:"],
    [404, "check DRAGLINE_MISTRAL_MODEL and DRAGLINE_MISTRAL_URL."],
    [429, "Mistral failed"],
  ])("shows the others where an engine answers %i, and why it does not", async (status, told) => {
    await using rig = await openRig("xai", "mistral");
    const body = { error: { message: `your key is ${KEY}` } };
    rig.servers.mistral.always = answerJson(status, body, { "retry-after": "0" });
    const { code, stdout, stderr } = await rig.ask("--name", "Acme");
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(told);
    expect(stdout).toContain("  A Grok     answered\n  B Mistral  failed\n");
    expect(stdout).toContain("  Acme           1 of 1  100 %      1   1\n");
    expect(stderr).toContain("not compared: there is no model");
    expect(rig.servers.mistral.asks.length > 1).toBe(status === 429);
    expect(stdout + stderr).not.toContain(KEY);
  });

  it("ends with 1 where no engine answers in time", async () => {
    await using rig = await openRig("xai");
    rig.servers.xai.always = () => undefined;
    const { code, stdout } = await rig.ask("--timeout", "150");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Grok timed out · \d\.\d s\n {2}\S/m);
    expect(stdout).toContain("  A Grok  timed out\n");
    expect(stdout).not.toContain("Cited hosts");
  });

  it("shows whole answers on demand, and commands no terminal", async () => {
    await using rig = await openRig("xai");
    const sources = Array.from({ length: 7 }, (_, index) => {
      return { url: `https://s${index}.example/`, title: "\u001b[31mRed" };
    });
    const text = `${"Moss grows. ".repeat(60)}\n\u001b[2JThe end.`;
    rig.servers.xai.answer = { text, sources };
    const brief = await rig.ask();
    expect(brief.stdout).toContain("… 2 more: --full");
    expect(brief.stdout).not.toContain("The end.");
    const { stdout } = await rig.ask("--full");
    expect(stdout).toContain("7 https://s6.example/");
    expect(stdout).toContain("The end.");
    expect(brief.stdout + stdout).not.toContain("\u001b");
  });

  it("prints all of it as JSON in a line", async () => {
    await using rig = await openRig("xai", "mistral");
    await using _judge = await serveJudge(rig.env);
    rig.servers.mistral.always = answerJson(401, {});
    const { stdout } = await rig.ask("--json", "--synthesis", ...watched);
    expect(stdout.trimEnd()).not.toContain("\n");
    expect(JSON.parse(stdout)).toMatchObject({
      query,
      country: null,
      answers: [
        { source: "xai", label: "Grok", status: "completed", answer: { content: said.xai.text } },
        { source: "mistral", status: "failed", code: "ENGINE_REJECTED" },
      ],
      comparison: null,
      synthesis: { pages: [{ url: "https://tower.example/" }] },
      visibility: { answers: 1, names: [{ of: "Acme" }, { of: "Globex", share: 0 }] },
      since: null,
      change: null,
    });
  }, 60_000);

  it("keeps the answers in a folder on demand, without keys, and compares the next ones", async () => {
    await using rig = await openRig("xai", "mistral");
    const data = join(rig.folder, "kept");
    const first = await rig.ask("--data", data, ...watched);
    expect(first.stdout).not.toContain("Since ");
    rig.servers.xai.answer = {
      text: "Globex.",
      sources: [{ url: "https://new.example/", title: KEY }],
    };
    rig.servers.mistral.always = answerJson(500, {}, { "retry-after": "0" });
    const { stdout } = await rig.ask("--data", data, ...watched);
    expect(stdout).toMatch(
      /Since 20\d\d-.* UTC over 1 engine that answered both times\n {2}Acme: share 100 % -> 0 %, place 1 -> -\n {2}Globex: share 0 % -> 100 %, place - -> 1\n {2}acme\.example: share 100 % -> 0 %, place 2 -> -\n {2}newly cited: new\.example\n {2}no longer cited: acme\.example, tower\.example\n$/,
    );
    const [file = "", ...others] = await readdir(data);
    expect([file, others]).toEqual([
      expect.stringMatching(/^how-tall-is-the-orlen-tower-[0-9a-f]{8}\.jsonl$/),
      [],
    ]);
    const text = await readFile(join(data, file), "utf8");
    expect(text.trimEnd().split("\n")).toHaveLength(4);
    expect(text).not.toContain(KEY);
  });

  it("shows and keeps no key, though an engine knows that of another", async () => {
    await using rig = await openRig("xai");
    const other = "gem-77c0d1-secret";
    rig.env["DRAGLINE_GEMINI_KEY"] = other;
    const source = { url: `https://a.example/${KEY}/${other}`, title: other };
    rig.servers.xai.answer = { text: `The keys are ${KEY} and ${other}.`, sources: [source] };
    const data = join(rig.folder, "kept");
    const flags = ["--engine", "xai", "--name", other, "--data", data];
    const shown = await rig.ask(...flags, "--full");
    const json = await rig.ask(...flags, "--json");
    expect([shown.code, json.code]).toEqual([0, 0]);
    const [file = ""] = await readdir(data);
    const all = [shown.stdout, shown.stderr, json.stdout, await readFile(join(data, file), "utf8")];
    expect(all.join("\n")).toContain("The keys are");
    for (const key of [KEY, other]) expect(all.join("\n")).not.toContain(key);
  });

  it("answers with a model of one's own that searches, and tells what that needs", async () => {
    await using rig = await openRig();
    await using _judge = await serveJudge(rig.env);
    const { code, stderr } = await rig.ask("--engine", "model");
    expect([code, stderr]).toEqual([2, expect.stringContaining("DRAGLINE_SEARCH")]);
    rig.env["DRAGLINE_SEARCH"] = "searxng:http://127.0.0.1:1";
    const asked = await rig.ask();
    expect(asked.stdout).toMatch(/^any · any · /m);
    expect(asked.stdout).toContain("  A any  answered\n");
  }, 60_000);

  it("says which variables configure an engine where none is", async () => {
    const { code, stdout, stderr } = await run(["visibility", query]);
    expect([code, stdout]).toEqual([2, ""]);
    for (const name of ["OPENAI", "GEMINI", "PERPLEXITY", "ANTHROPIC", "XAI", "MISTRAL"]) {
      expect(stderr).toContain(`DRAGLINE_${name}_KEY`);
    }
    expect(stderr).toMatch(/DRAGLINE_GOOGLE_OVERVIEW_KEY .*https:\/\/serpapi\.com/);
    expect(stderr).toContain("DRAGLINE_AI_URL, DRAGLINE_AI_MODEL and DRAGLINE_SEARCH");
    expect(stderr.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it.each([
    [[], {}, "expected a question"],
    [["q", "--engine", "altavista"], {}, "--engine takes openai, "],
    [["q", "--engine", "xai"], {}, "--engine xai needs DRAGLINE_XAI_KEY; get a key at https:"],
    [["q"], { DRAGLINE_XAI_URL: "http://a.test" }, "DRAGLINE_XAI_URL needs DRAGLINE_XAI_KEY"],
    [
      ["q"],
      { DRAGLINE_XAI_KEY: KEY, DRAGLINE_XAI_URL: `http://u:${KEY}@a.test` },
      "must not contain cred",
    ],
    [
      ["q"],
      { DRAGLINE_XAI_KEY: KEY, DRAGLINE_XAI_URL: "ftp://a.test" },
      "DRAGLINE_XAI_URL must be",
    ],
    [["q"], { DRAGLINE_XAI_KEY: `${KEY} ${KEY}` }, "DRAGLINE_XAI_KEY must be the key for xAI"],
    [["q"], { DRAGLINE_XAI_KEY: KEY, DRAGLINE_XAI_MODEL: "a b" }, "DRAGLINE_XAI_MODEL must be"],
    [["q", "--watch", "30s"], { DRAGLINE_XAI_KEY: KEY }, "--watch takes at least 1m"],
    [["q", "--watch", "often"], { DRAGLINE_XAI_KEY: KEY }, "--watch takes a time"],
    [["q", "--data", ""], { DRAGLINE_XAI_KEY: KEY }, "--data takes a folder"],
    [["q", "--country", "usa"], { DRAGLINE_XAI_KEY: KEY }, "--country takes two letters"],
    [["q", "--domain", "https://a.test"], { DRAGLINE_XAI_KEY: KEY }, "'domains'"],
    [["q", "--name", "—"], { DRAGLINE_XAI_KEY: KEY }, "'names'"],
    [["q", "--synthesis"], { DRAGLINE_XAI_KEY: KEY }, "--synthesis needs a model"],
    [["q".repeat(2_001)], { DRAGLINE_XAI_KEY: KEY }, "1 to 2000 characters"],
  ])("refuses %j with %j", async (args, env, told) => {
    const { code, stdout, stderr } = await run(["visibility", ...args], { env });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(told)]);
    expect(stderr).not.toContain(KEY);
  });
});
