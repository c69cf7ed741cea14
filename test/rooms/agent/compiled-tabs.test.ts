import { buffer } from "node:stream/consumers";
import { compileTask, readCompiledTask, replayTask } from "dragline/agent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { titled, ToolStage } from "./tool-stage.ts";

const path = await chromiumPath();
const { signal } = new AbortController();
const files = { "cv.pdf": new Blob(["the canary of a life"]) };
const outputSchema = {
  type: "object",
  properties: { number: { type: "string" } },
  required: ["number"],
};

describe.skipIf(path === undefined)(`${browserTitle("compiled tasks", path)} with tabs`, () => {
  let stage: ToolStage;
  const posted: string[] = [];
  beforeAll(async () => {
    stage = await ToolStage.open(path ?? "", () => ({
      "/": titled("Jobs", `<a href="/form" target=_blank>Apply</a>`),
      "/form": titled(
        "Apply",
        `<form method=post action=/up enctype=multipart/form-data>
        <label>CV <input type=file name=cv></label><button>Send</button></form>`,
      ),
      "/up": (request, response) =>
        void buffer(request).then((body) => {
          posted.push(String(body));
          response.setHeader("content-type", "text/html");
          response.end(titled("Thanks", "<dl><dt>Number<dd>A-17</dl>"));
        }),
    }));
  }, 60_000);
  afterAll(() => stage[Symbol.asyncDispose]());

  it("and files are done again without a model", async () => {
    const start = stage.site.url("/");
    await using first = await stage.work("/", { files });
    const { call, ref, work } = first;
    using recorder = work.record();
    await call("click", { ref: await ref(/"Apply"/) });
    await call("switch_tab", { tab: "t2" });
    await call("set_file", { ref: await ref(/"CV"/), file: "cv.pdf" });
    await call("click", { ref: await ref(/"Send"/) });
    const result = { number: "A-17" };
    const finished = { prompt: "Apply.", start, params: {}, result, outputSchema };
    const { task, notes } = await compileTask(recorder, finished, signal);
    expect(notes).toEqual([]);
    expect(task.steps.map(({ tool }) => tool)).toEqual([
      "click",
      "switch_tab",
      "set_file",
      "click",
    ]);
    posted.length = 0;
    const read = readCompiledTask(JSON.parse(JSON.stringify(task)));
    await using second = await stage.work("/", { files });
    const again = await replayTask(second.work, read);
    expect(again).toMatchObject({ success: true, result, healed: [] });
    expect(posted[0]).toContain("the canary of a life");
    await using third = await stage.work("/");
    await expect(replayTask(third.work, read)).rejects.toMatchObject({
      code: "INVALID_TASK",
      message: expect.stringContaining("no tool 'set_file'"),
    });
  }, 90_000);
});
