import { brotliCompressSync, gzipSync, zstdCompressSync } from "node:zlib";
import { createFetcher, Cookies, type BodySink } from "dragline/fetcher";
import { createRawSite, createSite, type SiteRoute } from "dragline/testing";
import { systemClock } from "../../../src/core/index.ts";
import { describe, expect, it } from "vitest";

const allow = ["127.0.0.1"];
const text = "line of text\n".repeat(20_000);

function collector() {
  const pieces: Uint8Array[] = [];
  let open = 0;
  const sink: BodySink = ({ status }) =>
    status === 200
      ? async (piece) => {
          open += 1;
          expect(open).toBe(1);
          await Promise.resolve();
          pieces.push(piece);
          open -= 1;
        }
      : undefined;
  return { pieces, sink, text: () => Buffer.concat(pieces).toString() };
}

async function sunk(route: SiteRoute, call: { maxBytes?: number } = {}) {
  await using site = await createSite({ "/": route });
  await using fetcher = createFetcher({}, { allow });
  const taken = collector();
  const page = await fetcher.fetch(site.url("/"), { sink: taken.sink, ...call });
  return { page, taken, request: site.requests[0] };
}

describe("FetchCall.sink", () => {
  it("gets the body in pieces, one after another, and the page has none", async () => {
    const { page, taken, request } = await sunk({ body: text });
    expect(taken.text()).toBe(text);
    expect([page.status, page.bytes.length]).toEqual([200, 0]);
    expect(request?.headers["accept-encoding"]).toBe("identity");
  });

  it.each([
    ["gzip", gzipSync(text)],
    ["br", brotliCompressSync(text)],
    ["zstd", zstdCompressSync(text)],
  ])("gets what is encoded all the same by %s decoded", async (coding, body) => {
    const { taken } = await sunk({ headers: { "content-encoding": coding }, body });
    expect(taken.text()).toBe(text);
  });

  it("that is not wanted leaves the body to the page", async () => {
    const { page, taken } = await sunk({ status: 404, body: "no such file" });
    expect([page.text, taken.pieces.length]).toEqual(["no such file", 0]);
  });

  it.each([
    ["BODY_TOO_LARGE", { body: text }, { maxBytes: 1_000 }],
    [
      "BODY_TOO_LARGE",
      { headers: { "content-encoding": "gzip" }, body: gzipSync(text) },
      { maxBytes: 1_000 },
    ],
    [
      "DECOMPRESSION_BOMB",
      { headers: { "content-encoding": "gzip" }, body: gzipSync(Buffer.alloc(50_000_000)) },
      { maxBytes: 100_000_000 },
    ],
    ["INVALID_RESPONSE", { headers: { "content-encoding": "gzip" }, body: text }, {}],
    [
      "INVALID_RESPONSE",
      { headers: { "content-encoding": "gzip" }, body: gzipSync(text).subarray(0, 300) },
      {},
    ],
    ["INVALID_RESPONSE", { headers: { "content-encoding": "gzip, br" }, body: text }, {}],
    ["INVALID_RESPONSE", { headers: { "content-encoding": "unknown" }, body: text }, {}],
  ])("ends with %s %#", async (code, route, call) => {
    await expect(sunk(route, call)).rejects.toMatchObject({ code });
  });

  it("gets no piece twice: nothing is tried again behind the first", async () => {
    let requests = 0;
    await using site = await createRawSite((socket) => {
      socket.once("data", () => {
        requests += 1;
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () => socket.destroy());
      });
    });
    await using fetcher = createFetcher({}, { allow });
    const { sink } = collector();
    await expect(fetcher.fetch(site.url("/"), { sink })).rejects.toMatchObject({
      code: "CONNECTION_LOST",
    });
    expect(requests).toBe(1);
  });

  it("that throws ends the fetch by that, and the connection", async () => {
    await using site = await createSite({ "/": { body: text.repeat(20) } });
    await using fetcher = createFetcher({}, { allow });
    const sink: BodySink = () => () => {
      throw new RangeError("full");
    };
    await expect(fetcher.fetch(site.url("/"), { sink })).rejects.toThrow(new RangeError("full"));
    await site.idle();
  });
});

describe("FetchCall.cookies", () => {
  it("are the caller's, and kept nowhere else", async () => {
    await using site = await createSite({ "/": { headers: { "set-cookie": "b=2" } } });
    await using fetcher = createFetcher({}, { allow });
    const cookies = new Cookies(systemClock);
    await cookies.add(new URL(site.origin), "a=1");
    for (let count = 0; count < 2; count += 1) await fetcher.fetch(site.url("/"), { cookies });
    await fetcher.fetch(site.url("/"));
    expect(site.requests.map(({ headers }) => headers["cookie"])).toEqual([
      "a=1",
      "a=1; b=2",
      undefined,
    ]);
  });
});
