import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRemoteBrowsers, type RemoteBrowser, type RemoteBrowsers } from "dragline/browser";
import {
  createCdpProxy,
  createInteractiveSessions,
  createUpgradeHandler,
  type CdpProxyOptions,
} from "dragline/cdp-proxy";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";
import { FakeSessions } from "./interactive/fake-sessions.ts";
import { serveUpgrades, WsClient } from "./websocket-stage.ts";
import { StorageLook } from "../../../src/cdp-proxy/storage-look.ts";
import { systemClock } from "../../../src/core/index.ts";

const path = await chromiumPath();
const MB = 1_000_000;
const PIECE = Buffer.alloc(100_000, 1);
/** Megabytes of a file that buffers on the way may take before it is cancelled: few, also on a busy machine. */
const BUFFERED = 150;

/** Files that are given as fast as they are taken. */
async function serveFiles() {
  const given = new Map<string, number>();
  let count = 0;
  const server = createServer(({ url = "" }, response) => {
    const [, kind, megabytes] = url.split("/");
    const total = Number(megabytes) * MB;
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      // A copy in the cache is another file on the disk, which a look on a slow machine counts too.
      "cache-control": "no-store",
      "content-disposition": "attachment; filename=big",
      ...(kind !== "streamed" && { "content-length": total }),
    });
    let sent = 0;
    const send = (): void => {
      while (sent < total && !response.destroyed) {
        sent += PIECE.length;
        given.set(url, (given.get(url) ?? 0) + PIECE.length);
        if (!response.write(PIECE) || kind === "waiting") return;
      }
      response.end();
    };
    if (kind !== "waiting") response.on("drain", send);
    send();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    /** Another file of so many megabytes. */
    add(kind: "announced" | "streamed" | "waiting", megabytes: number): string {
      count += 1;
      return `/${kind}/${megabytes}/${count}`;
    },
    /** Megabytes that were given of it. */
    given: (file: string): number => (given.get(file) ?? 0) / MB,
    url: (file: string) => `http://127.0.0.1:${port}${file}`,
    [Symbol.dispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A client that speaks the protocol as far as these cases need it. */
class Client extends WsClient {
  #last = 0;

  /** Sends a command whose answer nobody waits for. */
  tell(method: string, params: object): number {
    this.#last += 1;
    this.ws.send(JSON.stringify({ id: this.#last, method, params }));
    return this.#last;
  }

  async send(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const id = this.tell(method, params);
    const answer = (): string | undefined =>
      this.heard.find((text) => text.startsWith(`{"id":${id},`));
    await vi.waitFor(() => expect(answer()).toBeDefined(), 10_000);
    return (JSON.parse(answer() ?? "") as { result: Record<string, unknown> }).result;
  }

  async listen(): Promise<void> {
    await this.send("Browser.setDownloadBehavior", { behavior: "allow", eventsEnabled: true });
  }

  hears(state: string): Promise<void> {
    const word = `"state":"${state}"`;
    return vi.waitFor(
      () => expect(this.heard.some((text) => text.includes(word))).toBe(true),
      10_000,
    );
  }
}

describe.skipIf(path === undefined)(`${browserTitle("Downloads", path)} of remote browsers`, () => {
  const owned = new AsyncDisposableStack();
  let browsers: RemoteBrowsers;
  let files: Awaited<ReturnType<typeof serveFiles>>;
  beforeAll(async () => {
    files = owned.use(await serveFiles());
    const chromium = { switches: [...testSwitches] };
    browsers = owned.use(createRemoteBrowsers({}, { warm: 0, allow: ["127.0.0.1"], chromium }));
  });
  /** More than any of them may have. */
  let file = "";
  beforeEach(() => void (file = files.add("announced", 1000)));
  afterAll(() => owned.disposeAsync());

  /** Clients of one proxy, one of each owner. */
  async function connect(options: CdpProxyOptions, ...owners: readonly string[]) {
    const proxy = createCdpProxy({ browsers }, options);
    onTestFinished(() => proxy[Symbol.asyncDispose]());
    const clients: Client[] = [];
    for (const owner of owners) {
      const port = await serveUpgrades(createUpgradeHandler(proxy, { owner: () => owner }));
      const client = new Client(port);
      await client.opened;
      await client.listen();
      clients.push(client);
    }
    return clients as [Client, ...Client[]];
  }

  const open = (client: Client, file: string, more: object = {}): void =>
    void client.tell("Target.createTarget", { url: files.url(file), ...more });

  it("are cancelled at once when more is announced than a connection may have", async () => {
    const [client] = await connect({ maxConnectionBytes: 64 * MB }, "a");
    open(client, file);
    expect(await client.closed).toBe(1008);
    expect(files.given(file)).toBeLessThan(BUFFERED);
  }, 30_000);

  it("are cancelled in contexts of the client's own", async () => {
    const [client] = await connect({ maxConnectionBytes: 64 * MB }, "a");
    const { browserContextId } = await client.send("Target.createBrowserContext");
    await client.send("Browser.setDownloadBehavior", {
      behavior: "allowAndName",
      browserContextId,
      eventsEnabled: true,
    });
    open(client, file, { browserContextId });
    expect(await client.closed).toBe(1008);
    expect(files.given(file)).toBeLessThan(BUFFERED);
  }, 30_000);

  it.each([{ behavior: "default" }, { behavior: "allow", eventsEnabled: false }])(
    "are counted also where a client wants to hear nothing of them: %j",
    async (wish) => {
      const [client] = await connect({ maxConnectionBytes: 64 * MB }, "a");
      await client.send("Browser.setDownloadBehavior", wish);
      open(client, file);
      expect(await client.closed).toBe(1008);
      expect(files.given(file)).toBeLessThan(BUFFERED);
    },
    30_000,
  );

  it("are counted together: the third is one too many", async () => {
    const [client] = await connect({ maxConnectionBytes: 100 * MB }, "a");
    open(client, files.add("announced", 31));
    await client.hears("completed");
    const second = files.add("announced", 32);
    open(client, second);
    await vi.waitFor(() => expect(files.given(second)).toBe(32), 10_000);
    open(client, file);
    expect(await client.closed).toBe(1008);
    expect(files.given(file)).toBeLessThan(BUFFERED);
  }, 30_000);

  it.each([
    ["an owner", { maxOwnerBytes: 150 * MB }, ["a", "a"]],
    ["the host", { maxHostBytes: 150 * MB }, ["a", "b"]],
  ])(
    "of two connections are kept within what %s may have",
    async (_, limits, owners) => {
      const [first, second] = await connect(limits, ...owners);
      open(first, files.add("announced", 30));
      await first.hears("completed");
      if (second === undefined) throw new Error("there is one client");
      // Of which hardly anything comes: what is announced counts.
      open(second, files.add("waiting", 301));
      expect(await second.closed).toBe(1008);
      expect((await first.send("Browser.getVersion"))["product"]).toContain("Chrome");
      first.ws.close();
      await first.closed;
    },
    40_000,
  );

  it("leave a connection alone that stays within", async () => {
    const [client] = await connect({ maxConnectionBytes: 100 * MB }, "a");
    open(client, files.add("streamed", 20));
    await client.hears("completed");
    expect((await client.send("Browser.getVersion"))["product"]).toContain("Chrome");
    client.ws.close();
    expect(await client.closed).not.toBe(1008);
  }, 30_000);

  it("end a login by hand that is given too much", async () => {
    const sessions = new FakeSessions().asStore();
    const storage = new StorageLook(systemClock, {
      maxConnectionBytes: 64 * MB,
      maxOwnerBytes: 500 * MB,
      maxHostBytes: 500 * MB,
    });
    const interactive = createInteractiveSessions({ browsers, sessions, storage });
    onTestFinished(() => interactive[Symbol.asyncDispose]());
    const { ended, whyEnded } = await interactive.start({
      owner: "a",
      websiteUrl: files.url(file),
      signal: new AbortController().signal,
    });
    await ended;
    expect(whyEnded()).toBe("tooMuchStored");
    expect(files.given(file)).toBeLessThan(BUFFERED);
  }, 30_000);

  it("begin no more once they are cancelled", async () => {
    const { signal } = new AbortController();
    await using browser: RemoteBrowser = await browsers.take({ signal });
    await browser.downloads?.cancel();
    const channel = await browser.attach({ signal });
    channel.send(
      JSON.stringify({
        id: 1,
        method: "Target.createTarget",
        params: { url: files.url(file) },
      }),
    );
    await vi.waitFor(() => expect(files.given(file)).toBeGreaterThan(0), 10_000);
    await vi.waitFor(() => expect(browser.downloads?.bytes).toBe(0), 10_000);
    expect(files.given(file)).toBeLessThan(BUFFERED);
    await channel.close();
  }, 30_000);
});
