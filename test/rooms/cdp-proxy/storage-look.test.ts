import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRemoteBrowsers } from "dragline/browser";
import { createCdpProxy, createUpgradeHandler } from "dragline/cdp-proxy";
import { FakeClock } from "dragline/testing";
import { describe, expect, it, vi } from "vitest";
import { StorageLook } from "../../../src/cdp-proxy/storage-look.ts";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";
import { openRemoteWorld } from "../browser/remote-world.ts";
import { serveUpgrades, WsClient } from "./websocket-stage.ts";

const limits = { maxConnectionBytes: 100, maxOwnerBytes: 150, maxHostBytes: 300 };

/** Connections that have written so much, by name: `[owner, bytes]`. */
async function ended(found: Readonly<Record<string, readonly [string, number]>>) {
  const clock = new FakeClock();
  const look = new StorageLook(clock, limits);
  const over: string[] = [];
  for (const [name, [owner, bytes]] of Object.entries(found)) {
    look.add({ owner, browser: { stored: async () => bytes }, exceed: () => over.push(name) });
  }
  await clock.advance(1000);
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  look[Symbol.dispose]();
  expect(clock.waiting).toBe(0);
  return over;
}

describe("StorageLook", () => {
  it("ends a connection that wrote more than it may, and no other", async () => {
    expect(await ended({ a: ["o1", 101], b: ["o2", 100] })).toEqual(["a"]);
  });

  it("ends the largest of an owner whose connections wrote too much together", async () => {
    const found = { a: ["o1", 60], b: ["o1", 91], c: ["o2", 99] } as const;
    expect(await ended(found)).toEqual(["b"]);
  });

  it("ends the largest of all when the host's are too much together", async () => {
    const found = { a: ["o1", 90], b: ["o2", 95], c: ["o3", 80], d: ["o4", 70] } as const;
    expect(await ended(found)).toEqual(["b"]);
  });

  it("does not count what ends already", async () => {
    expect(await ended({ a: ["o1", 500], b: ["o1", 90], c: ["o2", 90] })).toEqual(["a"]);
  });

  it("looks no more when the last one ended at once", async () => {
    const clock = new FakeClock();
    const look = new StorageLook(clock, limits);
    const ended = Promise.withResolvers<void>();
    const watched = {
      owner: "o",
      browser: { stored: async () => 101 },
      exceed: () => {
        look.delete(watched);
        ended.resolve();
      },
    };
    look.add(watched);
    await clock.advance(1000);
    await ended.promise;
    await clock.advance(0);
    expect(clock.waiting).toBe(0);
  });

  it("leaves alone whom it cannot ask", async () => {
    const clock = new FakeClock();
    const look = new StorageLook(clock, limits);
    const exceed = vi.fn<() => void>();
    const failing = { stored: () => Promise.reject(new Error("gone")) };
    look.add({ owner: "o", browser: failing, exceed });
    look.add({ owner: "o", browser: {}, exceed });
    await clock.advance(1000);
    await vi.waitFor(() => expect(clock.waiting).toBe(1));
    expect(exceed).not.toHaveBeenCalled();
    look[Symbol.dispose]();
  });
});

const path = await chromiumPath();

describe.skipIf(path === undefined)(
  `${browserTitle("A connection", path)} that stores too much`,
  () => {
    it.each(["downloads", join("profile", "Default")])(
      "(%s) is closed with 1008 and a reason, and nothing of it is left",
      async (place) => {
        await using world = await openRemoteWorld({ "site.test": { "/": { body: "Hi" } } });
        const taken = vi.spyOn(world.browsers, "take");
        const options = { maxConnectionBytes: 64 * 1024 * 1024 };
        await using proxy = createCdpProxy({ browsers: world.browsers }, options);
        const client = new WsClient(
          await serveUpgrades(createUpgradeHandler(proxy, { owner: () => "a" })),
        );
        await client.opened;
        const browser = await taken.mock.results[0]?.value;
        await writeFile(join(browser?.folder ?? "", "..", place, "big"), Buffer.alloc(70_000_000));
        expect(await client.closed).toBe(1008);
        await vi.waitFor(() => expect(world.browsers.status().taken).toBe(0), 10_000);
        await expect(browser?.stored?.()).resolves.toBe(0);
      },
      30_000,
    );

    it("by a real download is closed, and the transfer is stopped", async () => {
      const site = createServer((_request, response) => {
        const headers = { "content-type": "application/octet-stream" };
        response.writeHead(200, { ...headers, "content-disposition": "attachment; filename=big" });
        const piece = Buffer.alloc(1_000_000, 1);
        const send = (): void => {
          while (!response.destroyed && response.write(piece));
        };
        response.on("drain", send);
        response.on("close", () => stopped.resolve());
        send();
      }).listen(0, "127.0.0.1");
      const stopped = Promise.withResolvers<void>();
      await once(site, "listening");
      const { port } = site.address() as AddressInfo;
      const chromium = { switches: [...testSwitches] };
      await using browsers = createRemoteBrowsers({}, { warm: 0, allow: ["127.0.0.1"], chromium });
      const options = { maxConnectionBytes: 64 * 1024 * 1024 };
      await using proxy = createCdpProxy({ browsers }, options);
      const client = new WsClient(
        await serveUpgrades(createUpgradeHandler(proxy, { owner: () => "a" })),
      );
      await client.opened;
      const tell = (id: number, method: string, params: object): void =>
        client.ws.send(JSON.stringify({ id, method, params }));
      tell(1, "Browser.setDownloadBehavior", { behavior: "allow", eventsEnabled: true });
      tell(2, "Target.createTarget", { url: `http://127.0.0.1:${port}/big` });
      expect(await client.closed).toBe(1008);
      await stopped.promise;
      expect(client.heard.some((text) => text.includes("Browser.downloadWillBegin"))).toBe(true);
      site.close();
      site.closeAllConnections();
    }, 60_000);
  },
);
