import { createFetcher } from "dragline/fetcher";
import { MemoryBlobs } from "dragline/storage/memory";
import { createSite, type SiteRoute } from "dragline/testing";
import { createRunner } from "dragline/wire";
import { describe, expect, it } from "vitest";
import { actionOf, parameter } from "./actions.ts";
import { json, onSite } from "./sites.ts";

/** Pages of `size` numbers up to `total`, by what is asked of `from`. */
function numbers(total: number, size: number, makeNext: (from: number) => object): SiteRoute {
  return (request, response) => {
    const url = new URL(request.url ?? "", "http://x");
    const from = Number(url.searchParams.get("from") ?? 0);
    const items = Array.from(
      { length: Math.max(0, Math.min(size, total - from)) },
      (_, i) => from + i,
    );
    response.setHeader("content-type", "application/json");
    const next = from + size < total ? makeNext(from + size) : {};
    response.end(JSON.stringify({ items, ...next }));
  };
}

const pages = (origin: string, parts: object, limit = 7) => ({
  steps: [
    {
      kind: "paginate",
      id: "list",
      request: { url: `${origin}/items` },
      read: { list: "items" },
      limit,
      ...parts,
    },
  ],
  output: "{{steps.list}}",
});

describe("paginate", () => {
  it.each([
    ["cursor", { next: { cursor: "next", query: "from" } }, (from: number) => ({ next: from })],
    [
      "link",
      { next: { link: "links.next" } },
      (from: number) => ({ links: { next: `/items?from=${from}` } }),
    ],
    ["offset", { next: { offset: "from" } }, () => ({})],
    ["offset of full pages", { next: { offset: "from" }, page_size: 3 }, () => ({})],
  ])("follows a %s", async (_, parts, makeNext) => {
    const { data, paths } = await onSite({ "/items": numbers(8, 3, makeNext) }, (origin) =>
      pages(origin, parts),
    );
    expect(data).toMatchObject({ items: [0, 1, 2, 3, 4, 5, 6], pages: 3, has_more: true });
    expect(paths.length).toBe(3);
  });

  it.each([
    [{ next: { cursor: "next", query: "from" } }, (from: number) => ({ next: from }), 3],
    [{ next: { offset: "from" } }, () => ({}), 4],
    [{ next: { offset: "from" }, page_size: 3 }, () => ({}), 3],
  ])("ends where the list ends %#", async (parts, makeNext, requests) => {
    const { data, paths } = await onSite({ "/items": numbers(8, 3, makeNext) }, (origin) =>
      pages(origin, parts, 100),
    );
    expect(data).toMatchObject({ items: { length: 8 }, has_more: false });
    expect(paths.length).toBe(requests);
  });

  it("follows the Link header and page numbers", async () => {
    const linked: SiteRoute = (request, response) => {
      const at = Number(new URL(request.url ?? "", "http://x").searchParams.get("p") ?? 1);
      response.setHeader("content-type", "application/json");
      response.setHeader("link", [
        `<${at === 3 ? "/other" : `/items?p=${at + 1}`}>; title="a, b"; rel="${at === 3 ? "prev" : "x next"}"`,
      ]);
      response.end(JSON.stringify({ items: at > 3 ? [] : [at] }));
    };
    const byLink = await onSite({ "/items": linked }, (origin) =>
      pages(origin, { next: { link_header: "next" } }),
    );
    expect(byLink.data).toMatchObject({ items: [1, 2, 3], pages: 3, has_more: false });
    const byNumber = await onSite({ "/items": linked }, (origin) =>
      pages(origin, { next: { page: "p" } }),
    );
    expect(byNumber.paths).toEqual(["/items?p=1", "/items?p=2", "/items?p=3", "/items?p=4"]);
  });

  it("puts a cursor deep into JSON", async () => {
    const bodies: unknown[] = [];
    const route: SiteRoute = (request, response) => {
      let text = "";
      request.on("data", (chunk) => (text += String(chunk)));
      request.on("end", () => {
        bodies.push(JSON.parse(text));
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({ items: [bodies.length], end: bodies.length < 2 ? "c1" : null }),
        );
      });
    };
    await onSite({ "/items": route }, (origin) =>
      pages(origin, {
        request: {
          url: `${origin}/items`,
          method: "POST",
          json: { query: "q", variables: { n: 1 } },
        },
        next: { cursor: "end", json: "variables.after" },
      }),
    );
    expect(bodies).toEqual([
      { query: "q", variables: { n: 1 } },
      { query: "q", variables: { n: 1, after: "c1" } },
    ]);
  });

  it.each([
    [
      "the same page",
      { next: { page: "p" } },
      json({ items: [1] }),
      /Page 2 .*repeats items of earlier pages/,
    ],
    [
      "a cursor in a circle",
      { next: { cursor: "next", query: "from" } },
      (() => {
        let count = 0;
        return ((_, response) => {
          count += 1;
          response.setHeader("content-type", "application/json");
          response.end(JSON.stringify({ items: [count], next: count % 2 }));
        }) satisfies SiteRoute;
      })(),
      /lead in a circle/,
    ],
    [
      "a link to another host",
      { next: { link: "next" } },
      json({ items: [1], next: "http://evil.example/" }),
      /evil\.example is not one of the hosts/,
    ],
    [
      "a link that is an object",
      { next: { link: "next" } },
      json({ items: [1], next: {} }),
      /must be a string or a number/,
    ],
  ])("refuses %s", async (...[, parts, route, message]) => {
    const { error } = await onSite({ "/items": route }, (origin) => pages(origin, parts));
    expect(error).toMatchObject({
      code: "EXECUTION_FAILED",
      message: expect.stringMatching(message),
    });
  });
});

