import { createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { go, openClient, openRemoteWorld, patience, type RemoteWorld } from "./remote-world.ts";

const path = await chromiumPath();

describe.skipIf(path === undefined)(`${browserTitle("RemoteBrowser", path)} and its pages`, () => {
  let world: RemoteWorld;

  beforeAll(async () => {
    world = await openRemoteWorld({ "site.test": { "/": "<title>Here</title>" } });
  });

  afterAll(() => world[Symbol.asyncDispose]());

  it.each(["the default context", "a context of the client's"])(
    "in %s reach the web and no private address",
    async (context) => {
      await using inside = await createSite({ "*": "<title>secret</title>" });
      await using browser = await world.browsers.take({ signal: patience() });
      const client = await openClient(browser);
      const own = context === "the default context" ? {} : await contextOf(client.browser);
      const { targetId } = (await client.browser.send("Target.createTarget", {
        url: "about:blank",
        ...own,
      })) as { targetId: string };
      const page = await client.page(targetId);
      expect(await go(page, "http://site.test/")).not.toHaveProperty("errorText");
      const begun = world.dialled.length;
      const addresses = ["127.0.0.1", "localhost", "[::1]", "0x7f.1"];
      const private_ = [
        ...addresses.map((host) => `${host}:${inside.port}`),
        "inside.test",
        "10.0.0.1",
      ];
      for (const host of private_) {
        expect(await go(page, `http://${host}/`), host).toHaveProperty("errorText");
      }
      expect(inside.connections).toBe(0);
      expect(world.dialled.length).toBe(begun);
    },
  );

  it("go through the proxy that is asked for, which a malformed one is not", async () => {
    await using proxy = await createSite({ "*": "<title>proxied</title>" });
    const order = { signal: patience(), proxy: new URL(`http://127.0.0.1:${proxy.port}`) };
    await using browser = await world.browsers.take(order);
    const page = await (await openClient(browser)).page();
    await go(page, "http://site.test/").catch(() => {});
    expect(world.dialled.at(-1)).toBe(`127.0.0.1:${proxy.port}`);
    const wrong = world.browsers.take({ ...order, proxy: new URL("ftp://proxy.test") });
    await expect(wrong).rejects.toMatchObject({ code: "PROXY_FAILED" });
    expect(world.browsers.status().taken).toBe(1);
  });
});

async function contextOf(browser: {
  send(method: string): Promise<unknown>;
}): Promise<{ browserContextId: string }> {
  return (await browser.send("Target.createBrowserContext")) as { browserContextId: string };
}
