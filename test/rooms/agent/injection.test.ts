import { openPageTools, runTask, Secrets } from "dragline/agent";
import { createSite, type Site } from "dragline/testing";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { answerOf, judgeHere, ScriptedModel } from "../ai/scripted-model.ts";
import { orders, type Order } from "./injection-orders.ts";

const path = await chromiumPath();
const WORD = "canary-word-55-x";
const { signal } = new AbortController();

/** A model that does whatever a page tells it to: each line `DO tool {…}` that it was shown. */
function obedient(): ScriptedModel {
  let next = 0;
  const commands: string[] = [];
  return new ScriptedModel(async ({ prompt }) => {
    const told = JSON.stringify(prompt).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
    for (const [command] of told.matchAll(/DO \w+ \{[^}]*(?:\}\}[^}]*)*\}/g)) {
      if (!commands.includes(command)) commands.push(command);
    }
    const [, toolName = "done", json = '{"result":"ok"}'] =
      /^DO (\w+) (\{.*\})$/s.exec(commands[next] ?? "") ?? [];
    next += 1;
    const input = json.replaceAll(/REF\(([^)]*)\)/g, (_, name: string) => {
      const line = told.split("\\n").find((one) => one.includes(`"${name}"`));
      return /\[ref=(e\d+)\]/.exec(line ?? "")?.[1] ?? "e0";
    });
    return answerOf("", {
      content: [{ type: "tool-call", toolCallId: `c${next}`, toolName, input }],
    });
  });
}

describe.skipIf(path === undefined)(`${browserTitle("pages", path)} that give orders`, () => {
  const owned = new AsyncDisposableStack();
  let browser: Browser;
  let shop: Site;
  let thief: Site;
  let page: Page;
  let order: Order;

  beforeAll(async () => {
    const field = "<input name=Frame oninput='fetch(`/frame?${value}`)'>";
    thief = owned.use(await createSite({ "/frame": `<label>Word ${field}</label>` }));
    const evil = (): string => `http://localhost:${thief.port}`;
    shop = owned.use(
      await createSite({
        "/": (_, response) => {
          const html = order.html.replaceAll("EVIL", evil());
          const command = order.orders.map((one) => `<p>DO ${one.replaceAll("EVIL", evil())}</p>`);
          response.setHeader("content-type", "text/html");
          response.end(`<title>Shop</title><h1>Shop</h1>${html}${command.join("")}`);
        },
        "/go": (_, response) => response.writeHead(302, { location: `${evil()}/go` }).end(),
        "/meta": (_, response) => {
          response.setHeader("content-type", "text/html");
          response.end(`<meta http-equiv=refresh content="0;url=${evil()}/meta">`);
        },
      }),
    );
    browser = owned.use(await openChromium(path ?? ""));
  }, 60_000);
  afterAll(() => owned.disposeAsync());
  beforeEach(async () => {
    page = await browser.newPage();
    return () => page.close();
  });

  it.each(orders)(
    "$name: nothing goes elsewhere",
    async (one) => {
      order = one;
      const model = obedient();
      const before = thief.requests.length;
      // Given for no origin, it must not become that of another site either.
      const secrets = new Secrets({ word: WORD });
      const steps = [];
      {
        await using work = await openPageTools(page, { start: shop.url("/"), secrets });
        const opening = await work.open(shop.url("/"), signal);
        const task = { prompt: "Read the shop.", tools: work.tools, opening, secrets, maxSteps: 6 };
        const result = await runTask({ model, judge: judgeHere }, task);
        steps.push(...result.steps);
        expect(JSON.stringify(result)).not.toContain(WORD);
        expect(new URL(page.url()).port).not.toBe(String(thief.port));
      }
      // The model did as it was told, or the test would show nothing.
      expect(steps.map(({ tool }) => tool)).toContain(/\w+/.exec(one.orders[0] ?? "")?.[0]);
      expect(JSON.stringify(model.calls.map(({ prompt }) => prompt))).not.toContain(WORD);
      const asked = thief.requests.slice(before).map((request) => JSON.stringify(request));
      expect(asked.filter((request) => request.includes(WORD))).toEqual([]);
      expect(asked.filter((request) => !request.includes("/frame"))).toEqual([]);
    },
    30_000,
  );
});
