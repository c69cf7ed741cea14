import { SocksClient } from "socks";
import { afterAll, describe, expect, it } from "vitest";
import type { Connection } from "../../../src/net/index.ts";
import { createProxiedSites, get } from "./proxied-sites.ts";
import { calm } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";
import { createSocksServer } from "./socks-server.ts";

const sites = await createProxiedSites();
const { plain, secure, connector } = sites;
afterAll(() => sites[Symbol.asyncDispose]());

describe("Connector.connect through a SOCKS 5 proxy", () => {
  const proxyUrl = (start: string, port: number) => new URL(`${start}:${port}`);

  it("tunnels http and https to the checked address", async () => {
    await using proxy = await createSocksServer();
    const url = proxyUrl("socks5://127.0.0.1", proxy.site.port);
    const overHttp = { url: new URL(`http://site.test:${plain.port}/`), proxy: url };
    const overTls = { url: new URL(`https://site.test:${secure.port}/`), proxy: url };
    expect(await get(await connector().connect(overHttp, calm))).toContain("plain");
    expect(await get(await connector().connect(overTls, calm))).toContain("secure");
    expect(proxy.destinations).toEqual([`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`]);
  });

  it("hands over the name when the scheme is socks5h, unless told otherwise", async () => {
    await using proxy = await createSocksServer({ port: plain.port });
    const target = {
      url: new URL("http://site.test/"),
      proxy: proxyUrl("socks5h://127.0.0.1", proxy.site.port),
    };
    expect(await get(await connector().connect(target, calm))).toContain("plain");
    const here = { ...target, proxyResolves: false };
    expect(await get(await connector().connect(here, calm))).toContain("plain");
    expect(proxy.destinations).toEqual(["site.test:80", "127.0.0.1:80"]);
  });

  it("asks for IPv6 addresses in 16 bytes", async () => {
    await using proxy = await createSocksServer({ port: plain.port });
    const target = {
      url: new URL("http://[2606:4700:4700::1111]/"),
      proxy: proxyUrl("socks5://127.0.0.1", proxy.site.port),
    };
    expect(await get(await connector().connect(target, calm))).toContain("plain");
    expect(proxy.destinations).toEqual(["26064700470000000000000000001111:80"]);
  });

  it("logs in", async () => {
    const login = { user: "us er", password: "p@ss" };
    await using proxy = await createSocksServer({ login });
    const target = {
      url: new URL(`http://site.test:${plain.port}/`),
      proxy: proxyUrl("socks5://us%20er:p%40ss@127.0.0.1", proxy.site.port),
    };
    expect(await get(await connector().connect(target, calm))).toContain("plain");
  });

  it.each([
    ["wants a login", "", {}, "login method"],
    ["rejects the login", "user:wrong@", {}, "credentials"],
    ["gets too long a password", `user:${"x".repeat(256)}@`, {}, "credentials"],
    ["refuses the target", "user:pass@", { reply: 2 }, "not allowed by its rules"],
    ["cannot reach the target", "user:pass@", { reply: 5 }, "connection refused"],
    ["gives an unknown reply", "user:pass@", { reply: 77 }, "reply 77"],
    ["speaks HTTP", "", { greeting: Buffer.from("HTTP/1.1 400\r\n\r\n") }, "malformed"],
    ["chooses what was not offered", "", { greeting: Buffer.from([5, 2]) }, "login method"],
  ])("fails when the proxy %s", async (...row) => {
    const [, credentials, options, reason] = row;
    const login = { user: "user", password: "pass" };
    await using proxy = await createSocksServer({ login, ...options });
    const target = {
      url: new URL("http://1.1.1.1/"),
      proxy: proxyUrl(`socks5://${credentials}127.0.0.1`, proxy.site.port),
    };
    const error = await refusalOf(() => connector().connect(target, calm));
    expect(error.code).toBe("PROXY_FAILED");
    expect(error.details).toEqual({ proxy: `socks5://127.0.0.1:${proxy.site.port}`, reason });
    expect(error.message).not.toMatch(/wrong|xxx|pass@/);
  });

  it("is tried on a server that another SOCKS client understands", async () => {
    const login = { user: "user", password: "pass" };
    await using proxy = await createSocksServer({ login });
    const { socket } = await SocksClient.createConnection({
      command: "connect",
      proxy: {
        host: "127.0.0.1",
        port: proxy.site.port,
        type: 5,
        userId: "user",
        password: "pass",
      },
      destination: { host: "127.0.0.1", port: plain.port },
    });
    expect(await get({ socket } as Connection)).toContain("plain");
  });
});
