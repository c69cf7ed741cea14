import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createFetcher } from "dragline/fetcher";
import { createRunner, type RunResult } from "dragline/wire";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { actionOf, parameter, runOnce } from "./actions.ts";

/** Texts that mean something to URLs, headers, templates, shells, JavaScript or databases. */
const values = [
  "..",
  ".",
  "../../admin",
  "%2e%2e%2fadmin",
  "a/b",
  String.raw`..\..\admin`,
  "a?role=admin",
  "a#fragment",
  "a&role=admin",
  "@evil.example",
  "//evil.example/",
  "a\r\nHost: evil.example",
  "a\nSet-Cookie: role=admin",
  "a\u0000b",
  "{{credential.token}}",
  "{{steps.before.body}}",
  "{{params.other}}",
  "}}{{credential.token}}",
  "${credential.token}",
  "<script>alert(1)</script>",
  "'; DROP TABLE items; --",
  '","role":"admin',
  "__proto__",
  "constructor",
  "\ud800",
  "ä🦀",
  "x".repeat(900),
];

const places = ["path", "query", "header", "json", "form"] as const;

const SECRET = "s3cr3t-token";

/** What the one server saw, per request. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

let seen: Seen[] = [];
let origin = "";
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => {
    body += part;
  });
  request.on("end", () => {
    seen.push({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body,
    });
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  seen = [];
});
afterAll(() => server.close());

/** Sends `{{params.value}}` in a place; the credential is there, and no template asks for it. */
async function send(place: (typeof places)[number], value: string): Promise<RunResult> {
  const template = "{{params.value}}";
  const step = {
    path: { url: `${origin}/items/${template}/end` },
    query: { url: `${origin}/items`, query: { q: template } },
    header: { url: `${origin}/items`, headers: { "x-value": template } },
    json: { url: `${origin}/items`, method: "POST", json: { q: template } },
    form: { url: `${origin}/items`, method: "POST", form: { q: template } },
  }[place];
  const parameters = [parameter("value", { max_length: 1000 }), parameter("other")];
  const action = actionOf({ parameters, steps: [{ id: "a", kind: "request", ...step }] });
  return runOnce(action, { params: { value }, credential: { values: { token: SECRET } } });
}

/** The value as the server has it once it has read the request by the place's own rules. */
function arrived(place: (typeof places)[number], { url, headers, body }: Seen): unknown {
  switch (place) {
    case "path":
      return decodeURIComponent(/^\/items\/([^/?#]*)\/end$/.exec(url)?.[1] ?? "");
    case "query":
      return new URL(url, origin).searchParams.get("q");
    case "header":
      return Buffer.from(String(headers["x-value"]), "latin1").toString();
    case "json":
      return (JSON.parse(body) as { q: unknown }).q;
    case "form":
      return new URLSearchParams(body).get("q");
    default:
      throw new TypeError("A value is in a place.");
  }
}

const table = places.flatMap((place) => values.map((value) => [place, value] as const));

describe("a hostile value of a parameter", () => {
  it.each(table)("in the %s is data or refused: %j", async (place, value) => {
    const result = await send(place, value);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
    if (result.status === "failed") {
      expect(seen).toEqual([]);
      expect(result.error).toMatchObject({ code: "INVALID_PARAMS" });
      expect(result.error.message).not.toBe("");
      return;
    }
    expect(seen).toHaveLength(1);
    const [request] = seen;
    if (request === undefined) throw new Error("no request came");
    expect(request.headers["host"]).toBe(new URL(origin).host);
    expect(request.headers["set-cookie"]).toBeUndefined();
    expect(arrived(place, request)).toBe(value.toWellFormed());
  });
});

describe("a header of a recipe", () => {
  it.each(["host", "connection", "content-length", "transfer-encoding", "proxy-authorization"])(
    "%s, which is the connection's, is never sent",
    async (name) => {
      const headers = { [name]: "evil.example" };
      const steps = [{ id: "a", kind: "request", url: `${origin}/items`, headers }];
      expect(await runOnce(actionOf({ steps }))).toMatchObject({
        status: "failed",
        error: { code: "EXECUTION_FAILED" },
      });
      expect(seen).toEqual([]);
    },
  );
});

/** Where a site must never be found. */
const sites = [
  "http://169.254.169.254/latest/meta-data",
  "http://127.0.0.1",
  "http://127.1",
  "http://localhost",
  "http://0x7f000001",
  "http://2130706433",
  "http://0177.0.0.1",
  "http://[::1]",
  "http://[::ffff:127.0.0.1]",
  "http://[fe80::1]",
  "http://10.0.0.1",
  "http://192.168.0.1",
  "http://172.16.0.1",
  "http://0.0.0.0",
  "http://metadata.google.internal",
  "http://rebinds.example",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://files.example",
  "gopher://old.example",
  "http://user:password@shop.example",
  String.raw`http://shop.example\@127.0.0.1`,
  "http://shop.example:99999",
  "http://",
  "//evil.example",
  "shop.example/?a=1",
  "shop.example/#a",
  "",
  " ",
  "http://a b.example",
  "http://xn--.example",
];

describe("a hostile address of a site", () => {
  it.each(sites)("is refused before anything is sent: %j", async (site) => {
    const dialled: string[] = [];
    await using fetcher = createFetcher({
      resolver: { resolve: async () => ["10.0.0.5"] },
      dialer: {
        dial: (target) => {
          dialled.push(JSON.stringify(target));
          throw new Error("nothing may be dialled");
        },
      },
    });
    const action = actionOf(
      {
        parameters: [parameter("site", { format: "site", required: true })],
        steps: [{ id: "a", kind: "request", url: "{{params.site}}/items" }],
      },
      { hosts: [] },
    );
    const result = await createRunner({ fetcher }, { pace: false }).run(action, {
      params: { site },
    });
    expect(result).toMatchObject({ status: "failed" });
    expect(dialled).toEqual([]);
  });
});
