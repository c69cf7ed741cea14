import {
  compileTask,
  openPageTools,
  readCompiledTask,
  replayTask,
  runTask,
  Secrets,
  type CompiledTask,
  type PageTools,
  type ReplayCall,
} from "dragline/agent";
import type { JsonObject } from "dragline/ai";
import { createSite, type Site } from "dragline/testing";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hurried } from "../browser/action-stage.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { judgeHere } from "../ai/scripted-model.ts";
import { click, fill, finish, look, policyModel } from "./policy-model.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

const boats = [
  { name: "Red boat", price: 1200, harbour: "Kiel" },
  { name: "Blue boat", price: 950, harbour: "Bergen" },
  { name: "Green boat", price: 3100, harbour: "Porto" },
];

/** A shop in one design or another. */
function shop(design: Design) {
  const isFirst = design !== "second";
  const buttons: Record<Design, string> = {
    first: "<button>Search</button>",
    second: "<button class=b>Search</button>",
    renamed: "<button type=button>Delete all</button><button>Go</button>",
    twice: "<button>Search</button><button>Search</button>",
  };
  const button = buttons[design];
  const field = isFirst
    ? `<label>Find a boat <input name=q></label>${button}`
    : `<div class=x>${button}<span><input name=q placeholder="What do you look for?"></span></div>`;
  const page = (title: string, body: string): string =>
    `<!doctype html><title>${title}</title><nav><a href="/">Home</a> <a href="/help">Help</a></nav><main>${body}</main>`;
  const rows = (found: typeof boats): string =>
    found
      .map(
        ({ name, harbour }, at) =>
          `<li><b>${name}</b> in ${harbour} <a href="/boats/${name.split(" ")[0]?.toLowerCase()}">Details</a> <button id=b${at}>Save</button></li>`,
      )
      .join("");
  return (pathname: string, query: URLSearchParams): string => {
    if (pathname === "/")
      return page("Boats", `<h1>Boats</h1><form action=/search>${field}</form>`);
    if (pathname === "/search") {
      const words = (query.get("q") ?? "").toLowerCase();
      const hits = boats.filter(({ name }) =>
        words.split(" ").some((w) => name.toLowerCase().includes(w)),
      );
      const list = isFirst ? hits : hits.toReversed();
      return page("Found", `<h1>Boats that were found</h1><ul>${rows(list)}</ul>`);
    }
    const boat = boats.find(({ name }) =>
      pathname.endsWith(name.split(" ")[0]?.toLowerCase() ?? "-"),
    );
    if (boat === undefined) return page("Nothing", "<h1>There is nothing here</h1>");
    const facts = isFirst
      ? `<dl><dt>Price<dd>${boat.price}<dt>Harbour<dd>${boat.harbour}</dl>`
      : `<section><p>A fine boat.</p><dl class=z><dt>Harbour<dd>${boat.harbour}<dt>Price<dd>${boat.price}</dl></section>`;
    return page(boat.name, `<h1>${boat.name}</h1>${facts}`);
  };
}

const outputSchema = {
  type: "object",
  properties: { name: { type: "string" }, price: { type: "number" }, harbour: { type: "string" } },
  required: ["name", "price", "harbour"],
};

/** What a page says in order to be refused or healed. */
type Design = "first" | "second" | "renamed" | "twice";

const turns = [
  look,
  click(/link "Help"/),
  () => ["back", {}] as const,
  look,
  fill(/"Find a boat"/, "red boat"),
  look,
  click(/button "Search"/),
  look,
  click(/link "Details"/, /Red boat/),
  finish({ name: "Red boat", price: 1200, harbour: "Kiel" }),
];

function callTool(work: PageTools, name: string, input: JsonObject) {
  const tool = work.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  return tool.run(input, { signal });
}

