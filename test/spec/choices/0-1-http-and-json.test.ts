import { describe, expect, it } from "vitest";
import { transports, useWorld } from "../../transports/index.ts";

describe.each(transports)("0.1 HTTP and JSON, over $name", (transport) => {
  const world = useWorld(transport);
  const send = (raw: string | Uint8Array<ArrayBuffer>, type?: string) =>
    world.alice.send({
      method: "POST",
      path: "/map",
      raw,
      ...(type === undefined ? {} : { headers: { "content-type": type } }),
    });
  const good = () => JSON.stringify({ url: world.page("/one") });

  it.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8;x=y",
    "application/vnd.harbour+json",
    "application/problem+json; charset=utf-8",
  ])("reads a body of %s", async (type) => {
    expect((await send(good(), type)).status).toBe(202);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "application/xml",
    "application/jsonp",
    "json",
  ])("refuses a non-empty body of %s with 400", async (type) => {
    const answer = await send(good(), type);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it.each([
    ["malformed JSON", '{"url": '],
    ["JSON with something behind it", '{"url": "http://example.com/"} x'],
    ["a list", "[]"],
    ["text", '"harbour"'],
    ["a number", "7"],
    ["null", "null"],
    ["a single quote", "{'url': 'x'}"],
    ["white space alone", "   "],
  ])("refuses %s with 400", async (_, raw) => {
    const answer = await send(raw);
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("refuses a body that is not UTF-8", async () => {
    const answer = await send(
      new Uint8Array([...new TextEncoder().encode('{"url":"'), 0xff, 0x22, 0x7d]),
    );
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("reads an empty body as {}, with a JSON content type or without one", async () => {
    for (const headers of [{}, { "content-type": "application/json" }]) {
      const answer = await world.alice.send({ method: "POST", path: "/map", headers });
      expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
      expect(answer.json.message).toContain("url");
    }
    const rotated = await world.alice.send({
      method: "POST",
      path: "/webhooks/signing-secret/rotate",
      headers: { "content-type": "application/json" },
    });
    expect(rotated.status).toBe(200);
  });

  it("ignores a body on GET and DELETE", async () => {
    const raw = "not json";
    const got = await world.alice.send({ method: "GET", path: "/credits", raw });
    expect(got.status).toBe(200);
    const deleted = await world.alice.send({ method: "DELETE", path: "/webhooks/whe_1", raw });
    expect(deleted.status).toBe(404);
    const headers = { "content-type": "application/json" };
    expect((await world.alice.send({ method: "GET", path: "/credits", headers })).status).toBe(200);
  });

  it("takes a body of 1,048,576 bytes and refuses a longer one with 400", async () => {
    const bare = JSON.stringify({ url: world.page("/one"), rest: "" }).length;
    const body = (bytes: number) =>
      JSON.stringify({ url: world.page("/one"), rest: "x".repeat(bytes - bare) });
    expect((await send(body(1_048_576))).status).toBe(202);
    const answer = await send(body(1_048_577));
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_request"]);
  });

  it("ignores unknown fields and unknown query parameters", async () => {
    const answer = await world.alice.post("/map?wonder=1&limit=no", {
      url: world.page("/one"),
      wonder: { deep: [1] },
    });
    expect(answer.status).toBe(202);
  });

  it("survives hostile JSON", async () => {
    const url = JSON.stringify(world.page("/one"));
    for (const raw of [
      `{"__proto__": {"limit": -1}, "constructor": {"prototype": {}}, "url": ${url}}`,
      `{"url": ${url}, "deep": ${"[".repeat(5000)}${"]".repeat(5000)}}`,
      `{"url": ${url}, "url": ${url}}`,
    ]) {
      expect([202, 400]).toContain((await send(raw)).status);
    }
    expect((await world.alice.get("/credits")).status).toBe(200);
  });

  it("does not echo a huge value in its message", async () => {
    const answer = await world.alice.post("/url-scraper", {
      url: world.page("/one"),
      formats: ["x".repeat(100_000)],
    });
    expect(answer.status).toBe(400);
    expect(answer.json.message.length).toBeLessThanOrEqual(1000);
  });

  it.each([
    ["GET", "/harbour"],
    ["POST", "/harbour"],
    ["GET", "/"],
    ["GET", "/map"],
    ["DELETE", "/map"],
    ["PUT", "/url-scraper"],
    ["GET", "/url-scraper"],
    ["PATCH", "/url-scraper/j_1"],
    ["OPTIONS", "/map"],
    ["POST", "/credits"],
    ["GET", "/MAP/j_1"],
    ["GET", "/map/j_1/more"],
    ["GET", "//map/j_1"],
  ])("answers 404 not_found to %s %s", async (method, path) => {
    const answer = await world.alice.send({ method, path });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual({ error: "not_found", message: expect.any(String) });
  });

  it("answers 404 outside the version prefix", async () => {
    for (const path of ["/", "/map", "/v2/credits", "/v1", "/V1/credits"]) {
      const headers = { "x-api-key": world.alice.key };
      const answer = await world.send({ method: "GET", path, headers });
      expect([path, answer.status, answer.json.error]).toEqual([path, 404, "not_found"]);
    }
  });

  it("ignores one trailing slash", async () => {
    expect((await world.alice.get("/credits/")).status).toBe(200);
    expect((await world.alice.get("/credits//")).status).toBe(404);
    expect((await world.alice.post("/map/", { url: world.page("/one") })).status).toBe(202);
    expect((await world.alice.get("/health/")).status).toBe(200);
  });

  it("answers `application/json; charset=utf-8`", async () => {
    for (const path of ["/credits", "/health", "/openapi.json", "/harbour", "/map/unknown"]) {
      const { headers } = await world.alice.get(path);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
    }
  });

  it("carries X-Request-Id on every answer; a client's value is ignored", async () => {
    const seen = new Set<string>();
    for (const path of ["/credits", "/health", "/harbour", "/map/unknown", "/openapi.json"]) {
      const headers = { "x-request-id": "req_mine" };
      for (const user of [world.alice, world.nobody]) {
        const answer = await user.send({ method: "GET", path, headers });
        expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-9a-f]{32}$/);
        seen.add(answer.headers.get("x-request-id") ?? "");
      }
    }
    expect(seen.size).toBe(10);
  });

  it("has no idempotency keys: every accepted POST is a new operation", async () => {
    const headers = { "idempotency-key": "same" };
    const json = { url: world.page("/one") };
    const [first, second] = await Promise.all(
      [1, 2].map(() => world.alice.send({ method: "POST", path: "/map", headers, json })),
    );
    expect(first?.json.jobId).not.toBe(second?.json.jobId);
  });
});
