import {
  compileTask,
  openPageTools,
  readCompiledTask,
  replayTask,
  runTask,
  Secrets,
  type CompiledTask,
  type ReplayCall,
} from "dragline/agent";
import { createSite, type Site } from "dragline/testing";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { judgeHere } from "../ai/scripted-model.ts";
import { click, fill, finish, look, policyModel, type Turn } from "./policy-model.ts";

const path = await chromiumPath();
const { signal } = new AbortController();

const boats = [
  { name: "Red boat", price: 1200, harbour: "Kiel" },
  { name: "Blue boat", price: 950, harbour: "Bergen" },
  { name: "Green boat", price: 3100, harbour: "Porto" },
];

/** A shop in one design or another. */
function shop(design: "first" | "second") {
  const isFirst = design === "first";
  const field = isFirst
    ? `<label>Find a boat <input name=q></label><button>Search</button>`
    : `<div class=x><button class=b>Search</button><span><input name=q placeholder="What do you look for?"></span></div>`;
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

describe.skipIf(path === undefined)(`${browserTitle("compiled tasks", path)}`, () => {
  const owned = new AsyncDisposableStack();
  let browser: Browser;
  let site: Site;
  let design: "first" | "second" = "first";

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
  }, 60_000);
  afterAll(() => owned.disposeAsync());

  async function compiled(turns: readonly Turn[], params: Record<string, string>) {
    const page = await browser.newPage();
    await using work = await openPageTools(page, { start: site.url("/") });
    using recorder = work.record();
    const opening = await work.open(site.url("/"), signal);
    const prompt = `What does ${params["boat"]} cost?`;
    const task = { prompt, tools: work.tools, opening, outputSchema };
    const done = await runTask({ model: policyModel(...turns), judge: judgeHere }, task);
    expect(done.error).toBeUndefined();
    const { result } = done;
    const made = await compileTask(
      recorder,
      { prompt, start: site.url("/"), params, result, outputSchema },
      signal,
    );
    await page.close();
    return made;
  }

  async function replayed(task: CompiledTask, call: ReplayCall = {}) {
    const page = await browser.newPage();
    await using work = await openPageTools(page, { start: task.start, secrets: new Secrets({}) });
    const result = await replayTask(work, task, call);
    await page.close();
    return result;
  }

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

  it("do again with other parameters what a model did once, without it", async () => {
    design = "first";
    const { task, notes } = await compiled(turns, { boat: "Red boat" });
    expect(notes).toEqual([]);
    expect(task.prompt).toBe("What does {{param.boat}} cost?");
    console.log(JSON.stringify(task, null, 1));
    const again = await replayed(readCompiledTask(JSON.parse(JSON.stringify(task))), {
      params: { boat: "Green boat" },
    });
    console.log(JSON.stringify({ ...again, task: 0 }, null, 1));
    expect(again).toMatchObject({
      success: true,
      result: { name: "Green boat", price: 3100, harbour: "Porto" },
      healed: [],
    });
    design = "second";
    const after = await replayed(task, { params: { boat: "Blue boat" } });
    console.log(JSON.stringify({ ...after, task: 0 }, null, 1));
    expect(after).toMatchObject({ success: true, result: { name: "Blue boat", price: 950 } });
  }, 60_000);
});