describe.skipIf(path === undefined)(`${browserTitle("compiled tasks", path)} on pages`, () => {
  const owned = new AsyncDisposableStack();
  let browser: Browser;
  let site: Site;
  let design: Design = "first";
  let task: CompiledTask;

  beforeAll(async () => {
    site = owned.use(
      await createSite({
        "*": (request, response) => {
          const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(shop(design)(pathname, searchParams));
        },
      }),
    );
    browser = owned.use(await openChromium(path ?? ""));
    task = await compiled({ boat: "Red boat" });
  }, 60_000);
  afterAll(() => owned.disposeAsync());

  async function compiled(params: Record<string, string>) {
    const page = await browser.newPage();
    const start = site.url("/");
    await using work = await openPageTools(page, { start });
    using recorder = work.record();
    const opening = await work.open(start, signal);
    const prompt = `What does ${params["boat"]} cost?`;
    const whole = { prompt, tools: work.tools, opening, outputSchema };
    const done = await runTask({ model: policyModel(...turns), judge: judgeHere }, whole);
    expect(done.error).toBeUndefined();
    const { result } = done;
    const finished = { prompt, start, params, result, outputSchema };
    const made = await compileTask(recorder, finished, signal);
    expect(made.notes).toEqual([]);
    await page.close();
    return readCompiledTask(JSON.parse(JSON.stringify(made.task)));
  }

  async function replayed(given: CompiledTask, call: ReplayCall = {}) {
    const page = await browser.newPage();
    try {
      await using work = await openPageTools(page, { start: given.start });
      return await replayTask(work, given, call);
    } finally {
      await page.close();
    }
  }

  it("are steps with parameters by name, without detours", () => {
    expect(task.prompt).toBe("What does {{param.boat}} cost?");
    expect(task.steps.map(({ tool, input }) => [tool, input])).toEqual([
      ["fill", { text: "{{param.boat}}" }],
      ["click", {}],
      ["click", {}],
    ]);
    expect(task.steps[2]?.targets["ref"]?.beside).toContain("{{param.boat}} in Kiel");
  });

  it("are done with other parameters without a model", async () => {
    design = "first";
    const again = await replayed(task, { params: { boat: "Green boat" } });
    expect(again).toMatchObject({
      success: true,
      result: { name: "Green boat", price: 3100, harbour: "Porto" },
      healed: [],
      iterations: 0,
    });
    expect(again.task).toBe(task);
  }, 60_000);

  it("that are cancelled end with the reason, in the middle of a step too", async () => {
    design = "first";
    const open = (await browser.pages()).length;
    const stop = new AbortController();
    const told: string[] = [];
    const cancelled = replayed(task, {
      signal: stop.signal,
      onStep({ tool }) {
        told.push(tool);
        stop.abort(new Error("enough"));
      },
    });
    await expect(cancelled).rejects.toThrow("enough");
    expect(told).toEqual(["fill"]);
    await expect(replayed(task, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow(
      "no",
    );
    expect(await browser.pages()).toHaveLength(open);
  }, 60_000);

  it("that are out of time fail and say so, and the page can be worked on", async () => {
    design = "first";
    const page = await browser.newPage();
    await using work = await openPageTools(page, { start: task.start });
    const late = await replayTask(work, task, { timeoutMs: 1 });
    expect(late).toMatchObject({ success: false, failure: "out-of-time", at: -1, steps: [] });
    expect(late.error).toContain("1 ms");
    expect(await replayTask(work, task)).toMatchObject({ success: true });
    await page.close();
  }, 60_000);

  it("heal by what is surely the same where a design is new, and fit it then", async () => {
    design = "second";
    const after = await replayed(task, { params: { boat: "Blue boat" } });
    expect(after).toMatchObject({ success: true, result: { name: "Blue boat", price: 950 } });
    expect(after.healed).toEqual([
      { index: 0, by: "locator", why: 'its name is now "What do you look for?"' },
    ]);
    const then = await replayed(after.task);
    expect(then).toMatchObject({ success: true, result: { price: 1200 }, healed: [] });
  }, 60_000);

  it("fail where an element is only like the one that was meant, and say which", async () => {
    design = "renamed";
    const after = await replayed(task, { clock: hurried });
    expect(after).toMatchObject({ success: false, failure: "target-not-found", at: 1 });
    expect(after.error).toBe('click button "Search": no element on the page has this name.');
    design = "twice";
    const twice = await replayed(task, { clock: hurried });
    expect(twice.error).toContain("2 elements on the page have this name, and it was the only one");
  }, 60_000);

  it("have a model do a step that does not fit, and that step alone", async () => {
    design = "renamed";
    const model = policyModel(click(/button "Delete all"/), finish("Done."));
    const lost = await replayed(task, { clock: hurried, healWith: { model, judge: judgeHere } });
    expect(lost).toMatchObject({ success: false, failure: "target-not-found", at: 1 });
    expect(lost.error).toContain("What it did had no effect");
    const right = policyModel(click(/button "Go"/), finish("Done."));
    const healed = await replayed(task, {
      clock: hurried,
      healWith: { model: right, judge: judgeHere },
    });
    expect(healed).toMatchObject({ success: true, result: { price: 1200 }, iterations: 2 });
    expect(healed.healed).toEqual([{ index: 1, by: "model", why: expect.any(String) }]);
    const then = await replayed(healed.task, { params: { boat: "Green boat" } });
    expect(then).toMatchObject({ success: true, result: { price: 3100 }, iterations: 0 });
  }, 90_000);

  it("are not made of steps whose element was a text of that one run", async () => {
    design = "first";
    const page = await browser.newPage();
    await using work = await openPageTools(page, { start: site.url("/") });
    using recorder = work.record();
    await work.open(site.url("/"), signal);
    const { page: lines = "" } = await callTool(work, "find", { text: "Boats" });
    const ref = /\[ref=(e\d+)\]/.exec(lines)?.[1] ?? "";
    const selected = await callTool(work, "select_text", { ref, text: "" });
    expect(selected.isFailure).toBeUndefined();
    const finished = { prompt: "Select it.", start: site.url("/"), result: "Boats" };
    await expect(compileTask(recorder, finished, signal)).rejects.toMatchObject({
      code: "INVALID_TASK",
      message: expect.stringContaining("which a replay cannot find"),
    });
    await page.close();
  });

  it("are refused with parameters and secrets that are not theirs", async () => {
    const page = await browser.newPage();
    await using work = await openPageTools(page, { secrets: new Secrets({}) });
    const code = "INVALID_TASK";
    await expect(replayTask(work, task, { params: { ship: "a" } })).rejects.toMatchObject({ code });
    await expect(
      replayTask(work, task, { params: { boat: "{{secret.word}}" } }),
    ).rejects.toMatchObject({ code });
    await expect(replayTask(work, { ...task, secrets: ["word"] })).rejects.toMatchObject({ code });
    expect(() => readCompiledTask({ ...task, version: 2 })).toThrow(/at version/);
    expect(() => readCompiledTask({ ...task, steps: [{ tool: "evaluate" }] })).toThrow(/steps\.0/);
    await page.close();
  });
});
