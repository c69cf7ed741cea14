import { VisibilityError } from "dragline/visibility";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ScriptedJudge } from "../../visibility/scripted-judge.ts";
import { facts } from "../../visibility/facts.ts";
import { FakeEngine } from "../../../transports/fake-engine.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const [tower] = facts;
if (tower === undefined) throw new Error("There is no fact.");
const { query, right, wrong } = tower;
const broken = new VisibilityError("ENGINE_FAILED", { message: "out of order", details: {} });

describe("dragline visibility --remote", () => {
  let rig: RemoteRig;
  const xai = new FakeEngine("xai", "Grok");
  const mistral = new FakeEngine("mistral", "Mistral");
  const openai = new FakeEngine("openai", "ChatGPT");
  const engines = [xai, mistral, openai];
  beforeAll(async () => {
    rig = await remoteRig({}, { answerEngines: engines, model: new ScriptedJudge() });
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  afterEach(() => {
    for (const engine of engines) {
      engine.failure = undefined;
      engine.waits = false;
    }
  });
  const ask = (...flags: string[]) => rig.remotely(["visibility", query, ...flags]);

  it("prints answers, who agrees with whom, claims, and who is named and cited", async () => {
    xai.content = `${right[0]} Acme built it.`;
    mistral.content = `${right[0]} Globex, then Acme say so.`;
    openai.content = wrong[0];
    const { code, stdout, stderr } = await ask("--name", "Acme", "--domain", "shop.example");
    expect(code).toBe(0);
    expect(stderr).toBe("asking Mistral, ChatGPT, Grok\n");
    expect(stdout).toMatch(
      /^(\w+ · fake-1 · \d+\.\d s\n {2}The Orlen .*\n {3}1 https.*Shop\n\n){3}/,
    );
    expect(stdout).toMatch(
      / {2}A Mistral +consensus\n {2}B ChatGPT +outlier.*\n {2}C Grok +consensus/,
    );
    expect(stdout).toMatch(/ {2}● x \+ {2}The Orlen tower is 330 metres tall\.\n/);
    expect(stdout).toMatch(/ {2}Acme +2 of 3 +67 % +1 +1 +- +1\n/);
    expect(stdout).toMatch(/Cited hosts\n {2}shop\.example +3 of 3\n$/);
  });

  it("prints all of it as JSON", async () => {
    const { stdout, stderr } = await ask(
      "--engine",
      "xai,mistral",
      "--json",
      "--country",
      "no",
      "--synthesis",
    );
    expect(stderr).toContain("note: the service wrote no synthesis\n");
    expect(JSON.parse(stdout)).toMatchObject({
      query,
      country: "no",
      answers: [
        { source: "xai", label: "Grok", status: "completed", answer: { model: "fake-1" } },
        { source: "mistral" },
      ],
      comparison: { verdicts: { xai: "consensus", mistral: "consensus" } },
      synthesis: null,
      visibility: { answers: 2, hosts: [{ host: "shop.example", answers: 2 }] },
    });
  });

  it("tells of engines that fail, and ends with 1 where none answers", async () => {
    for (const engine of engines) engine.failure = broken;
    const { code, stdout, stderr } = await ask();
    expect(code).toBe(1);
    expect(stdout).toMatch(/Grok failed · \d+\.\d s\n {2}the engine failed/);
    expect(stderr).toMatch(/\ndragline: no engine answered\n$/);
  });

  it("stops a search that the user no longer waits for", async () => {
    xai.waits = true;
    const reached = xai.reached();
    const stop = new AbortController();
    const asking = rig.remotely(["visibility", query, "--engine", "xai"], { signal: stop.signal });
    await reached;
    // What was begun has been answered.
    await rig.remotely(["api", "listAiSearches"]);
    stop.abort();
    const { code, stderr } = await asking;
    xai.answer();
    expect(code).toBe(130);
    expect(stderr).toContain("the search was stopped\n");
  });

  it.each([
    [["--watch", "1d"], "--watch cannot be combined with --remote"],
    [["--data", "x"], "--data cannot be combined with --remote"],
    [["--timeout-ms", "5"], "--timeout-ms cannot be combined with --remote"],
  ])("refuses %j", async (flags, text) => {
    expect(await ask(...flags)).toEqual({ code: 2, stdout: "", stderr: `dragline: ${text}\n` });
  });

  it("says what the service refuses", async () => {
    const { code, stderr } = await ask("--engine", "gemini");
    expect([code, stderr]).toEqual([1, expect.stringContaining("unknown answer engine 'gemini'")]);
  });
});
