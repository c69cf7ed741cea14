import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createServer, type TLSSocket } from "node:tls";
import { createRawSite, createSite, type Site, type SiteRoute } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createConnector,
  systemDialer,
  type Connector,
  type ConnectorOptions,
  type ConnectTarget,
} from "../../../src/net/index.ts";
import { TlsClient } from "../../../src/net/tls-client.ts";
import {
  createAuthority,
  createCertificate,
  type Authority,
  type CertificateOptions,
} from "../../certificates.ts";
import { calm } from "./recorders.ts";
import { refusalOf } from "./refusals.ts";

let issuer: Authority;
let site: Site;

beforeAll(async () => {
  issuer = await createAuthority();
  const names = ["site.test", "*.many.test", "127.0.0.1"];
  const { key, cert } = await createCertificate({ names, issuer });
  const greet: SiteRoute = ({ socket }, response) => {
    response.end(String((socket as TLSSocket & { servername?: unknown }).servername));
  };
  site = await createSite({ "/": greet }, { tls: { key, cert }, http2: true });
});

afterAll(() => site[Symbol.asyncDispose]());

const resolver = { resolve: async () => ["127.0.0.1"] };
const trusting = (options: ConnectorOptions = {}): Connector =>
  createConnector({ resolver }, { allow: ["127.0.0.1"], ca: issuer.ca, ...options });

/** Connects, lets the server's session tickets arrive, and closes. */
async function visit(connector: Connector, host: string, target: Partial<ConnectTarget> = {}) {
  const url = new URL(`https://${host}:${site.port}/`);
  const alpn = ["http/1.1"];
  const { socket, timings } = await connector.connect({ url, alpn, ...target }, calm);
  const secured = socket as TLSSocket;
  const seen = { reused: secured.isSessionReused(), protocol: secured.alpnProtocol, timings };
  if (secured.alpnProtocol !== "http/1.1") {
    secured.destroy();
    return { ...seen, reply: "" };
  }
  secured.end("GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n");
  return { ...seen, reply: await text(secured) };
}

async function refusedCertificate(options: CertificateOptions, ca?: readonly string[]) {
  const { key, cert, ca: own } = await createCertificate(options);
  await using server = await createSite({}, { tls: { key, cert } });
  const url = new URL(`https://site.test:${server.port}/`);
  return await refusalOf(() => trusting({ ca: ca ?? [own] }).connect({ url }, calm));
}

const closed = async (socket: Socket): Promise<void> => {
  if (!socket.closed) await new Promise<void>((resolve) => socket.once("close", resolve));
};

