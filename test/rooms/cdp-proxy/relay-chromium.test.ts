import { createCdpProxy, createUpgradeHandler } from "dragline/cdp-proxy";
import { expect, describe, it, vi } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { openRemoteWorld } from "../browser/remote-world.ts";
import { serveUpgrades, WsClient } from "./websocket-stage.ts";

const path = await chromiumPath();

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly result?: Readonly<Record<string, string>>;
  readonly error?: { readonly code: number; readonly message: string };
}

describe.skipIf(path === undefined)(`${browserTitle("createCdpProxy", path)} gives`, () => {
  it("a raw client a Chromium that reads no file, and ends it with the client", async () => {
    await using world = await openRemoteWorld({
      "site.test": { "/": { body: "<title>Hi</title>" } },
    });
    await using proxy = createCdpProxy({ browsers: world.browsers });
    const client = new WsClient(
      await serveUpgrades(createUpgradeHandler(proxy, { owner: () => "a" })),
    );
    await client.opened;
    const heard = (): Answer[] => client.heard.map((text) => JSON.parse(text) as Answer);
    const ask = async (id: number, method: string, more: object = {}): Promise<Answer> => {
      client.ws.send(JSON.stringify({ id, method, ...more }));
      const answer = (): Answer | undefined => heard().find((each) => each.id === id);
      return await vi.waitFor(() => answer() ?? Promise.reject(new Error(method)), 10_000);
    };
    const created = await ask(1, "Target.createTarget", { params: { url: "about:blank" } });
    const targetId = created.result?.["targetId"];
    const attached = await ask(2, "Target.attachToTarget", { params: { targetId, flatten: true } });
    const sessionId = attached.result?.["sessionId"];
    const navigate = (id: number, url: string) =>
      ask(id, "Page.navigate", { params: { url }, sessionId });
    expect((await navigate(3, "http://site.test/")).result).not.toHaveProperty("errorText");
    expect((await navigate(4, " vIew-source:fi\tle:///etc/passwd")).error?.code).toBe(-32_000);
    client.ws.send("{ no JSON");
    await vi.waitFor(
      () => expect(heard().some(({ error }) => error?.code === -32_700)).toBe(true),
      { timeout: 30_000 },
    );
    const title = { params: { expression: "document.title" }, sessionId };
    // The answer to Page.navigate comes before the document is read.
    let id = 10;
    await vi.waitFor(async () => {
      id += 1;
      expect(await ask(id, "Runtime.evaluate", title)).toMatchObject({
        result: { result: { value: "Hi" } },
      });
    }, 10_000);
    expect(world.browsers.status().taken).toBe(1);
    expect(await ask(6, "Browser.close")).toEqual({ id: 6, result: {} });
    expect(await client.closed).toBe(1000);
    await vi.waitFor(() => expect(world.browsers.status().taken).toBe(0), 10_000);
  }, 30_000);

  it("a trace that tells nothing of the host, whole as Chromium has it", async () => {
    await using world = await openRemoteWorld({ "site.test": { "/": { body: "Hi" } } });
    await using proxy = createCdpProxy({ browsers: world.browsers });
    const client = new WsClient(
      await serveUpgrades(createUpgradeHandler(proxy, { owner: () => "a" })),
    );
    await client.opened;
    const heard = (): Answer[] => client.heard.map((text) => JSON.parse(text) as Answer);
    let id = 0;
    const ask = async (method: string, params: object): Promise<Answer> => {
      id += 1;
      const own = id;
      client.ws.send(JSON.stringify({ id: own, method, params }));
      return await vi.waitFor(
        () => heard().find((each) => each.id === own) ?? Promise.reject(new Error(method)),
        10_000,
      );
    };
    const traceConfig = { includedCategories: ["*", "disabled-by-default-*"] };
    await ask("Tracing.start", { transferMode: "ReturnAsStream", traceConfig });
    await ask("Target.createTarget", { url: "http://site.test/" });
    await ask("Tracing.end", {});
    const ended = await vi.waitFor(() => {
      const event = heard().find(({ method }) => method === "Tracing.tracingComplete");
      return event ?? Promise.reject(new Error("the trace has not ended"));
    }, 20_000);
    let text = "";
    for (;;) {
      const { result } = await ask("IO.read", { handle: ended.params?.["stream"] });
      text += result?.["data"] ?? "";
      if (String(result?.["eof"]) === "true") break;
    }
    const trace = JSON.parse(text) as { readonly traceEvents: readonly object[] };
    expect(trace.traceEvents.length).toBeGreaterThan(100);
    expect(Object.keys(trace)).toEqual(["traceEvents"]);
    expect(/user-data-dir|dragline-chromium|command_line|\/usr\//.exec(text)).toBeNull();
    client.ws.close();
    await client.closed;
  }, 60_000);
});
