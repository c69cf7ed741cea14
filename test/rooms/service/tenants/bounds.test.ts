import { describe, expect, it } from "vitest";
import { AccountBound } from "../../../../src/service/base/account-bound.ts";
import { createRig, GOOD_KEY, OTHER_KEY, row, SECOND_KEY } from "../http/rig.ts";

describe("AccountBound", () => {
  it("counts by account, and again what was given back, once", () => {
    const bound = new AccountBound("streams", 2);
    const giveBack = bound.take("a");
    bound.take("a");
    expect(() => bound.take("a")).toThrow(
      "An account can have at most 2 streams at the same time.",
    );
    bound.take("b");
    giveBack();
    giveBack();
    bound.take("a");
    expect(() => bound.take("a")).toThrow("at most 2 streams");
  });
});

describe("calls of an account", () => {
  it("that have no answer yet are a thousand at most; others' are taken", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = row({
      path: "/url-scraper",
      run: async () => {
        await promise;
        return { status: 200, json: {} };
      },
    });
    const rig = createRig({ routes: [waiting], options: { limits: { "*": Infinity } } });
    const ask = (key: string) =>
      rig.ask("GET", "/v1/url-scraper", { headers: { "x-api-key": key } });
    const held = Array.from({ length: 1000 }, (_, at) => ask(at % 2 === 0 ? GOOD_KEY : SECOND_KEY));
    const refused = await ask(GOOD_KEY);
    expect([refused.status, refused.json["error"]]).toEqual([429, "rate_limit_exceeded"]);
    expect(refused.headers.get("retry-after")).toBe("1");
    const other = ask(OTHER_KEY);
    resolve();
    expect((await other).status).toBe(200);
    expect(new Set((await Promise.all(held)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await ask(GOOD_KEY)).status).toBe(200);
  });
});

describe("a body that does not come", () => {
  it.each(["", "{", '{"url":'])("is refused after 25 seconds, begun with '%s'", async (begun) => {
    const rig = createRig();
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        if (begun !== "") controller.enqueue(Buffer.from(begun));
      },
      cancel: () => {
        isCancelled = true;
      },
    });
    const asked = rig.ask("POST", "/v1/map", { body });
    await rig.clock.timerOf(25_000);
    await rig.clock.advance(25_000);
    const { status, json } = await asked;
    expect([status, json["error"]]).toEqual([400, "invalid_request"]);
    expect(json["message"]).toBe("The body did not arrive within 25 seconds.");
    expect(isCancelled).toBe(true);
  });

  it("holds no timer when it came", async () => {
    const rig = createRig();
    await rig.ask("POST", "/v1/map", { body: '{"url":"u"}' });
    expect(rig.clock.waiting).toBe(0);
  });
});
