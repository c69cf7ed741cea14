import { connect } from "node:net";
import { createRawSite, createSite, FakeClock, leakedHandles, openHandles } from "dragline/testing";
import { request } from "undici";
import { describe, expect, it } from "vitest";

describe("leakedHandles", () => {
  it("names what was left open, and nothing when it is closed again", async () => {
    const before = openHandles();
    const site = await createSite({});
    expect(await leakedHandles(before, 5)).toEqual(["TCPServerWrap: 0 before, 1 now"]);
    await site[Symbol.asyncDispose]();
    expect(await leakedHandles(before)).toEqual([]);
  });
});

describe("FakeClock", () => {
  it("runs timers in order, each at its own time, those set on the way included", async () => {
    const clock = new FakeClock(0);
    const log: [string, number][] = [];
    clock.timer(20, () => log.push(["late", clock.now()]));
    clock.timer(10, () => {
      log.push(["early", clock.now()]);
      clock.timer(5, () => log.push(["nested", clock.now()]));
    });
    const cancel = clock.timer(12, () => log.push(["cancelled", clock.now()]));
    cancel();
    expect([clock.waiting, clock.untilNext]).toEqual([2, 10]);
    await clock.advance(30);
    expect(log).toEqual([
      ["early", 10],
      ["nested", 15],
      ["late", 20],
    ]);
    expect([clock.now(), clock.monotonic(), clock.waiting]).toEqual([30, 30, 0]);
  });

  it("tells when a timer of a length is waiting", async () => {
    const clock = new FakeClock();
    const waiting = clock.timerOf(50);
    clock.timer(10, () => {});
    clock.timer(50, () => {});
    await waiting;
    await clock.timerOf();
    expect(clock.waiting).toBe(2);
  });
});

describe("createSite", () => {
  it("serves pages, full answers and functions, and remembers requests", async () => {
    await using site = await createSite({
      "/": "<p>home",
      "/teapot": { status: 418, headers: { "x-a": "1" }, body: "short" },
      "/made": (request, response) => response.end(request.method),
      "/with?q=1": "query",
    });
    const get = async (path: string): Promise<[number, string]> => {
      const { statusCode, body } = await request(site.url(path));
      return [statusCode, await body.text()];
    };
    const seen = site.seen("/made");
    expect(await get("/")).toEqual([200, "<p>home"]);
    expect(await get("/teapot")).toEqual([418, "short"]);
    expect(await get("/made")).toEqual([200, "GET"]);
    expect(await get("/with?q=1")).toEqual([200, "query"]);
    expect((await get("/none"))[0]).toBe(404);
    expect((await seen).path).toBe("/made");
    expect(site.requests.map(({ path }) => path)).toEqual([
      "/",
      "/teapot",
      "/made",
      "/with?q=1",
      "/none",
    ]);
  });
});

describe("createRawSite", () => {
  it("hands over the bare connection and knows when none is open", async () => {
    await using site = await createRawSite((socket) => socket.end("raw bytes"));
    const socket = connect(site.port, "127.0.0.1");
    const bytes = await new Promise((resolve) => socket.once("data", resolve));
    expect(String(bytes)).toBe("raw bytes");
    socket.destroy();
    await site.idle();
    expect([site.connections, site.open]).toEqual([1, 0]);
  });
});
