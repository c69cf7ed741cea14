import { describe, expect, it } from "vitest";
import { createRig, GOOD_KEY, row } from "./rig.ts";

const page = "https://app.example";

function request(method: string, path: string, headers: Record<string, string> = {}): Request {
  return new Request(`http://h.example${path}`, { method, headers });
}

describe("HEAD", () => {
  it("answers what GET does, without its body", async () => {
    const { app } = createRig();
    const headers = { "x-api-key": GOOD_KEY };
    const got = await app(request("GET", "/v1/map/a", headers));
    const head = await app(request("HEAD", "/v1/map/a", headers));
    expect(head.status).toBe(200);
    expect(head.headers.get("content-length")).toBe(String((await got.bytes()).length));
    expect(head.headers.get("x-request-id")).toMatch(/^req_/);
    expect(await head.text()).toBe("");
  });

  it("asks for a key as GET does", async () => {
    const head = await createRig().app(request("HEAD", "/v1/map/a"));
    expect([head.status, await head.text()]).toEqual([401, ""]);
    const none = await createRig().app(request("HEAD", "/v1/map", { "x-api-key": GOOD_KEY }));
    expect([none.status, await none.text()]).toEqual([404, ""]);
  });

  it("lets go of a stream that nobody wants", async () => {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
    const streaming = row({ path: "/stream", run: async () => ({ status: 200, body }) });
    const { app } = createRig({ routes: [streaming] });
    const head = await app(request("HEAD", "/v1/stream", { "x-api-key": GOOD_KEY }));
    expect(head.status).toBe(200);
    await cancelled.promise;
  });
});

describe("OPTIONS", () => {
  it("names the methods of a path that has GET, without a key", async () => {
    const answer = await createRig().app(request("OPTIONS", "/v1/map/a"));
    expect(answer.status).toBe(204);
    expect(answer.headers.get("allow")).toBe("GET, HEAD, DELETE, OPTIONS");
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  });
});

describe("corsOrigins", () => {
  const asked = { origin: page, "access-control-request-method": "POST" };

  it("is off: no answer tells a browser that a page may read it", async () => {
    const { app } = createRig();
    expect((await app(request("OPTIONS", "/v1/map", asked))).status).toBe(404);
    const answer = await app(request("GET", "/v1/map/a", { origin: page, "x-api-key": GOOD_KEY }));
    expect([...answer.headers.keys()].filter((name) => name.includes("access"))).toEqual([]);
    expect(answer.headers.get("vary")).toBeNull();
  });

  it("lets pages of an origin ask, send a key and read answers and errors", async () => {
    const { app } = createRig({ options: { corsOrigins: [page] } });
    const preflight = await app(request("OPTIONS", "/v1/map", asked));
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": page,
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": expect.stringContaining("x-api-key"),
      vary: "origin",
    });
    for (const headers of [{ origin: page, "x-api-key": GOOD_KEY }, { origin: page }]) {
      const answer = await app(request("GET", "/v1/map/a", headers));
      expect(answer.headers.get("access-control-allow-origin")).toBe(page);
      expect(answer.headers.get("access-control-expose-headers")).toContain("x-request-id");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  it("names no other origin, and tells caches that answers differ", async () => {
    const { app } = createRig({ options: { corsOrigins: [page] } });
    for (const origin of ["https://other.example", "null", `${page}.evil.example`]) {
      const answer = await app(request("OPTIONS", "/v1/map", { ...asked, origin }));
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("vary")).toBe("origin");
    }
  });

  it("takes every origin for *", async () => {
    const { app } = createRig({ options: { corsOrigins: ["*"] } });
    const answer = await app(request("OPTIONS", "/v1/map", asked));
    expect(answer.headers.get("access-control-allow-origin")).toBe(page);
  });

  it.each(["app.example", `${page}/`, "", "ftp:"])("refuses %o, which is no origin", (origin) => {
    expect(() => createRig({ options: { corsOrigins: [origin] } })).toThrow("must have origins");
  });
});
