import { describe, expect, it } from "vitest";
import { apiKey } from "../../../../src/service/http/api-key.ts";
import { createRig, GOOD_KEY, row } from "./rig.ts";

describe("apiKey", () => {
  it.each([
    ["X-API-Key", "k"],
    ["x-api-key", "k"],
    ["Api-Key", "k"],
    ["X-Access-Key", "k"],
    ["Access-Key", "k"],
    ["apikey", "k"],
    ["api_key", "k"],
    ["Authorization", "Bearer k"],
    ["Authorization", "bearer k"],
    ["Authorization", "API-Key k"],
    ["Authorization", "ApiKey k"],
    ["Authorization", "  Bearer    k  "],
    ["Authorization", "k"],
    ["X-API-Key", "  k  "],
  ])("is read from %s: %s", (name, value) => {
    expect(apiKey(new Headers({ [name]: value }))).toBe("k");
  });

  const order = ["X-API-Key", "Api-Key", "X-Access-Key", "Access-Key", "apikey", "api_key"];

  it.each(order.map((name, index) => [name, order.slice(index + 1)] as const))(
    "is taken from %s before %j",
    (name, later) => {
      const headers = new Headers(later.map((other) => [other, "later"]));
      headers.set("authorization", "Bearer later");
      headers.set(name, "first");
      expect(apiKey(headers)).toBe("first");
      headers.set(name, "  ");
      expect(apiKey(headers)).toBe("later");
    },
  );

  it.each(["", "Bearer", "Bearer ", "ApiKey   "])("is empty for Authorization '%s'", (value) => {
    expect(apiKey(new Headers({ authorization: value }))).toBe("");
  });

  it("keeps what only looks like a scheme", () => {
    expect(apiKey(new Headers({ authorization: "Bearerk" }))).toBe("Bearerk");
    expect(apiKey(new Headers({ authorization: "Basic k" }))).toBe("Basic k");
  });
});

describe("a route with a key", () => {
  const { app, ask } = createRig();

  it("tells the use case whose key it was", async () => {
    const { json } = await ask("GET", "/v1/map/a");
    expect(json["caller"]).toEqual({ account: "one", key: `key_${GOOD_KEY}` });
  });

  it("refuses a request without one", async () => {
    const response = await app(new Request("http://host.example/v1/map/a"));
    expect(response.status).toBe(401);
    const body = (await response.json()) as { error: string; message: string };
    expect(Object.keys(body).toSorted()).toEqual(["error", "message"]);
    expect(body.error).toBe("unauthorized");
  });

  it("lets the first header decide, also when a later one would be valid", async () => {
    const headers = {
      "x-api-key": "bad",
      "api-key": GOOD_KEY,
      authorization: `Bearer ${GOOD_KEY}`,
    };
    expect((await ask("GET", "/v1/map/a", { headers })).status).toBe(401);
  });

  it("refuses in the nested shape under the Wire prefixes", async () => {
    const { status, json } = await ask("POST", "/v1/wire/task", { headers: { "x-api-key": "no" } });
    expect(status).toBe(401);
    expect(json).toMatchObject({ status: "error", error: { code: "UNAUTHORIZED" } });
  });

  it("does not read keys from the query", async () => {
    const request = new Request(`http://host.example/v1/map/a?api_key=${GOOD_KEY}`);
    expect((await app(request)).status).toBe(401);
  });

  it("does not show the key", async () => {
    const secret = "secret-that-is-wrong";
    const { text } = await ask("GET", "/v1/map/a", { headers: { "x-api-key": secret } });
    expect(text).not.toContain(secret);
  });

  it("asks for no key where it is public", async () => {
    const rig = createRig({
      routes: [row({ path: "/health", access: "public" })],
      keys: { find: () => Promise.reject(new Error("nobody asks")) },
    });
    expect((await rig.ask("GET", "/v1/health")).status).toBe(200);
  });
});

describe("a call that the host knows the account of", () => {
  const { app } = createRig();
  const ask = (account: string, headers: Record<string, string> = {}) =>
    app(new Request("http://service.test/v1/webhooks/deliveries", { headers }), { account });

  it("needs no key", async () => {
    const answer = await ask("one");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ caller: { account: "one", key: "host:one" } });
  });

  it("is that account's whatever key it brings", async () => {
    const answer = await ask("two", { "x-api-key": GOOD_KEY });
    expect(await answer.json()).toMatchObject({ caller: { account: "two" } });
  });

  it("is refused when there is no such account", async () => {
    expect((await ask("three", { "x-api-key": GOOD_KEY })).status).toBe(401);
    expect((await ask("")).status).toBe(401);
  });
});
