import { describe, expect, it } from "vitest";
import { answerOf, ScriptedModel } from "../../../../ai/scripted-model.ts";
import { openDesk, type Desk } from "../../../slices/url-scraper/desk.ts";

const outputSchema = {
  type: "object",
  properties: { captain: { type: "string" }, port: { type: "string" } },
};

/** A page whose values only a model finds. */
function shipPage(captain: string, port: string): string {
  return `<!doctype html><html lang="en"><title>Ship</title><main><h1>A ship</h1>
<div class="zz-lead"><span class="q1">${captain}</span></div><div class="zz-home"><em class="q2">${port}</em></div>
<p>A long text about ships, the sea and whatever else belongs to it.</p></main>`;
}

/** The same site after it was made anew. */
function newPage(captain: string, port: string): string {
  return `<!doctype html><html lang="en"><title>Ship</title><main><h1>A ship</h1>
<section id="people"><b data-role="lead">${captain}</b></section><section id="home"><u data-role="place">${port}</u></section>
<p>Another text about ships.</p></main>`;
}

const crews: Readonly<Record<string, readonly [string, string]>> = {
  "/ship/1": ["Ann Alder", "Bergen"],
  "/ship/2": ["Bob Birch", "Cork"],
  "/ship/3": ["Cid Cedar", "Delft"],
  "/ship/4": ["Dan Drake", "Emden"],
  "/ship/5": ["Eve Elm", "Fowey"],
  "/ship/6": ["Flo Fern", "Ghent"],
};

/** A site of ships, and a model that knows them all. */
async function openShips() {
  const look = { page: shipPage };
  const site = Object.fromEntries(
    Object.entries(crews).map(([path, crew]) => [
      path,
      (_: unknown, response: { setHeader: Function; end: Function }) => {
        response.setHeader("content-type", "text/html");
        response.end(look.page(...crew));
      },
    ]),
  );
  const model = new ScriptedModel(async ({ prompt }) => {
    const text = JSON.stringify(prompt);
    const crew = Object.values(crews).find(([captain]) => text.includes(captain));
    return answerOf(JSON.stringify({ captain: crew?.[0], port: crew?.[1] }));
  });
  const desk = await openDesk({ site, model });
  const read = async (path: string, account = "alice") => {
    const before = model.calls.length;
    const url = desk.site.url(path);
    const { generatedJson } = await desk.scrape({ url, outputSchema, forceFresh: true }, account);
    const { data } = generatedJson as { readonly data: unknown };
    const [captain, port] = crews[path] ?? [];
    expect(data).toEqual({ captain, port });
    return model.calls.length - before;
  };
  return { desk, look, model, read };
}

async function recipesOf({ get }: Desk, account = "alice") {
  const { json } = await get("/recipes", account);
  return json["recipes"] as readonly Readonly<Record<string, unknown>>[];
}

describe("recipes of scrapes", () => {
  it("are learned of the first page that a model read, and spare it from then on", async () => {
    const { desk, read } = await openShips();
    expect([await read("/ship/1"), await read("/ship/2"), await read("/ship/3")]).toEqual([
      1, 0, 0,
    ]);
    expect(await recipesOf(desk)).toEqual([
      {
        id: expect.any(String),
        urlPattern: desk.site.url("/ship/*"),
        schema: outputSchema,
        version: 1,
        pages: 1,
        used: 2,
        refused: 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
  });

  it("are learned again of three pages in a row that did not fit", async () => {
    const { desk, look, read } = await openShips();
    await read("/ship/1");
    look.page = newPage;
    const calls = [];
    for (const number of [2, 3, 4, 5, 6]) calls.push(await read(`/ship/${number}`));
    expect(calls.slice(3)).toEqual([0, 0]);
    expect(calls[0]).toBe(1);
    const [recipe] = await recipesOf(desk);
    expect(recipe).toMatchObject({ refused: 0 });
    expect(JSON.stringify((await desk.get(`/recipes/${String(recipe?.["id"])}`)).json)).toMatch(
      /data-role|people/,
    );
  });

  it("are nobody else's", async () => {
    const { desk, read } = await openShips();
    expect(await read("/ship/1", "alice")).toBe(1);
    expect(await read("/ship/2", "bob")).toBe(1);
    const [own] = await recipesOf(desk, "alice");
    const [other] = await recipesOf(desk, "bob");
    expect(own?.["id"]).not.toBe(other?.["id"]);
    const path = `/recipes/${String(own?.["id"])}`;
    expect((await desk.get(path, "bob")).status).toBe(403);
    expect((await desk.remove(path, "bob")).status).toBe(403);
    expect((await desk.get("/recipes/none", "bob")).status).toBe(404);
    expect(await read("/ship/3", "alice")).toBe(0);
  });

  it("go with a call, with their pages, and may come again", async () => {
    const { desk, read } = await openShips();
    await read("/ship/1");
    const [recipe] = await recipesOf(desk);
    const path = `/recipes/${String(recipe?.["id"])}`;
    expect((await desk.get(path)).json).toMatchObject({ recipe: { version: 1, pages: 1 } });
    expect((await desk.remove(path)).json).toEqual({ success: true });
    expect([await recipesOf(desk), (await desk.get(path)).status]).toEqual([[], 404]);
    expect(await read("/ship/2")).toBe(1);
    await desk.parts.outputs.recipes.removeOf("alice", { signal: new AbortController().signal });
    expect(await recipesOf(desk)).toEqual([]);
  });

  it("are forgotten when they were not used for as long as results are kept", async () => {
    const { desk, read } = await openShips();
    await read("/ship/1");
    const { recipes } = desk.parts.outputs;
    const call = { signal: new AbortController().signal };
    await recipes.sweep(Date.now() - 60_000, call);
    expect(await recipesOf(desk)).toHaveLength(1);
    await recipes.sweep(Date.now() + 60_000, call);
    expect(await recipesOf(desk)).toEqual([]);
  });

  it("are not asked for, nor made, without a model", async () => {
    const page = "<title>Ship</title><dl><dt>Captain<dd>Ann Alder<dt>Port<dd>Bergen</dl>";
    const desk = await openDesk({ site: { "/page": page } });
    const document = await desk.scrape({ url: desk.site.url("/page"), outputSchema });
    expect(document).toMatchObject({ generatedJson: { data: { captain: "Ann Alder" } } });
    expect(await recipesOf(desk)).toEqual([]);
  });

  it("are not made where the page itself tells all", async () => {
    const page = "<title>Ship</title><dl><dt>Captain<dd>Ann Alder<dt>Port<dd>Bergen</dl>";
    const model = new ScriptedModel(new Error("not asked"));
    const desk = await openDesk({ site: { "/page": page }, model });
    await desk.scrape({ url: desk.site.url("/page"), outputSchema });
    expect([await recipesOf(desk), model.calls]).toEqual([[], []]);
  });
});
