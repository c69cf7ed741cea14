import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ModelCall } from "dragline/ai";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { FakeModel, FakeVisitor } from "../../../transports/fakes.ts";
import { Gate } from "../../../transports/gate.ts";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

const task = [
  "agent",
  "Find the {{colour}} boat.",
  "--param",
  "colour=red",
  "--url",
  "https://quay.test/",
];
const promptIn = ({ prompt }: ModelCall): string => JSON.stringify(prompt);

describe("dragline agent --remote", () => {
  const model = new FakeModel();
  let rig: RemoteRig;
  beforeAll(async () => {
    rig = await remoteRig({}, { model, browser: new FakeVisitor(new Gate()) });
  });
  afterAll(() => rig[Symbol.asyncDispose]());
  beforeEach(() => {
    model.act = async () => ["done", { result: "Red boat" }];
  });

  it("tells each step, and prints the answer and what it cost", async () => {
    let asked = "";
    let turn = 0;
    model.act = async (call) => {
      asked += promptIn(call);
      turn += 1;
      return turn === 1 ? ["no_such_tool", { of: "\u001b[2J" }] : ["done", { result: "Red boat" }];
    };
    const env = { WORD: "open-sesame-7" };
    const { code, stdout, stderr } = await rig.remotely([...task, "--secret", "word=WORD"], {
      env,
    });
    expect([code, stdout]).toEqual([0, "Red boat\n"]);
    expect(stderr).toMatch(
      /^I go on\.\n {2}no_such_tool \{"of":"\\u001b\[2J"\}\nI go on\.\n {2}done /,
    );
    expect(stderr).toMatch(/\n2 steps, 2 answers, \d+ ms, 5 credits\n$/);
    expect(asked).toContain("Find the red boat.");
    expect(asked).toContain("word");
    expect(asked + stderr).not.toContain("open-sesame-7");
  });

  it("prints JSON with the names of a task of this machine, of a schema too", async () => {
    model.act = async () => ["done", { result: { price: 3 } }];
    const file = join(await temporaryFolder(), "schema.json");
    const schema = { type: "object", properties: { price: { type: "integer" } } };
    await writeFile(file, JSON.stringify(schema));
    const { code, stdout } = await rig.remotely([...task, "--schema", file, "--json"]);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        success: true,
        result: { price: 3 },
        steps: [{ tool: "done", durationMs: expect.any(Number) }],
        iterations: 1,
        durationMs: expect.any(Number),
      },
    ]);
  });

  it("ends with 1 and the error of a task that failed", async () => {
    model.act = async () => ["give_up", { reason: "There are no boats." }];
    const { code, stdout, stderr } = await rig.remotely(task);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("failed: There are no boats.\n");
    const json = await rig.remotely([...task, "--json"]);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { success: false }]);
  });

  it("ends at once when it is interrupted, and the service ends the task", async () => {
    const asked = Promise.withResolvers<AbortSignal>();
    model.act = ({ abortSignal }) => {
      asked.resolve(abortSignal ?? AbortSignal.abort());
      return new Promise(() => {});
    };
    const abort = new AbortController();
    const running = rig.remotely(task, { signal: abort.signal });
    const signal = await asked.promise;
    abort.abort(new Error("interrupted"));
    const { code, stdout, stderr } = await running;
    expect([code, stdout, stderr]).toEqual([130, "", "the task ends at the service\n"]);
    if (!signal.aborted) await once(signal, "abort");
  });

  it.each([
    [
      "is cut off",
      (): string => 'event: step\ndata: {"tool":"click","reasoning":""}\n\n',
      "CONNECTION_FAILED",
    ],
    [
      "tells an error",
      (): string => 'event: error\ndata: {"error":"internal_error","message":"It is off."}\n\n',
      "internal_error",
    ],
  ])("ends with 1 when the stream %s", async (_, frames, code) => {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(frames(), () => response.destroy());
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ran = await run([...task, "--remote", at]);
    expect([ran.code, ran.stdout]).toEqual([1, ""]);
    expect(ran.stderr).toMatch(new RegExp(`dragline: .* \\(${code}\\)\\n$`));
  });

  it.each([
    [[...task, "--save", "task.json"], "--save cannot be combined with --remote"],
    [[...task, "--any-site"], "--any-site cannot be combined with --remote"],
    [[...task, "--proxy", "http://127.0.0.1:1"], "--proxy cannot be combined with --remote"],
    [["agent", "run", "task.json"], "'run' cannot be combined with --remote"],
    [["agent", "run", "task.json", "--heal"], "--heal cannot be combined with --remote"],
    [["agent", "Go."], "--url is required"],
  ])("refuses %j", async (argv, said) => {
    const { code, stdout, stderr } = await rig.remotely(argv);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(said)]);
  });
});
