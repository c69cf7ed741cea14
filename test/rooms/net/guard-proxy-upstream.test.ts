import { once } from "node:events";
import { text } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";
import type { Socket } from "node:net";
import { Server } from "proxy-chain";
import { afterAll, describe, expect, it } from "vitest";
import { openDoor, proxied } from "./open-door.ts";
import { createProxiedSites } from "./proxied-sites.ts";
import { createSocksServer } from "./socks-server.ts";

const sites = await createProxiedSites();
const { plain, secure, certificate, connector } = sites;
afterAll(() => sites[Symbol.asyncDispose]());

/** An HTTP proxy on loopback that asks for a login and remembers the authorities asked for. */
async function createHttpProxy() {
  const asked: string[] = [];
  const server = new Server({
    port: 0,
    host: "127.0.0.1",
    prepareRequestFunction: ({ request, username, password }) => {
      asked.push(`${request.method} ${request.url}`);
      return { requestAuthentication: `${username}:${password}` !== "user:p@ss" };
    },
  });
  await server.listen();
  return { asked, port: server.port, [Symbol.asyncDispose]: () => server.close(true) };
}

/** A TLS client inside a tunnel, which trusts the test's authority only. */
async function secured(tunnel: Socket): Promise<TLSSocket> {
  const socket = connect({ socket: tunnel, servername: "site.test", ca: certificate.ca });
  await once(socket, "secureConnect");
  return socket;
}

const request = "GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n";

describe("a door that leads to a proxy upstream", () => {
  it("goes through an HTTP proxy with credentials, http and https", async () => {
    await using upstream = await createHttpProxy();
    const proxy = new URL(`http://user:p%40ss@127.0.0.1:${upstream.port}`);
    await using open = await openDoor({ connector: connector(), door: { proxy } });
    proxy.port = "1";
    expect(await open.get(`http://site.test:${plain.port}/`)).toBe("plain");
    expect(await open.get(`http://site.test:${plain.port}/`)).toBe("plain");
    const { client, head } = await open.tunnel(`site.test:${secure.port}`);
    expect(head).toContain(" 200 ");
    const tls = await secured(client);
    tls.write(request);
    expect(await text(tls)).toContain("secure");
    expect(upstream.asked).toEqual([
      `CONNECT 127.0.0.1:${plain.port}`,
      `CONNECT 127.0.0.1:${secure.port}`,
    ]);
    expect(JSON.stringify(plain.requests)).not.toMatch(/proxy|via|forwarded/i);
  });

  it("goes through a SOCKS 5 proxy with credentials, http and https", async () => {
    await using upstream = await createSocksServer({ login: { user: "user", password: "p@ss" } });
    const proxy = new URL(`socks5://user:p%40ss@127.0.0.1:${upstream.site.port}`);
    await using open = await openDoor({ connector: connector(), door: { proxy } });
    expect(await open.get(`http://site.test:${plain.port}/`)).toBe("plain");
    const { client } = await open.tunnel(`site.test:${secure.port}`);
    const tls = await secured(client);
    tls.write(request);
    expect(await text(tls)).toContain("secure");
    expect(upstream.destinations).toEqual([`127.0.0.1:${plain.port}`, `127.0.0.1:${secure.port}`]);
  });

  it("asks it for nothing that is not public", async () => {
    await using upstream = await createHttpProxy();
    const proxy = new URL(`http://user:p%40ss@127.0.0.1:${upstream.port}`);
    await using open = await openDoor({ connector: connector(), door: { proxy } });
    for (const host of ["127.0.0.1", "private.test", "localhost", "[::1]"]) {
      expect((await open.say(proxied(`http://${host}:${plain.port}/`))).said).toBe("");
      expect((await open.tunnel(`${host}:${plain.port}`)).head).toContain(" 403 ");
      expect(open.door.failureOf(host)?.code).toBe("ADDRESS_NOT_ALLOWED");
    }
    expect(upstream.asked).toEqual([]);
  });

  it("fails without a word of the proxy's, and tells why", async () => {
    await using upstream = await createHttpProxy();
    const proxy = new URL(`http://user:wrong@127.0.0.1:${upstream.port}`);
    await using open = await openDoor({ connector: connector(), door: { proxy } });
    expect((await open.say(proxied(`http://site.test:${plain.port}/`))).said).toBe("");
    expect((await open.tunnel(`site.test:${secure.port}`)).head).toBe(
      "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    );
    const failure = open.door.failureOf("site.test");
    expect(failure?.code).toBe("PROXY_FAILED");
    expect(failure?.message).not.toContain("wrong");
  });
});
