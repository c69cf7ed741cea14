import { describe, expect, it } from "vitest";
import { createRig, row } from "./rig.ts";

describe("routes", () => {
  const { ask } = createRig();

  it.each([
    ["GET", "/", "flat"],
    ["GET", "/v1", "flat"],
    ["GET", "/v1/", "flat"],
    ["GET", "/map/a", "flat"],
    ["GET", "/v2/map/a", "flat"],
    ["GET", "/v1/map", "flat"],
    ["PUT", "/v1/map", "flat"],
    ["OPTIONS", "/v1/map", "flat"],
    ["OPTIONS", "/v1/nothing", "flat"],
    ["GET", "/v1/map/a//", "flat"],
    ["GET", "/v1//map/a", "flat"],
    ["GET", "/v1/map/%E0%A4%A", "flat"],
    ["GET", "/v1/map/%00", "flat"],
    ["GET", "/v1/wire", "nested"],
    ["GET", "/v1/wire/", "nested"],
    ["GET", "/v1/wire/nothing", "nested"],
    ["GET", "/v1/legacy-wire/nothing", "nested"],
    ["GET", "/v1/wire-run", "nested"],
    ["GET", "/v1/wire-running", "flat"],
    ["GET", "/v1/wire/task", "nested"],
  ])("%s %s is no route: 404 in the %s shape", async (method, path, family) => {
    const { status, json } = await ask(method, path);
    expect(status).toBe(404);
    const message = "This route does not exist.";
    expect(json).toEqual(
      family === "flat"
        ? { error: "not_found", message }
        : { status: "error", error: { code: "NOT_FOUND", message } },
    );
  });

  it("answers 404 before it asks for a key", async () => {
    expect((await ask("GET", "/v1/nothing", { headers: { "x-api-key": "bad" } })).status).toBe(404);
  });

  it("ignores one slash at the end", async () => {
    expect((await ask("GET", "/v1/map/a/")).json["params"]).toEqual({ id: "a" });
  });

  it("takes the row that says more of the path in words", async () => {
    expect((await ask("GET", "/v1/webhooks/deliveries")).json["params"]).toEqual({});
    expect((await ask("GET", "/v1/webhooks/other")).json["params"]).toEqual({ id: "other" });
    expect((await ask("GET", "/v1/webhooks/deliveries/deliveries")).json["params"]).toEqual({
      id: "deliveries",
    });
  });

  it("decodes parameters, slashes included, and keeps them whole", async () => {
    const url = "https://vault.example/a b";
    const { json } = await ask("GET", `/v1/map/${encodeURIComponent(url)}`);
    expect(json["params"]).toEqual({ id: url });
  });

  it("tells methods of one path apart", async () => {
    expect((await ask("DELETE", "/v1/map/a")).status).toBe(200);
    expect((await ask("PATCH", "/v1/map/a")).status).toBe(404);
  });

  it("has /health at the root, too", async () => {
    const rig = createRig({ routes: [row({ path: "/health" })] });
    expect((await rig.ask("GET", "/health")).status).toBe(200);
    expect((await rig.ask("GET", "/health/")).status).toBe(200);
    expect((await rig.ask("GET", "/v1/health")).status).toBe(200);
  });
});

describe("every answer", () => {
  it("carries a request id of the service's own", async () => {
    const { ask } = createRig();
    const ids = new Set<string>();
    for (const path of ["/v1/map/a", "/v1/nothing", "/v1/wire/catalog", "/v1/map/a"]) {
      const { headers, json } = await ask("GET", path, { headers: { "x-request-id": "mine" } });
      const id = headers.get("x-request-id") ?? "";
      expect(id).toMatch(/^req_[0-9a-f]{32}$/);
      if ("requestId" in json) expect(json["requestId"]).toBe(id);
      ids.add(id);
    }
    expect(ids.size).toBe(4);
  });

  it("is JSON in UTF-8 that nothing between may keep", async () => {
    const { ask } = createRig();
    for (const path of ["/v1/map/a", "/v1/nothing"]) {
      const { headers, text } = await ask("GET", path);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    }
  });

  it("has the body, type and headers that a use case has made", async () => {
    const picture = row({
      path: "/picture",
      access: "public",
      run: async () => ({
        status: 200,
        body: new Uint8Array([1, 2, 3]),
        contentType: "image/png",
        headers: { "cache-control": "private, max-age=300" },
      }),
    });
    const { app } = createRig({ routes: [picture] });
    const response = await app(new Request("http://h.example/v1/picture"));
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("private, max-age=300");
    expect(response.headers.get("x-request-id")).toMatch(/^req_/);
    expect([...(await response.bytes())]).toEqual([1, 2, 3]);
  });
});
