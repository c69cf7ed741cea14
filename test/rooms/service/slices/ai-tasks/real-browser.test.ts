import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inspect } from "node:util";
import { createCompatibleModel } from "dragline/ai";
import { createBrowser } from "dragline/browser";
import { createSessionStore } from "dragline/cdp-proxy";
import { MemoryBlobs } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { SqliteRecords } from "dragline/storage/sqlite";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventNames, traceNames } from "../../../../../src/core/index.ts";
import { browserTitle, chromiumPath } from "../../../../chromium.ts";
import { openStream } from "../../../../spec/open-stream.ts";
import { transports, useWorld } from "../../../../transports/index.ts";
import { completionText, serveChat } from "../../../ai/chat-server.ts";
import { refIn, type Called, type Turn } from "../../../agent/policy-model.ts";

const path = await chromiumPath();
const SECRET = "canary-pass-91";
const prompt = "What did I order?";
const call = { signal: new AbortController().signal };
const [, socket] = transports;
const transport = socket as NonNullable<typeof socket>;

describe.skipIf(path === undefined)(
  `${browserTitle("tasks over HTTP", path)} in Chromium`,
  async () => {
    const owned = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), "dragline-ai-task-"));
    owned.defer(() => rm(folder, { recursive: true }));
    const records = owned.adopt(new SqliteRecords({}, { path: join(folder, "store") }), (one) =>
      one.close(),
    );
    const blobs = new MemoryBlobs();
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const sealer = new Sealer({ records, ring });
    const sessions = createSessionStore({ records, blobs, sealer });
    const browser = owned.use(createBrowser({}, { allow: ["127.0.0.1", "localhost"] }));
    const asked: string[] = [];
    let turns: readonly Turn[] = [];
    /** Resolves when the model is asked and has nothing more to say. */
    let silent = Promise.withResolvers<void>();
    // A model's server as they are: it is told a conversation, and calls tools.
    const server = owned.use(
      await serveChat((response, { body }) => {
        const turn = turns[asked.length];
        asked.push(JSON.stringify(body));
        if (turn === undefined) return silent.resolve();
        const [name, input]: Called = turn(body.messages.at(-1)?.content ?? "");
        const called = { id: `k${asked.length}`, type: "function" };
        const tool_calls = [{ ...called, function: { name, arguments: JSON.stringify(input) } }];
        response.setHeader("content-type", "application/json");
        response.end(completionText({ content: "I go on.", tool_calls }, "tool_calls"));
      }),
    );
    const model = owned.use(createCompatibleModel({ baseUrl: server.baseUrl, model: "any" }));
    const heard: string[] = [];
    const listen = (message: unknown): void => void heard.push(inspect(message, { depth: 12 }));
    const parts = ["start", "asyncEnd", "error"];
    const channels = [
      ...eventNames,
      ...traceNames.flatMap((name) => parts.map((part) => `tracing:${name}:${part}`)),
    ];
    for (const channel of channels) {
      subscribe(channel, listen);
      owned.defer(() => void unsubscribe(channel, listen));
    }
    // Hooks that end things run in reverse: the world is closed by then.
    afterAll(() => owned.disposeAsync());
    const world = useWorld(transport, {
      collaborators: { records, blobs, sealer, sessions, browser, model },
    });
    let site: Site;
    const posted: string[] = [];

    beforeAll(async () => {
      site = owned.use(
        await createSite({
          "/": ({ headers }, response) => {
            response.setHeader("content-type", "text/html");
            response.end(`<title>Boats</title><h1>Hello ${/who=(\w+)/.exec(headers.cookie ?? "")?.[1]}</h1>
            <form method=post action="/in"><label>Password <input name=word type=password></label>
            <button>Log in</button></form><a href="/away">A friend</a>`);
          },
          "/away": (_, response) => {
            response.writeHead(302, { location: `http://localhost:${site.port}/elsewhere` }).end();
          },
          "/elsewhere": "<title>Elsewhere</title><h1>Another site</h1>",
          "/in": (request, response) =>
            void text(request).then((body) => {
              posted.push(body);
              response.setHeader("content-type", "text/html");
              response.end(`<title>Orders</title><table><tr><th>Boat<th>Price<tr><td>Red boat<td>1,200
              </table><p>You typed ${SECRET}</p>`);
            }),
        }),
      );
    });
    beforeEach(() => {
      asked.length = 0;
      posted.length = 0;
      silent = Promise.withResolvers();
    });

    /** Saves a session that a site knows by its cookie; gives its id. */
    async function saveSession(): Promise<string> {
      const cookie = { name: "who", value: "ann", domain: "127.0.0.1", path: "/", expires: -1 };
      const cookies = [{ ...cookie, httpOnly: false, secure: false, sameSite: "Lax" as const }];
      const name = randomBytes(6).toString("hex");
      const reserved = await sessions.reserve({ owner: world.alice.account, name }, call);
      const { id } = await reserved.save({ state: { cookies, origins: [] } }, call);
      await reserved.release();
      return id;
    }

    it("are done with a saved session and a secret that nobody keeps, shows or tells", async () => {
      const output_schema = {
        type: "object",
        properties: { boat: { type: "string" }, price: { $ref: "#/$defs/price" } },
        required: ["boat", "price"],
        $defs: { price: { type: "number" } },
      };
      turns = [
        (told) => ["fill", { ref: refIn(told, /"Password"/), text: "{{secret.word}}" }],
        () => ["look", {}],
        (told) => ["click", { ref: refIn(told, /button "Log in"/) }],
        (told) => ["done", { result: { boat: /Red boat/.exec(told)?.[0], price: 1200 } }],
      ];
      const session_id = await saveSession();
      const url = site.url("/");
      const body = { prompt, url, session_id, output_schema, secret_values: { word: SECRET } };
      const { status, text: answer, json } = await world.alice.post("/ai/evaluate", body);
      expect([status, json]).toMatchObject([
        200,
        {
          success: true,
          result: { boat: "Red boat", price: 1200 },
          iterations: 4,
          credits_used: 5,
        },
      ]);
      expect(asked[0]).toContain("Hello ann");
      expect(posted).toEqual([`word=${SECRET}`]);
      expect((await world.alice.get("/sessions")).list).toMatchObject([
        { id: session_id, lastUsedAt: expect.any(String) },
      ]);
      const stored: string[] = [];
      for (const name of await readdir(folder)) {
        stored.push((await readFile(join(folder, name))).toString("latin1"));
      }
      const record = (await world.alice.get(`/ai/jobs/${json["run_id"]}`)).text;
      expect(heard.join().includes("{{secret.word}}")).toBe(true);
      for (const place of [answer, record, asked.join(), stored.join(), heard.join()]) {
        expect(place.includes(SECRET)).toBe(false);
      }
      expect(browser.status().leased).toBe(0);
    }, 60_000);

    it("stay on the site that they begin on, also when it sends them elsewhere", async () => {
      turns = [
        () => ["open", { url: `http://localhost:${site.port}/elsewhere` }],
        (told) => ["click", { ref: refIn(told, /link "A friend"/) }],
        () => ["look", {}],
        (told) => ["done", { result: told.includes("Another site") ? "away" : "here" }],
      ];
      const { json } = await world.alice.post("/ai/evaluate", { prompt, url: site.url("/") });
      expect([json["success"], json.result]).toEqual([true, "here"]);
      expect(asked[1]).toContain("localhost is elsewhere");
    }, 60_000);

    it("go wherever the prompt says without an address, but to no private one", async () => {
      turns = [
        () => ["open", { url: "http://10.0.0.1/" }],
        () => ["open", { url: site.url("/") }],
        () => ["open", { url: `http://localhost:${site.port}/elsewhere` }],
        (told) => ["done", { result: /Another site/.exec(told)?.[0] ?? "none" }],
      ];
      const { json } = await world.alice.post("/ai/evaluate", { prompt });
      expect([json["success"], json.result]).toEqual([true, "Another site"]);
      expect(asked[1]).toContain("could not be opened");
      expect(asked[2]).toContain("Hello undefined");
    }, 60_000);

    it("leave no page and no held session when the stream is closed", async () => {
      turns = [() => ["look", {}]];
      const session_id = await saveSession();
      const body = { prompt, url: site.url("/"), session_id };
      const stream = await openStream(world, world.alice, body);
      expect(await stream.next()).toMatchObject({ event: "step", data: { tool: "look" } });
      await silent.promise;
      const held = await world.alice.delete(`/sessions/${session_id}`);
      expect([held.status, held.json.error]).toEqual([409, "session_in_use"]);
      const closed = performance.now();
      await stream.close();
      while ((await world.alice.delete(`/sessions/${session_id}`)).status === 409);
      expect(performance.now() - closed).toBeLessThan(1000);
      expect(browser.status().leased).toBe(0);
    }, 60_000);
  },
);
