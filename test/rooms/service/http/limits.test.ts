import { RateLimiterError } from "dragline/rate-limiter";
import { describe, expect, it } from "vitest";
import { createRig, GOOD_KEY, OTHER_KEY, row, SECOND_KEY, type Rig } from "./rig.ts";

const good = { body: '{"url":"u"}' };

async function statuses(times: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const all: number[] = [];
  for (let turn = 0; turn < times; turn += 1) all.push((await ask()).status);
  return all;
}

function asKey(rig: Rig, key: string) {
  return rig.ask("POST", "/v1/map", { ...good, headers: { "x-api-key": key } });
}

describe("limits", () => {
  it("count the keys of one account together and accounts apart", async () => {
    const rig = createRig();
    expect(await statuses(2, () => asKey(rig, GOOD_KEY))).toEqual([200, 200]);
    expect(await statuses(2, () => asKey(rig, SECOND_KEY))).toEqual([200, 429]);
    expect(await statuses(1, () => asKey(rig, OTHER_KEY))).toEqual([200]);
  });

  it("count the keys apart where the row says so", async () => {
    const perKey = row({ path: "/url-scraper", limit: { limit: 1, per: "key" } });
    const rig = createRig({ routes: [perKey] });
    const ask = (key: string) =>
      rig.ask("GET", "/v1/url-scraper", { headers: { "x-api-key": key } });
    expect(await statuses(2, () => ask(GOOD_KEY))).toEqual([200, 429]);
    expect(await statuses(2, () => ask(SECOND_KEY))).toEqual([200, 429]);
  });

  it("say in whole seconds when to come again, and then let it in", async () => {
    const rig = createRig();
    await asKey(rig, GOOD_KEY);
    await rig.clock.advance(10_500);
    await statuses(2, () => asKey(rig, GOOD_KEY));
    const refused = await asKey(rig, GOOD_KEY);
    expect(refused.headers.get("retry-after")).toBe("50");
    expect(refused.json).toEqual({
      error: "rate_limit_exceeded",
      message: "The rate limit of POST /map is 3 calls per minute.",
    });
    await rig.clock.advance(49_000);
    expect((await asKey(rig, GOOD_KEY)).headers.get("retry-after")).toBe("1");
    await rig.clock.advance(500);
    expect((await asKey(rig, GOOD_KEY)).status).toBe(200);
  });

  it("count before body and query are checked, and not what they refuse", async () => {
    const rig = createRig();
    const bad = () => rig.ask("POST", "/v1/map", { body: "{" });
    expect(await statuses(5, bad)).toEqual([400, 400, 400, 429, 429]);
  });

  it("do not count requests without a key", async () => {
    const rig = createRig();
    expect(await statuses(4, () => asKey(rig, "bad"))).toEqual([401, 401, 401, 401]);
    expect((await asKey(rig, GOOD_KEY)).status).toBe(200);
  });

  it("share the bucket of the route that a dispatching one chooses", async () => {
    const rig = createRig();
    await statuses(2, () => rig.ask("POST", "/v1/request", good));
    expect(await statuses(2, () => asKey(rig, GOOD_KEY))).toEqual([200, 429]);
    expect((await rig.ask("POST", "/v1/request", good)).status).toBe(429);
  });

  it("count public routes by address, in the shape of the family", async () => {
    const rig = createRig();
    const ask = (remoteAddress: string) =>
      rig.ask("GET", "/v1/wire/catalog", { facts: { remoteAddress } });
    expect(await statuses(3, () => ask("192.0.2.1"))).toEqual([200, 200, 429]);
    expect((await ask("::ffff:192.0.2.1")).json).toMatchObject({
      status: "error",
      error: { code: "RATE_LIMIT_EXCEEDED" },
    });
    expect((await ask("192.0.2.2")).status).toBe(200);
  });

  it.each([
    ["2001:db8:1:2::1", "2001:db8:1:2:ffff:1:2:3"],
    ["2001:db8::1", "2001:db8:0:0:9::"],
    ["2a00::1%eth0", "2a00:0:0:0:1::"],
    ["::1", "::2"],
    ["fe80::", "fe80::ffff:ffff:ffff:ffff"],
  ])("count %s and %s, which one client has, together", async (one, other) => {
    const rig = createRig();
    const ask = (remoteAddress: string) =>
      rig.ask("GET", "/v1/wire/catalog", { facts: { remoteAddress } });
    expect(await statuses(2, () => ask(one))).toEqual([200, 200]);
    expect(await statuses(1, () => ask(other))).toEqual([429]);
    expect(await statuses(1, () => ask("2001:db8:1:3::1"))).toEqual([200]);
  });

  it("are the host's where it has its own", async () => {
    const options = { limits: { "POST /map": 1, "GET /wire/catalog": Infinity } };
    const rig = createRig({ options });
    expect(await statuses(2, () => asKey(rig, GOOD_KEY))).toEqual([200, 429]);
    const open = () => rig.ask("GET", "/v1/wire/catalog");
    expect(await statuses(4, open)).toEqual([200, 200, 200, 200]);
  });

  it("are the host's for every route with *, the named ones excepted", async () => {
    const rig = createRig({ options: { limits: { "*": 1, "POST /map": 2 } } });
    expect(await statuses(2, () => rig.ask("GET", "/v1/map/a"))).toEqual([200, 429]);
    expect(await statuses(2, () => rig.ask("GET", "/v1/map/b"))).toEqual([429, 429]);
    expect(await statuses(3, () => asKey(rig, GOOD_KEY))).toEqual([200, 200, 429]);
  });

  it("of a route that does not exist are refused", () => {
    const wrong = () => createRig({ options: { limits: { "POST /mapp": 1 } } });
    expect(wrong).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });

  it("that cannot be counted are 503", async () => {
    const limiter = {
      take: () => Promise.reject(new RateLimiterError("UNAVAILABLE", { message: "redis:6379" })),
      giveBack: () => Promise.resolve(),
      close: () => Promise.resolve(),
    };
    const rig = createRig({ limiter });
    const { status, headers, json, text } = await asKey(rig, GOOD_KEY);
    expect([status, json["error"]]).toEqual([503, "service_unavailable"]);
    expect(headers.get("retry-after")).toBe("30");
    expect(text).not.toContain("redis");
    expect((await rig.ask("GET", "/v1/map/a")).status).toBe(200);
  });
});
