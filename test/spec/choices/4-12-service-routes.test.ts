import { describe, expect, it } from "vitest";
import { MemoryRecords } from "dragline/storage/memory";
import { transports, useWorld } from "../../transports/index.ts";

describe.each(transports)("4.12 service routes, over $name", (transport) => {
  const world = useWorld(transport);

  it("answers GET /health, also at the host root, without a key", async () => {
    for (const path of ["/health", "/v1/health"]) {
      const answer = await world.send({ method: "GET", path });
      expect([answer.status, answer.json]).toEqual([200, { status: "ok", version: "1.1.0" }]);
    }
  });

  it("answers GET /credits with balance, used and prices", async () => {
    const user = await world.user();
    await user.finish("/map", { url: world.page("/one") });
    const { status, json } = await user.get("/credits");
    expect(status).toBe(200);
    expect(Object.keys(json).toSorted()).toEqual(["balance", "prices", "used"]);
    expect(json).toMatchObject({ balance: 299, used: 1 });
    const prices = Object.values(json["prices"] as Readonly<Record<string, unknown>>);
    expect(prices.length).toBeGreaterThan(0);
    for (const price of prices) expect(Number.isInteger(price)).toBe(true);
  });

  it("counts used net of refunds", async () => {
    const user = await world.user();
    await user.finish("/map", { url: world.page("/gone") });
    expect((await user.get("/credits")).json).toMatchObject({ balance: 300, used: 0 });
  });

  it("answers GET /openapi.json without a key: 3.1.0, version 1.1.0", async () => {
    const { status, json } = await world.nobody.get("/openapi.json");
    expect(status).toBe(200);
    expect(json).toMatchObject({ openapi: "3.1.0", info: { version: "1.1.0" } });
  });
});

describe.each(transports)("4.12 GET /health of a host in trouble, over $name", (transport) => {
  const records = new MemoryRecords();
  const world = useWorld(transport, { collaborators: { records }, runs: false });

  it("is 503 service_unavailable with Retry-After 30 when storage is down", async () => {
    await records.close();
    for (const path of ["/health", "/v1/health"]) {
      const answer = await world.send({ method: "GET", path });
      expect(answer.status).toBe(503);
      expect(answer.json).toEqual({ error: "service_unavailable", message: expect.any(String) });
      expect(answer.headers.get("retry-after")).toBe("30");
    }
  });
});
