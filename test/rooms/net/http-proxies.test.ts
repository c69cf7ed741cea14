import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { TLSSocket } from "node:tls";
import { createRawSite, leakedHandles, openHandles } from "dragline/testing";
import { Server, type ServerOptions } from "proxy-chain";
import { afterAll, describe, expect, it } from "vitest";
import { createConnector } from "../../../src/net/index.ts";
import { createProxiedSites, get, resolver } from "./proxied-sites.ts";
import { calm, recordingDialer } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";

const sites = await createProxiedSites();
const { plain, secure, certificate, connector } = sites;
afterAll(() => sites[Symbol.asyncDispose]());

/** An HTTP proxy on loopback that remembers the authorities asked for. */
async function createProxy(options: ServerOptions & { readonly login?: string } = {}) {
  const asked: string[] = [];
  const { login, ...rest } = options;
  const server = new Server({
    ...rest,
    port: 0,
    host: "127.0.0.1",
    prepareRequestFunction: ({ request, username, password }) => {
      asked.push(request.url ?? "");
      return { requestAuthentication: login !== undefined && login !== `${username}:${password}` };
    },
  });
  await server.listen();
  const url = (start = "http://127.0.0.1") => new URL(`${start}:${server.port}/`);
  return { asked, url, [Symbol.asyncDispose]: () => server.close(true) };
}

