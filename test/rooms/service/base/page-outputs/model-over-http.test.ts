import { createCompatibleModel } from "dragline/ai";
import { createService, type Service, type ServiceOptions } from "dragline/service";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { completion, failure, serveChat, type ChatReply } from "../../../ai/chat-server.ts";

const ship = (captain: string) =>
  `<!doctype html><html lang="en"><title>Ship</title><main><h1>A ship</h1><div class="zz"><b class="q1">${captain}</b></div>
<p>A long text about ships, the sea and whatever else belongs to it.</p></main>`;

const outputSchema = { type: "object", properties: { captain: { type: "string" } } };

/** Answers a summary, what matters of a change, or whichever captain the page names. */
const answers: ChatReply = (response, request) => {
  const question = JSON.stringify(request.body);
  const captain = /Ann Alder|Bob Birch/.exec(question)?.[0];
  const isChange = question.includes("meaningful");
  const meaningful = [{ description: "Another captain", before: "Ann", after: "Bob" }];
  const answer = isChange
    ? { summary: "A new captain.", meaningful }
    : question.includes("Summarize")
      ? { summary: "A page about a ship." }
      : { captain };
  completion({ content: JSON.stringify(answer) })(response, request);
};

/** A service over a real model's server, and how to call it. */
async function open(reply: ChatReply, options: ServiceOptions = {}) {
  const owned = new AsyncDisposableStack();
  const server = owned.use(await serveChat(reply));
  let captain = "Ann Alder";
  const changing = (_: unknown, response: { setHeader: Function; end: Function }) => {
    response.setHeader("content-type", "text/html");
    response.end(ship(captain));
  };
  const site = owned.use(
    await createSite({
      "/ship/1": ship("Ann Alder"),
      "/ship/2": ship("Bob Birch"),
      "/watched/1": changing,
    }),
  );
  const model = owned.use(
    createCompatibleModel({ baseUrl: server.baseUrl, model: "any", apiKey: "secret" }),
  );
  const records = new MemoryRecords();
  const blobs = new MemoryBlobs();
  const service = owned.use(
    createService(
      { model, records, blobs },
      { allow: ["127.0.0.1"], engine: "http", limits: { "*": Infinity }, ...options },
    ),
  );
  const stop = new AbortController();
  const running = service.run({ signal: stop.signal });
  owned.defer(async () => {
    stop.abort();
    await running;
  });
  const { id } = await service.accounts.create({});
  const { key } = await service.keys.create(id);
  const call = callsOf(service, key);
  const turn = (name: string): void => void (captain = name);
  return { owned, server, site, turn, ...call };
}

function callsOf(service: Service, key: string) {
  const send = async (method: string, path: string, body?: object) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await service.fetch(new Request(`http://api.test/v1${path}`, init));
    return (await response.json()) as Record<string, never> & Readonly<Record<string, unknown>>;
  };
  const scrape = (body: object) => send("POST", "/url-scraper/scrape", body);
  return { send, scrape };
}

const told = (body: object): ChatReply => {
  return (response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };
};

describe("a service with a model over HTTP", () => {
  it("scrapes by the model, then by the recipe that it learned, for the same price", async () => {
    const world = await open(answers);
    await using _ = world.owned;
    const { server, site, scrape, send } = world;
    const url = site.url("/ship/1");
    const first = await scrape({ url, formats: ["summary"], outputSchema });
    expect(first).toMatchObject({
      status: "completed",
      summary: "A page about a ship.",
      generatedJson: { status: "success", data: { captain: "Ann Alder" } },
      creditsUsed: 4,
    });
    expect(server.requests.every(({ authorization }) => authorization === "Bearer secret")).toBe(
      true,
    );
    const asked = server.requests.length;
    const second = await scrape({ url: site.url("/ship/2"), outputSchema });
    expect(second).toMatchObject({
      generatedJson: { status: "success", data: { captain: "Bob Birch" } },
      creditsUsed: 3,
    });
    expect(server.requests).toHaveLength(asked);
    const { recipes } = await send("GET", "/recipes");
    expect(recipes).toMatchObject([{ urlPattern: site.url("/ship/*"), pages: 1, used: 1 }]);
  });

  it.each<[string, ChatReply]>([
    ["by a status", failure(401)],
    ["in the body of an answer", told({ error: { message: "status 401", code: 401 } })],
    [
      "in a choice",
      told({
        choices: [
          { message: {}, finish_reason: "error", error: { message: "status 401", code: 401 } },
        ],
      }),
    ],
  ])(
    "gives surcharges back when its server refuses %s, and tells nobody its words",
    async (_name, reply) => {
      const world = await open(reply);
      await using _ = world.owned;
      const body = { url: world.site.url("/ship/1"), formats: ["summary"], outputSchema };
      const document = await world.scrape(body);
      expect(document).toMatchObject({
        status: "completed",
        summary: null,
        generatedJson: { error: "The model failed. Not found on the page: captain." },
        creditsUsed: 1,
      });
      expect(await world.send("GET", "/credits")).toMatchObject({ balance: 299, used: 1 });
      // One for each output: none is tried again.
      expect(world.server.requests).toHaveLength(2);
    },
  );

  it("watches values that only the model finds, and has it judge their changes", async () => {
    const world = await open(answers);
    await using _ = world.owned;
    const { send, site, server } = world;
    const watched = { watchMode: "specific_data", outputSchema, aiMode: true };
    const body = { url: site.url("/watched/1"), intervalMinutes: 60, isActive: false, ...watched };
    const { id } = await send("POST", "/monitors", body);
    const check = async () => {
      const { jobId } = await send("POST", `/monitors/${String(id)}/run`);
      for (;;) {
        const { runs } = await send("GET", `/monitors/${String(id)}/runs`);
        const list = runs as unknown as readonly { readonly id: string; readonly status: string }[];
        const run = list.find((each) => each.id === jobId);
        if (run !== undefined && run.status !== "processing") return run;
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    expect(await check()).toMatchObject({ status: "completed", creditsUsed: 4 });
    expect(server.requests).toHaveLength(1);
    world.turn("Bob Birch");
    expect(await check()).toMatchObject({ status: "completed", pagesChanged: 1 });
    // The values came by the recipe; only the change was asked about.
    expect(server.requests).toHaveLength(2);
    const { changes } = await send("GET", `/monitors/${String(id)}/changes`);
    expect(changes).toMatchObject([
      {
        summary: "A new captain.",
        diffJson: { before: { captain: "Ann Alder" }, after: { captain: "Bob Birch" } },
      },
    ]);
  });

  it("refuses a model by its name", () => {
    expect(() => createService({ model: "gpt" as never })).toThrow("Expected a model as an object");
  });
});
