import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { createRawSite, FakeClock, leakedHandles, openHandles } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  createConnector,
  systemDialer,
  type ConnectorCollaborators,
  type ConnectPhase,
  type ConnectTarget,
  type Dialer,
} from "../../../src/net/index.ts";
import { refusalOf } from "./refusals.ts";

/** A server that reads and never answers; `greeted` resolves with its socket after the first byte. */
async function createSilence() {
  const greeted = Promise.withResolvers<Socket>();
  const site = await createRawSite((socket) => {
    socket.once("data", () => greeted.resolve(socket));
  });
  return {
    site,
    greeted: greeted.promise,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

interface Hang {
  readonly target: ConnectTarget;
  readonly collaborators?: ConnectorCollaborators;
  /** Resolves when the phase is under way. */
  readonly underWay: Promise<unknown>;
}

/** A connection that hangs in the given phase, at the port of a silent server. */
const hangs: Readonly<
  Record<
    string,
    { phase: ConnectPhase; ms: number; hang: (port: number, greeted: Promise<unknown>) => Hang }
  >
> = {
  "resolving the name": {
    phase: "dns",
    ms: 5000,
    hang: () => ({
      target: { url: new URL("http://slow.test/") },
      collaborators: { resolver: { resolve: () => new Promise(() => {}) } },
      underWay: Promise.resolve(),
    }),
  },
  connecting: {
    phase: "connect",
    ms: 10_000,
    hang: () => ({
      target: { url: new URL("http://1.1.1.1/") },
      collaborators: { dialer: { dial: (_, signal) => rejection(signal) } },
      underWay: Promise.resolve(),
    }),
  },
  "resolving the proxy": {
    phase: "proxy",
    ms: 10_000,
    hang: () => ({
      target: { url: new URL("http://1.1.1.1/"), proxy: new URL("http://slow.test:80/") },
      collaborators: { resolver: { resolve: () => new Promise(() => {}) } },
      underWay: Promise.resolve(),
    }),
  },
  "waiting for an HTTP proxy": {
    phase: "proxy",
    ms: 10_000,
    hang: (port, underWay) => ({
      target: { url: new URL("http://1.1.1.1/"), proxy: new URL(`http://127.0.0.1:${port}`) },
      underWay,
    }),
  },
  "securing an https proxy": {
    phase: "proxy",
    ms: 10_000,
    hang: (port, underWay) => ({
      target: { url: new URL("http://1.1.1.1/"), proxy: new URL(`https://127.0.0.1:${port}`) },
      underWay,
    }),
  },
  "waiting for a SOCKS proxy": {
    phase: "proxy",
    ms: 10_000,
    hang: (port, underWay) => ({
      target: { url: new URL("http://1.1.1.1/"), proxy: new URL(`socks5://127.0.0.1:${port}`) },
      underWay,
    }),
  },
  "the TLS handshake": {
    phase: "tls",
    ms: 10_000,
    hang: (port, underWay) => ({
      target: { url: new URL(`https://127.0.0.1:${port}/`) },
      underWay,
    }),
  },
};

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

describe("Connector.connect under its limits", () => {
  it.each(Object.entries(hangs))("gives up %s", async (_, { phase, ms, hang }) => {
    const before = openHandles();
    await using silence = await createSilence();
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const { target, collaborators, underWay } = hang(silence.site.port, silence.greeted);
    const connector = createConnector({ ...collaborators, clock }, { allow: ["127.0.0.1"] });
    const failing = refusalOf(() => connector.connect(target, signal));
    await underWay;
    await clock.timerOf(ms);
    await clock.advance(ms - 1);
    expect(clock.waiting).toBe(1);
    await clock.advance(1);
    const error = await failing;
    expect(error.code).toBe("TIMEOUT");
    expect(error.details).toEqual({ phase, ms, host: target.url.hostname });
    expect(error.message).toContain(`took longer than ${ms} ms`);
    await silence.site.idle();
    expectNothingLeft(clock, signal);
    await silence[Symbol.asyncDispose]();
    expect(await leakedHandles(before)).toEqual([]);
  });

  it.each(Object.entries(hangs))("stops at once when aborted while %s", async (_, { hang }) => {
    const before = openHandles();
    await using silence = await createSilence();
    const clock = new FakeClock();
    const controller = new AbortController();
    const { target, collaborators, underWay } = hang(silence.site.port, silence.greeted);
    const connector = createConnector({ ...collaborators, clock }, { allow: ["127.0.0.1"] });
    const connecting = connector.connect(target, controller.signal);
    await underWay;
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(connecting).rejects.toBe(reason);
    await silence.site.idle();
    expectNothingLeft(clock, controller.signal);
    await silence[Symbol.asyncDispose]();
    expect(await leakedHandles(before)).toEqual([]);
  });

  it("starts nothing under a signal that has aborted already", async () => {
    const reason = new Error("never mind");
    const never = (): never => {
      throw new Error("called");
    };
    const connector = createConnector({ resolver: { resolve: never }, dialer: { dial: never } });
    const url = new URL("http://public.test/");
    await expect(connector.connect({ url }, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("closes a connection that came about as the signal aborted", async () => {
    await using silence = await createSilence();
    const controller = new AbortController();
    const reason = new Error("enough");
    const sockets: Socket[] = [];
    const dialer: Dialer = {
      dial: async (target, signal) => {
        const socket = await systemDialer.dial(target, signal);
        sockets.push(socket);
        queueMicrotask(() => controller.abort(reason));
        return socket;
      },
    };
    const connector = createConnector({ dialer }, { allow: ["127.0.0.1"] });
    const url = new URL(silence.site.origin);
    await expect(connector.connect({ url }, controller.signal)).rejects.toBe(reason);
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it("leaves no timer and no listener behind a connection that stands", async () => {
    await using silence = await createSilence();
    const clock = new FakeClock();
    const { signal } = new AbortController();
    const connector = createConnector({ clock }, { allow: ["127.0.0.1"] });
    const { socket } = await connector.connect({ url: new URL(silence.site.origin) }, signal);
    expectNothingLeft(clock, signal);
    expect(socket.eventNames().filter((name) => name === "close")).toEqual([]);
    expect(socket.listenerCount("error")).toBeLessThanOrEqual(2);
    socket.destroy();
  });

  it("is not undone by an abort after it has connected", async () => {
    await using silence = await createSilence();
    const controller = new AbortController();
    const connector = createConnector({}, { allow: ["127.0.0.1"] });
    const url = new URL(silence.site.origin);
    const { socket } = await connector.connect({ url }, controller.signal);
    controller.abort();
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  it("takes limits of the caller's", async () => {
    const clock = new FakeClock();
    const resolver = { resolve: () => new Promise<never>(() => {}) };
    const connector = createConnector({ clock, resolver }, { dnsTimeoutMs: 7 });
    const url = new URL("http://slow.test/");
    const failing = refusalOf(() => connector.connect({ url }, new AbortController().signal));
    await clock.advance(7);
    expect((await failing).details.ms).toBe(7);
  });
});

function expectNothingLeft(clock: FakeClock, signal: AbortSignal): void {
  expect(clock.waiting).toBe(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
}
