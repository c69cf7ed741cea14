import { createMcp, type Mcp } from "dragline/mcp";
import { createService } from "dragline/service";
import { FakeClock } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answered, connect } from "./mcp-rig.ts";
import { startTenants, type Tenants } from "./service-rig.ts";

describe("requests of Streamable HTTP", () => {
  let tenants: Tenants;
  beforeAll(async () => {
    tenants = await startTenants();
  });
  afterAll(async () => {
    await tenants[Symbol.asyncDispose]();
  });

  const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
  const ask = (mcp: Mcp, key: string, more: Readonly<Record<string, string>> = {}) => {
    const headers = {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(key !== "" && { authorization: `Bearer ${key}` }),
      ...more,
    };
    const request = new Request("http://mcp.test/mcp", { method: "POST", headers, body: list });
    return mcp.fetch(request, { remoteAddress: "198.51.100.7" });
  };

  it("are counted by account, and refused with the API's 429 until a minute is over", async () => {
    const { service, ada, ben } = tenants;
    const clock = new FakeClock();
    const mcp = createMcp({ service, clock }, { requestsPerMinute: 2 });
    for (const _ of [1, 2]) expect((await ask(mcp, ada)).status).toBe(200);
    const refused = await ask(mcp, ada, { origin: "http://localhost:6274" });
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(refused.headers.get("access-control-allow-origin")).toBe("http://localhost:6274");
    expect(await refused.json()).toEqual({
      error: "rate_limit_exceeded",
      message: "The rate limit of /mcp is 2 requests per minute.",
    });
    expect((await ask(mcp, ben)).status).toBe(200);
    await clock.advance(60_001);
    expect((await ask(mcp, ada)).status).toBe(200);
  });

  it("without a valid key are counted by network, whatever key they make up", async () => {
    const { service } = tenants;
    const options = { requestsPerMinute: 2, trustedProxies: ["198.51.100.7"] };
    const mcp = createMcp({ service }, options);
    const from = (address: string) => ({ "x-forwarded-for": address });
    const statuses = [];
    for (const key of ["", "made-up-1", "made-up-2"]) {
      statuses.push((await ask(mcp, key, from("203.0.113.9"))).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect((await ask(mcp, "", from("203.0.113.10"))).status).toBe(200);
  });

  it("of tools count against the limits of the API's routes too", async () => {
    await using service = createService({}, { limits: { "GET /monitors": 1 } });
    const { id } = await service.accounts.create({});
    const { key } = await service.keys.create(id);
    const client = await connect(createMcp({ service }), { key });
    const listed = async () =>
      answered(await client.callTool({ name: "monitor", arguments: { do: "list" } }));
    expect((await listed()).isError).toBe(false);
    const { isError, text } = await listed();
    expect([isError, text]).toEqual([true, expect.stringMatching(/Call again in \d+ s\./)]);
  });

  it("share a limiter that they are given", async () => {
    const { service, ada } = tenants;
    const keys: string[] = [];
    const limiter = {
      take: async (key: string) => {
        keys.push(key);
        return { allowed: false, wait: 5000 } as const;
      },
      giveBack: async () => {},
      close: async () => {},
    };
    const refused = await ask(createMcp({ service, limiter }), ada);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "5"]);
    expect(keys).toEqual([`mcp user:${tenants.account}`]);
  });

  it("refuse a limit that is none", () => {
    const { service } = tenants;
    expect(() => createMcp({ service }, { requestsPerMinute: 0 })).toThrow("requestsPerMinute");
  });
});
