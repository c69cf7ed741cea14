import { randomBytes } from "node:crypto";
import type { LanguageModel, ModelAnswer, ModelCall } from "dragline/ai";
import { createBrowser, createRemoteBrowsers } from "dragline/browser";
import { createSessionStore } from "dragline/cdp-proxy";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { KeyRing, Sealer } from "dragline/storage/sealing";
import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, testSwitches } from "../../../../chromium.ts";
import { transports, useWorld, type User } from "../../../../transports/index.ts";
import { click, finish, refIn, type Turn } from "../../../agent/policy-model.ts";
import { calls } from "../../../agent/task-stage.ts";
import { textOf } from "../../../ai/scripted-model.ts";
import { arrivalOf } from "../../../builder/build-sites.ts";
import { jsonApi } from "../../../builder/json-sites.ts";

const path = await chromiumPath();
const [, socket] = transports;
const transport = socket as NonNullable<typeof socket>;
/** Milliseconds for which rounds go on, more than the two that there always are. */
const LASTS = Number(process.env["TASKS_MS"] ?? 0);
const TASKS = 8;

const build: readonly Turn[] = [
  ...jsonApi.turns,
  () => ["propose_action", jsonApi.proposal],
  finish("Built."),
];
const task: readonly Turn[] = [
  click(/"Tab"/),
  () => ["switch_tab", { tab: "t2" }],
  (told) => ["fill", { ref: refIn(told, /"Word"/), text: "rope" }],
  (told) => ["done", { result: /"Word.*: rope/.test(told) ? "written" : "lost" }],
];

/** Knows what comes next by what was said so far: its answers hold for many tasks at once. */
const model: LanguageModel = {
  specificationVersion: "v4",
  provider: "scripted",
  modelId: "by-the-conversation",
  async doGenerate(call: ModelCall): Promise<ModelAnswer> {
    const told = textOf(call);
    const turns = told.includes(jsonApi.goal) ? build : task;
    const at = call.prompt.filter(({ role }) => role === "assistant").length;
    const turn = turns[Math.min(at, turns.length - 1)] ?? finish("none");
    return calls(turn(told)) as ModelAnswer;
  },
};

describe.skipIf(path === undefined)(
  `${browserTitle("many tasks over HTTP", path)} beside builds and logins by hand`,
  () => {
    const owned = new AsyncDisposableStack();
    const records = new MemoryRecords();
    const blobs = new MemoryBlobs();
    const ring = KeyRing.parse(`k1:${randomBytes(32).toString("base64url")}`);
    const sealer = new Sealer({ records, ring });
    const sessions = createSessionStore({ records, blobs, sealer });
    const chromium = { switches: testSwitches };
    const allow = ["127.0.0.1"];
    const pool = { maxPages: 12, pagesPerBrowser: 12 };
    const browser = owned.use(createBrowser({}, { allow, chromium, pool }));
    const browsers = owned.use(createRemoteBrowsers({}, { allow, chromium }));
    let site = "";
    const world = useWorld(transport, {
      collaborators: { records, blobs, sealer, sessions, browser, browsers, model },
      options: { concurrency: 16 },
    });
    beforeAll(async () => {
      const served = owned.use(
        await createSite({
          "/task": `<title>First</title><h1>First</h1><button onclick="window.open('/second')">Tab</button>`,
          "/second": "<title>Second</title><h1>Second</h1><label>Word <input></label>",
          "*": (request, response) => {
            void arrivalOf(request, response, false).then(jsonApi.answer);
          },
        }),
      );
      site = served.url("/");
    });
    afterAll(() => owned.disposeAsync());

    async function evaluate(user: User): Promise<unknown> {
      const asked = { prompt: "What does the other tab say?", url: `${site}task` };
      const { status, json } = await user.post("/ai/evaluate", asked);
      return [status, json["success"], json.result];
    }

    async function buildOne(user: User): Promise<unknown> {
      const asked = { website_url: site, goal: jsonApi.goal, force: true };
      const { status, json } = await user.post("/wire/build-request", asked);
      if (status !== 201) return json;
      const id = (json["build_request"] as { readonly id: string }).id;
      const ended = await user.until(`/wire/build-requests/${id}`, (doc) =>
        /success|failed/.test((doc["build_request"] as typeof doc).status),
      );
      const { status: end, error } = ended["build_request"] as typeof ended;
      return [end, error ?? undefined];
    }

    async function logIn(user: User): Promise<unknown> {
      const websiteUrl = `${site}task`;
      const started = await user.post("/sessions/manual-start", {
        websiteUrl,
        name: randomBytes(6).toString("hex"),
      });
      if (started.status !== 201) return started.json;
      const { sessionId } = started.json;
      const saved = await user.post("/sessions/manual-save", { sessionId });
      return [saved.status, saved.json["isActive"]];
    }

    it(
      "are all done, whoever else works in the same moment",
      async () => {
        const users = await Promise.all([world.user(5000), world.user(5000), world.user(5000)]);
        const userAt = (at: number): User => users[at % users.length] ?? world.alice;
        const ends = performance.now() + LASTS;
        let rounds = 0;
        do {
          const [evaluated, built, loggedIn] = await Promise.all([
            Promise.all(Array.from({ length: TASKS }, (_, at) => evaluate(userAt(at)))),
            Promise.all([buildOne(userAt(0)), buildOne(userAt(1))]),
            Promise.all([logIn(userAt(1)), logIn(userAt(2))]),
          ]);
          rounds += 1;
          expect(evaluated, `round ${rounds}`).toEqual(
            Array.from({ length: TASKS }, () => [200, true, "written"]),
          );
          expect(built, `round ${rounds}`).toEqual([
            ["success", undefined],
            ["success", undefined],
          ]);
          expect(loggedIn, `round ${rounds}`).toEqual([
            [200, true],
            [200, true],
          ]);
        } while (rounds < 2 || performance.now() < ends);
        expect(browser.status().leased).toBe(0);
        expect(browsers.status().taken).toBe(0);
        if (LASTS > 0) console.log(`${rounds} rounds of ${TASKS} tasks, 2 builds, 2 logins`);
      },
      LASTS + 120_000,
    );
  },
);
