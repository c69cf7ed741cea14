import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { createRemoteBrowsers } from "dragline/browser";
import { createCdpProxy, createUpgradeHandler, type CdpProxy } from "dragline/cdp-proxy";
import puppeteer, { type Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserTitle, chromiumPath, testSwitches } from "../../chromium.ts";

const path = await chromiumPath();
const table = Buffer.from("day,high\nMonday,06:12\n".repeat(90_000));
const page = `<a href="/table">table</a>
  <form method=post enctype="multipart/form-data"><input type=file name=f><button>send</button></form>`;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe.skipIf(path === undefined)(`${browserTitle("Clients", path)} of the proxy`, () => {
  const owned = new AsyncDisposableStack();
  const posted: string[] = [];
  let browser: Browser;
  let proxy: CdpProxy;
  let site: string;
  let send: (method: string, params?: object) => Promise<Record<string, unknown>>;

  beforeAll(async () => {
    const server = createServer((request, response) => {
      if (request.method === "POST") {
        request.setEncoding("latin1").on("data", (text: string) => posted.push(text));
        request.on("end", () => response.end("thanks"));
      } else if (request.url === "/table") {
        response.setHeader("content-disposition", 'attachment; filename="tide table.csv"');
        response.end(table);
      } else response.setHeader("content-type", "text/html").end(page);
    }).listen(0, "127.0.0.1");
    owned.defer(() => {
      server.close();
      server.closeAllConnections();
    });
    await once(server, "listening");
    site = `http://127.0.0.1:${portOf(server)}/`;
    const chromium = { switches: [...testSwitches] };
    const browsers = owned.use(createRemoteBrowsers({}, { allow: ["127.0.0.1"], chromium }));
    proxy = owned.use(createCdpProxy({ browsers }));
    const door = createServer().listen(0, "127.0.0.1");
    door.on("upgrade", createUpgradeHandler(proxy, { owner: () => "ada" }));
    owned.defer(() => void door.close());
    await once(door, "listening");
    browser = await puppeteer.connect({ browserWSEndpoint: `ws://127.0.0.1:${portOf(door)}/` });
    owned.defer(() => browser.close());
    const session = await browser.target().createCDPSession();
    // Puppeteer knows the names of Chromium's commands alone.
    send = (method, params = {}) => session.send(method as never, params as never);
  }, 60_000);
  afterAll(() => owned.disposeAsync());

  /** What a page says of a URL that it cannot load. */
  async function failureOf(url: string): Promise<string> {
    const opened = await browser.newPage();
    try {
      return await opened.goto(url).then(() => "", String);
    } finally {
      await opened.close();
    }
  }

  /** A port on which each client is treated so. */
  async function treating(socket: "refuse" | "reset" | "close"): Promise<number> {
    const server = createTcpServer((client) => {
      client.once("data", () => (socket === "reset" ? client.resetAndDestroy() : client.end()));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = portOf(server);
    if (socket === "refuse") await new Promise((resolve) => server.close(resolve));
    else owned.defer(() => void server.close());
    return port;
  }

  it.each([
    ["http", "refuse", "net::ERR_CONNECTION_REFUSED (Could not connect to 127.0.0.1"],
    ["https", "refuse", "net::ERR_CONNECTION_REFUSED (Could not connect to 127.0.0.1"],
    ["http", "reset", "net::ERR_CONNECTION_RESET at"],
    ["https", "reset", "net::ERR_CONNECTION_RESET at"],
    ["http", "close", "net::ERR_EMPTY_RESPONSE at"],
  ] as const)("learn over %s that a host has %sd: %s", async (scheme, how, told) => {
    expect(await failureOf(`${scheme}://127.0.0.1:${await treating(how)}/`)).toContain(told);
  });

  it.each(["http", "https"])(
    "learn over %s which hosts do not exist or are forbidden",
    async (scheme) => {
      expect(await failureOf(`${scheme}://tides.invalid/`)).toContain(
        "net::ERR_NAME_NOT_RESOLVED (tides.invalid",
      );
      expect(await failureOf(`${scheme}://10.0.0.1/`)).toContain(
        "net::ERR_BLOCKED_BY_ADMINISTRATOR (10.0.0.1 is a private address",
      );
    },
  );

  it("read what the browser downloads, over the protocol and in the process", async () => {
    const { connectionId } = await send("Dragline.getConnection");
    await send("Browser.setDownloadBehavior", { behavior: "allow", eventsEnabled: true });
    const opened = await browser.newPage();
    await opened.goto(site);
    await opened.click("a");
    const arrived = async () => (await send("Dragline.getDownloads"))["downloads"];
    await expect.poll(arrived, { timeout: 15_000 }).toMatchObject([{ state: "completed" }]);
    const [download] = (await arrived()) as { id: string; name: string; size: number }[];
    expect(download).toMatchObject({ name: "tide table.csv", size: table.length });

    const handle = `download:${download?.id}`;
    const parts: Buffer[] = [];
    for (let eof = false; !eof;) {
      const part = await send("IO.read", { handle });
      parts.push(Buffer.from(String(part["data"]), "base64"));
      eof = part["eof"] === true;
    }
    await send("IO.close", { handle });
    expect(Buffer.concat(parts).equals(table)).toBe(true);

    const files = proxy.files({ owner: "ada", connectionId: String(connectionId) });
    const bytes = await new Response(await files?.read(download?.id ?? "")).arrayBuffer();
    expect(Buffer.from(bytes).equals(table)).toBe(true);
    expect(proxy.files({ owner: "bob", connectionId: String(connectionId) })).toBeUndefined();
  }, 30_000);

  it("give files of their own to file inputs", async () => {
    const data = Buffer.from("high at 06:12").toString("base64");
    const { path: file } = await send("Dragline.putFile", { name: "tide.txt", data });
    const opened = await browser.newPage();
    await opened.goto(site);
    const input = await opened.$("input");
    await expect(input?.uploadFile("/etc/hostname")).rejects.toThrow(
      "only files of this connection's folder can be chosen; put it there with Dragline.putFile or POST /v1/browser-connect/{connId}/files",
    );
    await input?.uploadFile(String(file));
    await Promise.all([opened.waitForNavigation(), opened.click("button")]);
    expect(posted.join("")).toMatch(/filename="tide\.txt"[\s\S]+high at 06:12/);
    await expect(send("Dragline.putFile", { name: "../tide.txt", data })).rejects.toThrow(
      /without slashes/,
    );
    await expect(send("IO.read", { handle: "download:none" })).rejects.toThrow(/no such download/);
  }, 30_000);
});
