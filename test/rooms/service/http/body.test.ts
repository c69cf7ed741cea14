import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRig, OTHER_KEY } from "./rig.ts";

/** Limits are not what these tests are about. */
const { ask } = createRig({ options: { limits: { "*": Infinity } } });
const MAX = 1_048_576;

function post(body: BodyInit, headers: Record<string, string> = {}) {
  return ask("POST", "/v1/map", { body, headers });
}

describe("a body", () => {
  it("reaches the use case without fields that nothing knows", async () => {
    const { json } = await post('{"url":"u","nobody":1,"exact":true}');
    expect(json["body"]).toEqual({ url: "u", exact: true });
  });

  it.each([
    "application/json",
    "APPLICATION/JSON; charset=latin1; x=y",
    "application/vnd.api+json",
    "application/problem+json;v=1",
  ])("may have the type %s", async (type) => {
    expect((await post('{"url":"u"}', { "content-type": type })).status).toBe(200);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "",
    "application/jsonp",
    "+json",
    "x",
  ])("is refused with the type '%s'", async (type) => {
    const { status, json } = await post('{"url":"u"}', { "content-type": type });
    expect([status, json["error"]]).toEqual([400, "invalid_request"]);
    expect(json["message"]).toContain("application/json");
  });

  it.each(["application/json", "text/plain"])("that is empty is {} with %s", async (type) => {
    const { status, json } = await post("", { "content-type": type });
    expect(status).toBe(400);
    expect(json["message"]).toBe("url: is required");
  });

  it("that is a stream without bytes is {}", async () => {
    const empty = new ReadableStream({ start: (controller) => controller.close() });
    expect((await post(empty)).json["message"]).toBe("url: is required");
  });

  it.each(["{", "nope", '{"url":}', "{'url':1}", " ", "\0", '{"url":"u"}x', "{}{}"])(
    "that is no JSON is 400: %j",
    async (text) => {
      const { status, json } = await post(text);
      expect([status, json["message"]]).toEqual([400, "The body is not valid JSON."]);
    },
  );

  it.each(["[]", "null", "1", '"text"', "true"])("%s is no object: 400", async (text) => {
    const { status, json } = await post(text);
    expect([status, json["message"]]).toEqual([400, "The body must be a JSON object."]);
  });

  it("is read with a byte order mark, and refused when it is not UTF-8", async () => {
    expect((await post('\ufeff{"url":"u"}')).status).toBe(200);
    const broken = new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]);
    expect((await post(broken)).json["message"]).toBe("The body is not valid UTF-8.");
  });

  it("may have 1,048,576 bytes and not one more", async () => {
    const fill = (length: number): string => `{"url":"u","x":"${"x".repeat(length - 18)}"}`;
    const fits = fill(MAX);
    expect(Buffer.byteLength(fits)).toBe(MAX);
    expect((await post(fits)).status).toBe(200);
    const { status, json } = await post(fill(MAX + 1));
    expect([status, json["error"]]).toEqual([400, "invalid_request"]);
    expect(json["message"]).toBe("The body must be at most 1048576 bytes.");
  });

  it("that is too long is not read to its end", async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
      cancel: () => void (cancelled = true),
    });
    expect((await post(endless)).status).toBe(400);
    expect(sent).toBeLessThan(MAX + 3 * 65_536);
    expect(cancelled).toBe(true);
  });

  it("that is announced to be too long is not read at all", async () => {
    let pulled = 0;
    const body = new ReadableStream({ pull: () => void (pulled += 1) }, { highWaterMark: 0 });
    expect((await post(body, { "content-length": "104857600" })).status).toBe(400);
    expect(pulled).toBe(0);
  });

  it("that breaks off is 400", async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"url":'));
        controller.error(new Error("reset by 10.0.0.7"));
      },
    });
    const { status, text } = await post(broken);
    expect(status).toBe(400);
    expect(text).not.toContain("10.0.0.7");
  });

  it("ends with its client", async () => {
    const gone = new AbortController();
    let cancelled = false;
    const slow = new ReadableStream(
      {
        // What comes never comes to an end.
        pull: () => gone.abort(),
        cancel: () => void (cancelled = true),
      },
      { highWaterMark: 0 },
    );
    const { status } = await ask("POST", "/v1/map", { body: slow, signal: gone.signal });
    expect(status).toBe(400);
    expect(cancelled).toBe(true);
  });

  it.each([
    ["arrays", "[", "]"],
    ["objects", '{"a":', "}"],
  ])("nested deeper than 100 levels in %s is 400", async (_, open, close) => {
    const nest = (levels: number): string => {
      const value = `${open.repeat(levels)}${open === "[" ? "" : "1"}${close.repeat(levels)}`;
      return `{"url":"u","deep":${value}}`;
    };
    expect((await post(nest(99))).status).toBe(200);
    expect((await post(nest(100))).json["message"]).toContain("100 levels");
    expect((await post(`{"deep":${"[".repeat(500_000)}`)).json["message"]).toContain("100 levels");
  });

  it("may hold brackets in its strings", async () => {
    const text = JSON.stringify({ url: "u", deep: `"${"[{".repeat(500)}\\"` });
    expect((await post(text)).status).toBe(200);
  });

  it("counts brackets as the parser reads them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        const { status } = await post(`{"url":"u","deep":${text}}`);
        expect(status).toBe(200);
      }),
      { numRuns: 50 },
    );
  });

  it.each(['"__proto__"', '"\\u005f_proto__"', '"__pro\\u0074o__"'])(
    "loses members named %s wherever they are",
    async (name) => {
      const { json } = await post(`{"url":"u",${name}:{"a":1},"deep":{${name}:{"b":2},"c":3}}`);
      expect(json["body"]).toEqual({ url: "u", deep: { c: 3 } });
      expect(Object.hasOwn((json["body"] as { deep: object }).deep, "__proto__")).toBe(false);
      expect(Reflect.get({}, "a")).toBeUndefined();
    },
  );

  it("is ignored where a route takes none, whatever it is", async () => {
    const { status } = await ask("DELETE", "/v1/map/a", {
      body: "{",
      headers: { "content-type": "text/plain" },
    });
    expect(status).toBe(200);
  });

  it("is checked after the key", async () => {
    const headers = { "x-api-key": "bad" };
    expect((await ask("POST", "/v1/map", { body: "{", headers })).status).toBe(401);
  });

  it("of a dispatching route is checked by the route that it chooses", async () => {
    const asked = await ask("POST", "/v1/request", {
      body: '{"url":7}',
      headers: { "x-api-key": OTHER_KEY },
    });
    expect(asked.json["message"]).toBe("url: expected a string; got 7");
    const { json } = await ask("POST", "/v1/request", { body: '{"url":"u","job_type":"map"}' });
    expect(json["body"]).toEqual({ url: "u" });
  });
});