describe("each", () => {
  it("runs steps for each item, in order of the list, and tells that max cut it", async () => {
    const { data, paths } = await onSite(
      { "/list": json({ ids: [3, 1, 2] }), "/3": json({ n: "c" }), "/1": json({ n: "a" }) },
      (origin) => ({
        steps: [
          { kind: "request", id: "list", url: `${origin}/list` },
          {
            kind: "each",
            id: "all",
            in: "{{steps.list.body.ids}}",
            max: 2,
            concurrency: 2,
            steps: [{ kind: "request", id: "one", url: `${origin}/{{item}}` }],
            output: { id: "{{item}}", at: "{{index}}", n: "{{steps.one.body.n}}" },
          },
        ],
        output: "{{steps.all}}",
      }),
    );
    expect(data).toEqual({
      items: [
        { id: 3, at: 0, n: "c" },
        { id: 1, at: 1, n: "a" },
      ],
      has_more: true,
    });
    expect(paths.length).toBe(3);
  });
});

describe("file", () => {
  const rows = [
    { name: "a,b", price: 1.5 },
    { name: "=1+1", note: "-5" },
    { name: 'say "x"', price: null },
  ];

  async function filesOf(
    steps: (origin: string) => unknown[],
    routes: Record<string, SiteRoute> = {},
  ) {
    await using site = await createSite(routes);
    await using fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
    await using blobs = new MemoryBlobs();
    const runner = createRunner({ fetcher, blobs }, { pace: false });
    const action = actionOf({
      parameters: [parameter("rows", { type: "array", items: "string" })],
      steps: steps(site.origin),
    });
    const fileKey = (name: string, index: number): string => `job/${index}/${name}`;
    const result = await runner.run(action, { fileKey });
    const texts = [];
    for (const { key } of result.status === "completed" ? result.files : []) {
      const blob = await blobs.get(key, { signal: new AbortController().signal });
      texts.push(await new Response(blob?.body).text());
    }
    const left = await blobs.get("job/0/a.bin", { signal: new AbortController().signal });
    return { result, texts, left };
  }

  it("writes CSV, with formulas made harmless, and JSON", async () => {
    const { result, texts } = await filesOf(
      (origin) => [
        { kind: "request", id: "rows", url: `${origin}/rows` },
        { kind: "file", id: "a", name: "x/../rows.csv", content: "{{steps.rows.body}}", as: "csv" },
        { kind: "file", id: "b", name: "rows.json", content: { n: 1 }, as: "json" },
        { kind: "file", id: "c", name: "rows.json", content: "text" },
      ],
      { "/rows": json(rows) },
    );
    expect(texts).toEqual([
      'name,price,note\r\n"a,b",1.5,\r\n\'=1+1,,-5\r\n"say ""x""",,\r\n',
      '{\n  "n": 1\n}\n',
      "text",
    ]);
    expect(result).toMatchObject({
      files: [
        {
          name: "x-..-rows.csv",
          contentType: "text/csv; charset=utf-8",
          key: "job/0/x-..-rows.csv",
        },
        { name: "rows.json", sizeBytes: 13 },
        { name: "rows-2.json" },
      ],
    });
  });

  const download =
    (parts: object = {}) =>
    (origin: string) => [
      { kind: "file", id: "a", name: "a.bin", request: { url: `${origin}/file` }, ...parts },
    ];

  it("stores the body of an answer", async () => {
    const body = "x".repeat(300_000);
    const { result, texts } = await filesOf(download(), {
      "/file": { headers: { "content-type": "application/zip" }, body },
    });
    expect(texts).toEqual([body]);
    expect(result).toMatchObject({
      files: [{ contentType: "application/zip", sizeBytes: 300_000 }],
    });
  });

  it.each([
    [
      "too many bytes",
      { max_bytes: 1_000 },
      { body: "x".repeat(2_000) },
      /more than the 1000 bytes/,
    ],
    ["another status", {}, { status: 404, body: "no" }, /HTTP 404 to step 'a'/],
    [
      "a page in place of a file",
      { content_type: "application/pdf" },
      { body: "<p>Sign in" },
      /answered text\/html.* where a file of application\/pdf/,
    ],
  ])("refuses %s and keeps nothing", async (...[, parts, route, message]) => {
    const { result, left } = await filesOf(download(parts), { "/file": route });
    expect(result).toMatchObject({
      status: "failed",
      error: { message: expect.stringMatching(message) },
    });
    expect(left).toBeUndefined();
  });
});
