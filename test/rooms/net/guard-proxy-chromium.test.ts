import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createRawSite, createSite } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  createConnector,
  createGuardProxy,
  type Connection,
  type Connector,
  type ConnectTarget,
} from "../../../src/net/index.ts";
import { createCertificate } from "../../certificates.ts";
import { browserTitle, chromiumPath, openChromium } from "../../chromium.ts";
import { createInternet } from "../fetcher/internet.ts";
import { attemptLoopback, attempts, serviceWorker } from "./loopback-attempts.ts";
import { calm } from "./recorders.ts";
import { createWebSocketSite } from "./websocket-site.ts";

const path = await chromiumPath();
const disposer = new AsyncDisposableStack();

async function open(chromium: string) {
  const plain = disposer.use(
    await createSite({
      "/": "<title>plain</title>",
      "/headers": (request, response) => response.end(JSON.stringify(request.rawHeaders)),
      "/moved": (request, response) => {
        response.writeHead(302, { location: request.url?.slice("/moved?".length) }).end();
      },
      "/post": (request, response) => {
        let bytes = 0;
        request.on("data", (chunk: Buffer) => {
          bytes += chunk.length;
        });
        request.on("end", () => response.end(String(bytes)));
      },
      "/events": (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write("data: first\n\n");
        response.on("close", () => {});
      },
      "/half": (_, response) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("half");
        setImmediate(() => response.destroy());
      },
      "/login": { status: 407, headers: { "proxy-authenticate": "Basic realm=x" }, body: "login" },
    }),
  );
  const certificate = await createCertificate({ names: ["secure.test"] });
  const script = { "content-type": "text/javascript" };
  const secure = disposer.use(
    await createSite(
      {
        "/": "<title>secure</title><body></body>",
        "/service-worker.js": { headers: script, body: serviceWorker },
      },
      { tls: certificate },
    ),
  );
  const sockets = disposer.use(await createWebSocketSite());
  const { resolver, dialer } = createInternet(
    { "site.test": plain, "secure.test": secure, "sockets.test": sockets },
    { "private.test": ["10.0.0.1"] },
  );
  const asked = new AskedConnector(createConnector({ resolver, dialer }));
  const proxy = disposer.use(createGuardProxy({ connector: asked }));
  const door = await proxy.open({}, calm);
  const browser = disposer.use(
    await openChromium(chromium, {
      args: [
        `--proxy-server=${door.url}`,
        "--proxy-bypass-list=<-loopback>",
        "--ignore-certificate-errors",
        "--webrtc-ip-handling-policy=disable_non_proxied_udp",
      ],
    }),
  );
  return { plain, asked, door, browser };
}

/** A connector that remembers what it was asked for. */
class AskedConnector implements Connector {
  readonly #connector: Connector;
  readonly #urls = new Set<string>();

  constructor(connector: Connector) {
    this.#connector = connector;
  }

  connect(target: ConnectTarget, signal: AbortSignal): Promise<Connection> {
    this.#urls.add(target.url.href);
    return this.#connector.connect(target, signal);
  }

