import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { MemoryBlobs } from "dragline/storage/memory";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { actionOf, runOnce } from "./actions.ts";

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** JSON text as an answer. */
const text =
  (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);

const to =
  (location: string, status = 302): Answer =>
  (response) =>
    response.writeHead(status, { location }).end();

let asked = 0;
let origin = "";
let bomb: Uint8Array = new Uint8Array();

/** What hostile servers answer, by path. */
const answers: Readonly<Record<string, Answer>> = {
  "/to-other": to("http://other.example/items"),
  "/to-private": to("http://10.0.0.1/items"),
  "/to-metadata": to("http://169.254.169.254/latest"),
  "/to-file": to("file:///etc/passwd"),
  "/to-script": to("javascript:alert(1)"),
  "/to-itself": to("/to-itself"),
  "/to-more": (response) => to(`/to-more?${asked}`)(response, undefined as never),
  "/html": text("<!doctype html><title>Log in</title>", { "content-type": "text/html" }),
  "/html-as-json": text("<!doctype html><title>Log in</title>"),
  "/nothing": text(""),
  "/cut": text('{"items": [{"id": 1}, {"id"'),
  "/nan": text('{"items": NaN}'),
  "/infinite": text('{"items": [{"id": 1e999}]}'),
  "/null": text("null"),
  "/number": text("7"),
  "/object": text('{"items": {"0": {"id": 1}}}'),
  "/text-list": text('{"items": "1,2,3"}'),
  "/no-id": text('{"items": [{"id": 1}, {"name": "x"}]}'),
  "/wrong-id": text('{"items": [{"id": {"a": 1}}]}'),
  "/prototype": text('{"__proto__": {"items": []}, "constructor": {"items": []}}'),
  "/deep": text(`{"items": ${"[".repeat(50_000)}${"]".repeat(50_000)}}`),
  "/binary": text(Uint8Array.from([0, 255, 254, 1, 2, 3])),
  "/large": text(`{"items": [${'"x",'.repeat(3_000_000)}"x"]}`),
  "/status": (response) => response.writeHead(418).end(),
  "/empty-status": (response) => response.writeHead(204).end(),
  "/bomb": (response) => text(bomb, { "content-encoding": "gzip" })(response, undefined as never),
  "/broken-gzip": text("not gzip", { "content-encoding": "gzip" }),
  "/lost": (response) => {
    response.writeHead(200, { "content-length": "1000" }).write("{");
    response.destroy();
  },
};

const server = createServer((request, response) => {
  asked += 1;
  const path = (request.url ?? "").split("?")[0] ?? "";
  const answer = answers[path] ?? pages[path];
  if (answer === undefined) response.writeHead(404).end();
  else answer(response, request);
});

/** Lists that never end, by path. */
const pages: Readonly<Record<string, Answer>> = {
  "/same": text(`{"items": [{"id": 1}], "next": "/same?p=2"}`),
  "/circle": (response, { url = "" }) =>
    text(`{"items": [{"id": ${asked}}], "next": "/circle?p=${url.endsWith("p=1") ? 2 : 1}"}`)(
      response,
      undefined as never,
    ),
  "/endless": (response) =>
    text(`{"items": [{"id": ${asked}}], "next": "/endless?p=${asked}"}`)(
      response,
      undefined as never,
    ),
  "/next-other": text(`{"items": [{"id": 1}], "next": "http://other.example/2"}`),
  "/next-private": text(`{"items": [{"id": 1}], "next": "http://10.0.0.1/2"}`),
  "/next-file": text(`{"items": [{"id": 1}], "next": "file:///etc/passwd"}`),
  "/next-object": text(`{"items": [{"id": 1}], "next": {"a": 1}}`),
};

