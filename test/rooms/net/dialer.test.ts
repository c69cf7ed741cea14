import { getEventListeners } from "node:events";
import type * as net from "node:net";
import { BlockList, type NetConnectOpts, type Socket } from "node:net";
import { createRawSite, FakeClock } from "dragline/testing";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createDialer, systemDialer } from "../../../src/net/index.ts";
import { calm } from "./recorders.ts";

/** Attempts at addresses of documentation ranges, which hang and send no packet. */
const hanging: { readonly host: string; readonly socket: Socket }[] = [];

vi.mock("node:net", async (original) => {
  const actual = await original<typeof net>();
  const connect = (options: NetConnectOpts & { readonly host: string }): Socket => {
    if (!/^(?:192\.0\.2\.|2001:db8:)/.test(options.host)) return actual.connect(options);
    const socket = new actual.Socket();
    hanging.push({ host: options.host, socket });
    return socket;
  };
  return { ...actual, connect };
});

beforeEach(() => {
  hanging.length = 0;
});

const echo = () => createRawSite((socket) => socket.pipe(socket));
const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("Dialer.dial", () => {
  it("connects to the address", async () => {
    await using site = await echo();
    const socket = await systemDialer.dial({ addresses: ["127.0.0.1"], port: site.port }, calm);
    expect(socket.remoteAddress).toBe("127.0.0.1");
    expect(socket.remotePort).toBe(site.port);
    socket.destroy();
  });

  it("goes on to the next address at once when one is refused", async () => {
    await using site = await echo();
    const clock = new FakeClock();
    const target = { addresses: ["127.0.0.2", "127.0.0.1"], port: site.port };
    const socket = await createDialer(clock).dial(target, calm);
    expect(socket.remoteAddress).toBe("127.0.0.1");
    expect(clock.now()).toBe(new FakeClock().now());
    expect(clock.waiting).toBe(0);
    socket.destroy();
  });

  it("tries the next address beside a silent one after 250 ms, and closes the loser", async () => {
    await using site = await echo();
    const clock = new FakeClock();
    const target = { addresses: ["192.0.2.1", "127.0.0.1"], port: site.port };
    const dialling = createDialer(clock).dial(target, calm);
    await clock.advance(249);
    expect(hanging.map(({ host }) => host)).toEqual(["192.0.2.1"]);
    expect(clock.untilNext).toBe(1);
    await clock.advance(1);
    const socket = await dialling;
    expect(socket.remoteAddress).toBe("127.0.0.1");
    expect(hanging[0]?.socket.destroyed).toBe(true);
    expect(clock.waiting).toBe(0);
    socket.destroy();
  });

  it("lets a slow address win over those that were tried after it", async () => {
    const clock = new FakeClock();
    const target = { addresses: ["192.0.2.1", "192.0.2.2", "192.0.2.3"], port: 80 };
    const dialling = createDialer(clock).dial(target, calm);
    await clock.advance(500);
    const [first, second, third] = hanging.map(({ socket }) => socket);
    first?.emit("connect");
    expect(await dialling).toBe(first);
    expect(first?.destroyed).toBe(false);
    expect([second?.destroyed, third?.destroyed]).toEqual([true, true]);
    first?.destroy();
  });

  it("lets the families take turns, beginning with the first address's", async () => {
    const clock = new FakeClock();
    const addresses = ["2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2", "192.0.2.3"];
    const dialling = createDialer(clock).dial({ addresses, port: 80 }, calm);
    await clock.advance(1000);
    expect(hanging.map(({ host }) => host)).toEqual([
      "2001:db8::1",
      "192.0.2.1",
      "2001:db8::2",
      "192.0.2.2",
      "192.0.2.3",
    ]);
    for (const { socket } of hanging) socket.destroy(refused);
    await expect(dialling).rejects.toBe(refused);
    expect(clock.waiting).toBe(0);
  });

  it("does not try another address when the connection it made is lost", async () => {
    const clock = new FakeClock();
    const dialling = createDialer(clock).dial(
      { addresses: ["192.0.2.1", "192.0.2.2"], port: 80 },
      calm,
    );
    hanging[0]?.socket.emit("connect");
    const socket = await dialling;
    socket.destroy(refused);
    await clock.advance(1000);
    expect(hanging.length).toBe(1);
  });

  it("closes every attempt when the signal aborts, and throws its reason", async () => {
    const clock = new FakeClock();
    const controller = new AbortController();
    const target = { addresses: ["192.0.2.1", "192.0.2.2", "192.0.2.3"], port: 80 };
    const dialling = createDialer(clock).dial(target, controller.signal);
    await clock.advance(250);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(dialling).rejects.toBe(reason);
    expect(hanging.map(({ socket }) => socket.destroyed)).toEqual([true, true]);
    expect(clock.waiting).toBe(0);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("opens nothing when the signal has aborted already", async () => {
    const reason = new Error("never mind");
    const target = { addresses: ["192.0.2.1"], port: 80 };
    await expect(systemDialer.dial(target, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(hanging).toEqual([]);
  });

  it("does not connect to an address of the block list", async () => {
    await using site = await echo();
    const blockList = new BlockList();
    blockList.addSubnet("127.0.0.0", 8, "ipv4");
    const target = { addresses: ["127.0.0.1"], port: site.port, blockList };
    await expect(systemDialer.dial(target, calm)).rejects.toMatchObject({ code: "ERR_IP_BLOCKED" });
    expect(site.connections).toBe(0);
  });

  it.each(["localhost", "", "127.1"])("refuses to resolve %j", async (name) => {
    const target = { addresses: ["192.0.2.1", name], port: 80 };
    await expect(systemDialer.dial(target, calm)).rejects.toThrow(TypeError);
    expect(hanging).toEqual([]);
  });

  it("fails when there is no address", async () => {
    await expect(systemDialer.dial({ addresses: [], port: 80 }, calm)).rejects.toThrow(
      /no address/,
    );
  });
});