  /** Resolves when each of the URLs was asked for. */
  async all(urls: readonly string[]): Promise<void> {
    const missing = (): string[] => urls.filter((url) => !this.#urls.has(url));
    await vi.waitFor(() => expect(missing()).toEqual([]), { timeout: 20_000 });
  }
}

type World = Awaited<ReturnType<typeof open>>;

describe.skipIf(path === undefined)(`${browserTitle("a Chromium", path)} behind a door`, () => {
  let world: World;
  beforeAll(async () => {
    if (path !== undefined) world = await open(path);
  });
  afterAll(() => disposer.disposeAsync());

  /** A page in a context of its own. */
  async function openPage(url: string) {
    const context = await world.browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(url);
    return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
  }

  it("loads pages over http and https", async () => {
    await using plain = await openPage("http://site.test/");
    expect(await plain.title()).toBe("plain");
    await using secure = await openPage("https://secure.test/");
    expect(await secure.title()).toBe("secure");
  });

  it("is seen by a website as without a proxy", async () => {
    await using page = await openPage("http://site.test/headers");
    const headers = await page.evaluate(() => document.body.textContent);
    expect(headers).toMatch(/^\["Host","site.test","Connection","keep-alive",/);
    expect(headers).not.toMatch(/proxy|via|forwarded/i);
    const names = await page.evaluate(async () => [...(await fetch("/")).headers.keys()]);
    expect(names).toEqual(["content-length", "content-type", "date"]);
  });

  it("talks over WebSockets", async () => {
    await using page = await openPage("http://site.test/");
    const echoed = await page.evaluate(async () => {
      const socket = new WebSocket("ws://sockets.test/");
      await new Promise((resolve) => socket.addEventListener("open", resolve));
      const message = new Promise<unknown>((resolve) => {
        socket.addEventListener("message", ({ data }) => resolve(data));
      });
      socket.send("hello");
      const data = await message;
      socket.close();
      return data;
    });
    expect(echoed).toBe("hello");
  });

  it("gets an event as soon as it is sent", async () => {
    await using page = await openPage("http://site.test/");
    const first = await page.evaluate(async () => {
      const source = new EventSource("/events");
      const event = await new Promise<MessageEvent>((resolve) => {
        source.addEventListener("message", resolve, { once: true });
      });
      source.close();
      return event.data as unknown;
    });
    expect(first).toBe("first");
  });

  it("posts 10 MB", async () => {
    await using page = await openPage("http://site.test/");
    const length = await page.evaluate(async () => {
      const body = new Uint8Array(10_000_000);
      return await (await fetch("/post", { method: "POST", body })).text();
    });
    expect(length).toBe("10000000");
  });

  it("meets an error of the network, not a page, where a website is refused or gone", async () => {
    const { door } = world;
    await using page = await openPage("http://site.test/");
    const refused: unknown[] = [];
    for (const url of ["http://private.test/", "https://private.test/", "http://nowhere.test/"]) {
      refused.push(await page.goto(url).catch((error: Error) => error.message.split(" at ")[0]));
    }
    const tunnel = "net::ERR_TUNNEL_CONNECTION_FAILED";
    expect(refused).toEqual(["net::ERR_EMPTY_RESPONSE", tunnel, "net::ERR_EMPTY_RESPONSE"]);
    expect(door.failureOf("private.test")?.code).toBe("ADDRESS_NOT_ALLOWED");
    expect(door.failureOf("nowhere.test")?.code).toBe("DNS_FAILED");
    expect(door.failureOf("site.test")).toBeUndefined();
  });

  it("meets an error where a website answers for a proxy or breaks off", async () => {
    await using page = await openPage("http://site.test/");
    await expect(page.goto("http://site.test/login")).rejects.toThrow("net::ERR_EMPTY_RESPONSE");
    await page.goto("http://site.test/");
    const half = await page.evaluate(async () => {
      const response = await fetch("/half");
      return response.text().then(String, () => "broken");
    });
    expect(half).toBe("broken");
  });

  it("reaches neither a listener on loopback nor its own proxy, however a page tries", async () => {
    const { asked, door } = world;
    await using listener = await createRawSite((socket) => socket.end());
    await using udp = createSocket("udp4").bind(0, "127.0.0.1");
    await once(udp, "listening");
    let packets = 0;
    udp.on("message", () => {
      packets += 1;
    });
    await using page = await openPage("https://secure.test/");
    await page.evaluate(attemptLoopback, listener.port, udp.address().port);
    await page.goto(`http://site.test/moved?${listener.origin}/redirect`).catch(() => {});
    await page.goto(door.url).catch(() => {});
    await asked.all(attempts.map((attempt) => `${listener.origin}/${attempt}`));
    await asked.all([`${listener.origin}/`, `${listener.origin}/redirect`, `${door.url}/`]);
    expect(listener.connections).toBe(0);
    expect(packets).toBe(0);
  });
});