beforeAll(async () => {
  bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const output = { items: "{{steps.items.items}}", more: "{{steps.items.has_more}}" };
const items = {
  type: "array",
  items: {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" } },
    additionalProperties: false,
  },
};
const output_schema = { type: "object", properties: { items } };

const fields = { id: "id" };

describe("a hostile answer", () => {
  it.each(Object.keys(answers))("%s ends in a failure with its reason", async (path) => {
    const steps = [
      { id: "a", kind: "request", url: `${origin}${path}` },
      { id: "items", kind: "extract", list: "items", fields },
    ];
    const before = asked;
    const result = await runOnce(actionOf({ steps, output, output_schema }));
    expect(result).toMatchObject({ status: "failed", error: { code: "EXECUTION_FAILED" } });
    const message = result.status === "failed" ? result.error.message : "";
    expect(message.length).toBeGreaterThan(10);
    expect(message.length).toBeLessThan(1000);
    expect(asked - before).toBeLessThanOrEqual(15);
  });

  it.each(["/bomb", "/lost", "/to-other", "/to-metadata", "/status"])(
    "%s as a file leaves nothing behind",
    async (path) => {
      await using blobs = new MemoryBlobs();
      const request = { url: `${origin}${path}`, type: "none" };
      const steps = [{ id: "f", kind: "file", name: "f.bin", request, max_bytes: 1_000_000 }];
      const { createFetcher } = await import("dragline/fetcher");
      const { createRunner } = await import("dragline/wire");
      await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
      const runner = createRunner({ fetcher, blobs }, { pace: false });
      const result = await runner.run(actionOf({ steps }), { fileKey: () => "the-file" });
      expect(result).toMatchObject({ status: "failed", error: { code: "EXECUTION_FAILED" } });
      const { signal } = new AbortController();
      expect(await blobs.get("the-file", { signal })).toBeUndefined();
    },
  );
});

describe("a list without an end", () => {
  const listOf = (path: string, next: object = { link: "next" }) =>
    actionOf({
      steps: [
        {
          id: "items",
          kind: "paginate",
          request: { url: `${origin}${path}` },
          read: { list: "items", fields },
          next,
          limit: 1000,
          max_pages: 8,
        },
      ],
      output,
      output_schema,
    });

  it.each(["/same", "/circle", "/next-other", "/next-private", "/next-file", "/next-object"])(
    "%s fails",
    async (path) => {
      const before = asked;
      expect(await runOnce(listOf(path))).toMatchObject({
        status: "failed",
        error: { code: "EXECUTION_FAILED" },
      });
      expect(asked - before).toBeLessThanOrEqual(8);
    },
  );

  it("that grows is cut at the bound, and says so", async () => {
    const before = asked;
    const result = await runOnce(listOf("/endless"));
    expect(result).toMatchObject({ status: "completed", data: { more: true } });
    expect(asked - before).toBe(8);
  });

  it("of pages that are all the same fails by page number and offset too", async () => {
    for (const next of [{ page: "page" }, { offset: "offset" }]) {
      expect(await runOnce(listOf("/same", next))).toMatchObject({ status: "failed" });
    }
  });
});

describe("an answer of a million items", () => {
  it("is cut at the bound, and says so", async () => {
    const body = `{"items": [${'{"id":1},'.repeat(999_999)}{"id":1}]}`;
    const many = createServer((_, response) => response.end(body));
    await new Promise<void>((resolve) => many.listen(0, "127.0.0.1", resolve));
    const { port } = many.address() as AddressInfo;
    try {
      const steps = [
        { id: "a", kind: "request", url: `http://127.0.0.1:${port}/` },
        { id: "items", kind: "extract", list: "items", fields },
      ];
      const result = await runOnce(actionOf({ steps, output, output_schema }));
      expect(result).toMatchObject({ status: "completed", data: { more: true } });
      const { data } = result as unknown as { data: { items: object[] } };
      expect(data.items).toHaveLength(10_000);
    } finally {
      many.close();
    }
  });

  it("leads to no endless expression", async () => {
    const steps = [
      { id: "a", kind: "request", url: `${origin}/html-as-json`, type: "text" },
      {
        id: "b",
        kind: "assert",
        that: `${"a".repeat(5000)}!`,
        matches: "^(a+)+$",
        message: "It does not match.",
      },
    ];
    expect(await runOnce(actionOf({ steps }))).toMatchObject({
      error: { message: "It does not match." },
    });
  });
});
