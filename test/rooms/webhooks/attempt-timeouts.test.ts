import type { Dialer } from "dragline/fetcher";
import { createRawSite, createSite, FakeClock, type Site } from "dragline/testing";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createAttemptSender } from "../../../src/webhooks/attempts/attempt-sender.ts";
import { createInternet } from "../fetcher/internet.ts";
import { attemptAt, signal } from "./attempts.ts";

const allow = ["127.0.0.1"];
const timeout = {
  httpStatus: null,
  failure: "timeout",
  permanent: false,
  retryAfterMs: undefined,
  durationMs: 10_000,
};

/** Lets real input and output happen until something holds. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

describe("ten seconds", () => {
  it("are all that a name may take, and a lookup that hangs is shared", async () => {
    const clock = new FakeClock();
    let lookups = 0;
    const resolver = {
      resolve: () => {
        lookups += 1;
        return new Promise<never>(() => {});
      },
    };
    await using sender = createAttemptSender({ clock, resolver });
    for (let round = 0; round < 5; round += 1) {
      const attempts = [1, 2, 3].map(() => sender.send(attemptAt("http://a.test/"), signal));
      await clock.timerOf(10_000);
      await clock.advance(10_000);
      expect(await Promise.all(attempts)).toEqual([timeout, timeout, timeout]);
    }
    expect(lookups).toBe(1);
    await clock.advance(10_000);
    const late = sender.send(attemptAt("http://a.test/"), signal);
    await clock.timerOf(10_000);
    await clock.advance(10_000);
    expect([await late, lookups]).toEqual([timeout, 2]);
  });

  it("are all that a connection may take", async () => {
    const clock = new FakeClock();
    const { resolver } = createInternet({}, { "a.test": ["93.184.215.14"] });
    let dialled = false;
    let aborted = false;
    const dialer: Dialer = {
      dial: (_, cancelled) =>
        new Promise((__, reject) => {
          dialled = true;
          cancelled.addEventListener("abort", () => {
            aborted = true;
            reject(cancelled.reason);
          });
        }),
    };
    await using sender = createAttemptSender({ clock, resolver, dialer });
    const sending = sender.send(attemptAt("http://a.test/"), signal);
    await until(() => dialled);
    await clock.advance(10_000);
    expect([await sending, aborted]).toEqual([timeout, true]);
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ["the TLS handshake", "https", (socket) => void socket.resume()],
    ["a request that is not read", "http", (socket) => void socket.pause()],
    ["a head that does not come", "http", (socket) => void socket.resume()],
    ["half a head", "http", (socket) => void socket.resume().write("HTTP/1.1 200 OK\r\nX: ")],
    [
      "a head behind a 1xx",
      "http",
      (socket) => void socket.resume().write("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n"),
    ],
  ])("are all that %s may take", async (_, scheme, serve) => {
    const clock = new FakeClock();
    let client: Socket | undefined;
    await using site = await createRawSite((socket) => {
      client = socket;
      serve(socket);
    });
    await using sender = createAttemptSender({ clock, ...createInternet({ "a.test": site }) });
    const sending = sender.send(attemptAt(`${scheme}://a.test/`), signal);
    await until(() => client !== undefined);
    await clock.advance(9_999);
    expect(site.open).toBe(1);
    await clock.advance(1);
    expect(await sending).toEqual(timeout);
    client?.resume();
    await site.idle();
    expect(clock.waiting).toBe(0);
  });

  it("are all that a head may take that drips", async () => {
    const clock = new FakeClock();
    let client: Socket | undefined;
    await using site: Site = await createRawSite((socket) => void (client = socket.resume()));
    await using sender = createAttemptSender({ clock }, { allow });
    const sending = sender.send(attemptAt(site.url("/")), signal);
    await until(() => client !== undefined);
    for (const byte of "HTTP/1.1 2") {
      client?.write(byte);
      await clock.advance(1_000);
    }
    expect(await sending).toEqual(timeout);
    await site.idle();
  });

  it.each([70, 100_000])("can be %i milliseconds instead", async (timeoutMs) => {
    const clock = new FakeClock();
    await using site = await createSite({ "/": () => {} });
    await using sender = createAttemptSender({ clock }, { allow, timeoutMs });
    const sending = sender.send(attemptAt(site.url("/")), signal);
    await site.seen("/");
    await clock.advance(timeoutMs - 1);
    expect(site.open).toBe(1);
    await clock.advance(1);
    expect(await sending).toEqual({ ...timeout, durationMs: timeoutMs });
  });
});