describe("Connector.connect over TLS", () => {
  it("accepts a certificate for the name, for the name with a dot and for the address", async () => {
    for (const host of ["site.test", "site.test.", "127.0.0.1"]) {
      expect((await visit(trusting(), host)).timings.tlsMs).toBeGreaterThan(0);
    }
  });

  it("names the host to the server, but never an address", async () => {
    expect((await visit(trusting(), "site.test.")).reply).toMatch(/\r\n\r\n.*site\.test/s);
    expect((await visit(trusting(), "127.0.0.1")).reply).toMatch(/\r\n\r\n.*false/s);
  });

  it.each([
    ["expired", { names: ["site.test"], expired: true }, undefined, "CERT_HAS_EXPIRED"],
    ["for another name", { names: ["other.test"] }, undefined, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["for its address only", { names: ["127.0.0.1"] }, undefined, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["of an unknown issuer", { names: ["site.test"] }, [], "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    [
      "signed by itself",
      { names: ["site.test"], issuer: "self" },
      [],
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    ],
  ] as const)("refuses a certificate that is %s", async (...row) => {
    const [, options, ca, reason] = row;
    const error = await refusedCertificate(options, ca);
    expect(error.code).toBe("TLS_FAILED");
    expect(error.details).toEqual({ host: "site.test", reason });
    expect(error.message).toContain(reason);
  });

  it("verifies even where the environment says not to", async () => {
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    try {
      const error = await refusedCertificate({ names: ["site.test"] }, []);
      expect(error.code).toBe("TLS_FAILED");
    } finally {
      delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    }
  });

  it.each([
    ["hangs up", ""],
    ["speaks plain HTTP", "HTTP/1.1 400 Bad Request\r\n\r\n"],
    ["sends an alert", Buffer.from([21, 3, 3, 0, 2, 2, 40])],
  ])("fails when the server %s", async (_, answer) => {
    await using server = await createRawSite((socket) =>
      socket.once("data", () => socket.end(answer)),
    );
    const url = new URL(`https://site.test:${server.port}/`);
    const error = await refusalOf(() => trusting().connect({ url }, calm));
    expect(error.code).toBe("TLS_FAILED");
    expect(error.details.reason).toMatch(/^E/);
    await server.idle();
  });

  it("offers what ALPN it is told to, and none untold", async () => {
    const connector = trusting();
    expect((await visit(connector, "site.test", { alpn: ["h2", "http/1.1"] })).protocol).toBe("h2");
    expect((await visit(connector, "site.test")).protocol).toBe("http/1.1");
    expect((await visit(connector, "site.test", { alpn: undefined })).protocol).toBe(false);
  });

  it("resumes its sessions with the same host", async () => {
    const connector = trusting();
    expect((await visit(connector, "site.test")).reused).toBe(false);
    expect((await visit(connector, "site.test")).reused).toBe(true);
    expect((await visit(connector, "a.many.test")).reused).toBe(false);
    expect((await visit(trusting(), "site.test")).reused).toBe(false);
  });

  it("starts afresh after a failure", async () => {
    const { key, cert } = await createCertificate({ names: ["site.test"], issuer });
    let broken = false;
    await using server = createServer({ key, cert }, (socket) => socket.end("x"));
    server.on("connection", (socket) => broken && socket.destroy());
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`https://site.test:${(server.address() as AddressInfo).port}/`);
    const connector = trusting();
    const isReused = async (): Promise<boolean> => {
      const { socket } = await connector.connect({ url }, calm);
      const reused = (socket as TLSSocket).isSessionReused();
      await text(socket);
      return reused;
    };
    expect([await isReused(), await isReused()]).toEqual([false, true]);
    broken = true;
    await refusalOf(() => connector.connect({ url }, calm));
    broken = false;
    expect(await isReused()).toBe(false);
  });

  it("survives an error before anybody listens to the socket", async () => {
    const url = new URL(`https://site.test:${site.port}/`);
    const { socket } = await trusting().connect({ url }, calm);
    const failure = new Error("lost");
    socket.destroy(failure);
    await closed(socket);
    expect(socket.errored).toBe(failure);
  });

  it("does not resume what it refused: the second time fails like the first", async () => {
    const connector = trusting();
    for (let turn = 0; turn < 3; turn += 1) {
      const url = new URL(`https://other.test:${site.port}/`);
      const error = await refusalOf(() => connector.connect({ url }, calm));
      expect(error.details.reason).toBe("ERR_TLS_CERT_ALTNAME_INVALID");
    }
  });
});

describe("TlsClient.secure", () => {
  const dial = () => systemDialer.dial({ addresses: ["127.0.0.1"], port: site.port }, calm);

  it("gives a socket that closes with the one below, and the other way round", async () => {
    const client = new TlsClient([issuer.ca]);
    for (const turn of [0, 1]) {
      const socket = await dial();
      const peer = { host: "site.test", port: site.port, alpn: [] };
      const both = [socket, await client.secure(socket, peer, calm)];
      both[turn]?.destroy();
      await Promise.all(both.map(closed));
      expect(both.every(({ destroyed }) => destroyed)).toBe(true);
    }
  });

  it("keeps as many sessions as it is told and forgets the oldest", async () => {
    const client = new TlsClient([issuer.ca], 2);
    const reused: boolean[] = [];
    for (const letter of "abcbca") {
      const peer = { host: `${letter}.many.test`, port: site.port, alpn: ["http/1.1"] };
      const secured = await client.secure(await dial(), peer, calm);
      reused.push(secured.isSessionReused());
      secured.end("GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n");
      await text(secured);
    }
    expect(reused).toEqual([false, false, false, true, true, false]);
  });

  it("closes the connection when the handshake fails", async () => {
    const socket = await dial();
    const peer = { host: "other.test", port: site.port, alpn: [] };
    const securing = new TlsClient([issuer.ca]).secure(socket, peer, calm);
    await expect(securing).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
    await closed(socket);
  });

  it("closes the connection when the signal aborts", async () => {
    await using silence = await createRawSite(() => {});
    const socket = await systemDialer.dial({ addresses: ["127.0.0.1"], port: silence.port }, calm);
    const controller = new AbortController();
    const peer = { host: "site.test", port: silence.port, alpn: [] };
    const securing = new TlsClient([]).secure(socket, peer, controller.signal);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(securing).rejects.toBe(reason);
    await closed(socket);
  });
});