/** Writes single bytes, each in a packet of its own, then the rest. */
async function drip(socket: Socket, bytes: string, rest: string): Promise<void> {
  socket.setNoDelay(true);
  for (const byte of Buffer.from(bytes)) {
    socket.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end(rest);
}

describe("Connector.connect through an HTTP proxy", () => {
  it("tunnels http and https by CONNECT to the checked address", async () => {
    await using proxy = await createProxy();
    const overHttp = { url: new URL(`http://site.test:${plain.port}/`), proxy: proxy.url() };
    const overTls = { url: new URL(`https://site.test:${secure.port}/`), proxy: proxy.url() };
    expect(await get(await connector().connect(overHttp, calm))).toContain("plain");
    const connection = await connector().connect(overTls, calm);
    expect(connection.timings.tlsMs).toBeGreaterThan(0);
    expect(connection.remoteAddress).toBe("127.0.0.1");
    expect(await get(connection)).toContain("secure");
    expect(proxy.asked).toEqual([`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`]);
  });

  it("asks for the name when the proxy resolves", async () => {
    const dialer = recordingDialer();
    const names = resolver();
    const target = {
      url: new URL("http://site.test/"),
      proxy: new URL("http://proxy.test:3128/"),
      proxyResolves: true,
    };
    await refusalOf(() => createConnector({ resolver: names, dialer }).connect(target, calm));
    expect(names.asked).toEqual(["proxy.test"]);
    await using proxy = await createProxy();
    const url = new URL(`http://localhost:${plain.port}/`);
    const open = createConnector({}, { allow: ["localhost"] });
    const byName = { url, proxy: proxy.url(), proxyResolves: true };
    expect(await get(await open.connect(byName, calm))).toContain("plain");
    expect(proxy.asked).toEqual([`localhost:${plain.port}`]);
  });

  it("resolves the name itself when there is no proxy to do so", async () => {
    const dialer = recordingDialer();
    const target = { url: new URL("http://private.test/"), proxyResolves: true };
    const open = createConnector({ resolver: resolver(), dialer });
    expect((await refusalOf(() => open.connect(target, calm))).code).toBe("ADDRESS_NOT_ALLOWED");
    expect(dialer.targets).toEqual([]);
  });

  it("judges the target before the proxy hears of it", async () => {
    await using proxy = await createProxy();
    for (const [host, proxyResolves] of [
      ["127.0.0.1", false],
      ["127.0.0.1", true],
      ["localhost", true],
      ["metadata.google.internal", true],
      ["[::1]", true],
      ["private.test", false],
    ] as const) {
      const target = { url: new URL(`http://${host}/`), proxy: proxy.url(), proxyResolves };
      const error = await refusalOf(() => connector().connect(target, calm));
      expect(error.code).toBe("ADDRESS_NOT_ALLOWED");
    }
    expect(proxy.asked).toEqual([]);
  });

  it("sends the credentials of the proxy's URL, decoded", async () => {
    await using proxy = await createProxy({ login: "us er:p@ss:wörd" });
    const url = new URL(`http://site.test:${plain.port}/`);
    const withLogin = { url, proxy: proxy.url("http://us%20er:p%40ss%3Aw%C3%B6rd@127.0.0.1") };
    expect(await get(await connector().connect(withLogin, calm))).toContain("plain");
  });

  it("tells missing credentials from wrong ones and shows neither", async () => {
    await using proxy = await createProxy({ login: "user:secret" });
    const url = new URL(`http://site.test:${plain.port}/`);
    const missing = await refusalOf(() => connector().connect({ url, proxy: proxy.url() }, calm));
    expect(missing.code).toBe("PROXY_FAILED");
    expect(missing.message).toMatch(/asks for credentials \(status 407\)/);
    const wrong = await refusalOf(() =>
      connector().connect({ url, proxy: proxy.url("http://user:hunter2@127.0.0.1") }, calm),
    );
    expect(wrong.message).toMatch(/rejected the credentials \(status 407\)/);
    expect(wrong.details.status).toBe(407);
    expect(JSON.stringify([wrong.message, wrong.details, wrong.stack])).not.toMatch(
      /hunter2|user:/,
    );
  });

  it("speaks TLS to an https proxy, and TLS through it", async () => {
    await using proxy = await createProxy({ serverType: "https", httpsOptions: certificate });
    const through = { proxy: proxy.url("https://proxy.test") };
    const overHttp = { url: new URL(`http://site.test:${plain.port}/`), ...through };
    const overTls = { url: new URL(`https://site.test:${secure.port}/`), ...through };
    expect(await get(await connector().connect(overHttp, calm))).toContain("plain");
    expect(await get(await connector().connect(overTls, calm))).toContain("secure");
  });

  it("resumes TLS sessions on the way on which they began, and on no other", async () => {
    await using one = await createProxy();
    await using other = await createProxy();
    const url = new URL(`https://site.test:${secure.port}/`);
    const resumer = connector();
    const ways = [one.url(), one.url(), other.url(), one.url("http://user@127.0.0.1"), undefined];
    const reused: boolean[] = [];
    for (const proxy of ways) {
      const connection = await resumer.connect({ url, proxy }, calm);
      reused.push((connection.socket as TLSSocket).isSessionReused());
      await get(connection);
    }
    expect(reused).toEqual([false, true, false, false, false]);
  });

  it("closes both layers when TLS through an https proxy fails", async () => {
    await using proxy = await createProxy({ serverType: "https", httpsOptions: certificate });
    const through = { proxy: proxy.url("https://proxy.test") };
    const before = openHandles();
    const wrongName = { url: new URL(`https://127.0.0.1:${secure.port}/`), ...through };
    const open = createConnector(
      { resolver: resolver() },
      { allow: ["127.0.0.1"], ca: certificate.ca },
    );
    const error = await refusalOf(() => open.connect(wrongName, calm));
    expect(error).toMatchObject({ code: "TLS_FAILED" });
    expect(await leakedHandles(before)).toEqual([]);
  });

  it("closes both layers when an https proxy refuses the tunnel", async () => {
    await using proxy = await createProxy({
      serverType: "https",
      httpsOptions: certificate,
      login: "user:secret",
    });
    const before = openHandles();
    const url = new URL(`http://site.test:${plain.port}/`);
    const target = { url, proxy: proxy.url("https://proxy.test") };
    const error = await refusalOf(() => connector().connect(target, calm));
    expect(error).toMatchObject({ code: "PROXY_FAILED", details: { status: 407 } });
    expect(await leakedHandles(before)).toEqual([]);
  });

  it("verifies an https proxy's certificate", async () => {
    await using proxy = await createProxy({ serverType: "https", httpsOptions: certificate });
    const url = new URL(`http://site.test:${plain.port}/`);
    const error = await refusalOf(() =>
      connector().connect({ url, proxy: proxy.url("https://127.0.0.1") }, calm),
    );
    expect(error.code).toBe("PROXY_FAILED");
    expect(error.details.reason).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
  });

  it.each([
    ["refuses the tunnel", "HTTP/1.1 403 Forbidden\r\n\r\n", "status 403"],
    ["answers with another success", "HTTP/1.1 204 No Content\r\n\r\n", "status 204"],
    ["does not speak HTTP", "SSH-2.0-OpenSSH\r\n\r\n", "malformed"],
    ["speaks another HTTP", "HTTP/2 200\r\n\r\n", "malformed"],
    ["has a malformed status", "HTTP/1.1 20 OK\r\n\r\n", "malformed"],
    ["hides the status in a later line", "X: 1\r\nHTTP/1.1 200 OK\r\n\r\n", "malformed"],
    ["never ends its headers", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}`, "malformed"],
    ["ends them too late", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, "malformed"],
    ["hangs up", "", "ECONNRESET"],
    ["hangs up in the headers", "HTTP/1.1 200 OK\r\n", "ECONNRESET"],
  ])("fails when the proxy %s", async (_, answer, reason) => {
    await using proxy = await createRawSite((socket) => socket.end(answer));
    const target = { url: new URL("http://1.1.1.1/"), proxy: new URL(proxy.origin) };
    const error = await refusalOf(() => connector().connect(target, calm));
    expect(error.code).toBe("PROXY_FAILED");
    expect(error.details).toMatchObject({ proxy: proxy.origin, reason });
  });

  it("reads an answer in pieces and keeps what comes behind it", async () => {
    const head = "HTTP/1.1 200 OK\r\nA: b\r\n\r\n";
    await using proxy = await createRawSite((socket) => {
      socket.once("data", () => void drip(socket, head.slice(0, -1), `${head.slice(-1)}early`));
    });
    const target = { url: new URL("http://1.1.1.1/"), proxy: new URL(proxy.origin) };
    const { socket } = await connector().connect(target, calm);
    expect(await text(socket)).toBe("early");
  });

  it.each([
    ["cannot be resolved", "http://missing.test/", "ENOTFOUND"],
    ["has an unknown scheme", "ftp://127.0.0.1/", "scheme"],
    ["has no host", "socks5:///", "scheme"],
  ])("fails when the proxy %s", async (_, proxy, reason) => {
    const target = { url: new URL("http://1.1.1.1/"), proxy: new URL(proxy) };
    const error = await refusalOf(() => connector().connect(target, calm));
    expect(error.code).toBe("PROXY_FAILED");
    expect(error.details.reason).toBe(reason);
  });

  it("fails when the proxy is not there", async () => {
    const gone = await createRawSite(() => {});
    await gone[Symbol.asyncDispose]();
    const target = { url: new URL("http://1.1.1.1/"), proxy: new URL(gone.origin) };
    const error = await refusalOf(() => connector().connect(target, calm));
    expect(error).toMatchObject({ code: "PROXY_FAILED", details: { reason: "ECONNREFUSED" } });
  });
});
