import { createFetcher, type FetchCall } from "dragline/fetcher";
import { createRawSite, createSite, FakeClock, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";

const allow = ["127.0.0.1"];

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

/** A site that answers 200 everywhere but where `redirects` say, and what it was sent. */
async function exchange(
  redirects: Readonly<Record<string, readonly [status: number, location: string]>>,
  call: FetchCall,
) {
  const seen: Seen[] = [];
  const route: SiteRoute = (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { method = "", url: path = "", headers } = request;
      seen.push({ method, path, type: headers["content-type"], body });
      const [status, location] = redirects[path] ?? [200, undefined];
      response.writeHead(status, location === undefined ? {} : { location });
      response.end("ok");
    });
  };
  await using site = await createSite({ "*": route });
  await using fetcher = createFetcher({}, { allow });
  const page = await fetcher.fetch(site.url("/a"), call);
  return { page, seen };
}

const form = { "content-type": "application/x-www-form-urlencoded" };

describe("FetchCall.method and body", () => {
  it.each(["POST", "PUT", "PATCH", "DELETE"] as const)(
    "sends a %s with its body",
    async (method) => {
      const { page, seen } = await exchange({}, { method, body: "a=ü", headers: form });
      expect(page.status).toBe(200);
      expect(seen).toEqual([{ method, path: "/a", type: form["content-type"], body: "a=ü" }]);
    },
  );

  it("sends bytes, and a POST without a body", async () => {
    const bytes = await exchange({}, { method: "POST", body: new Uint8Array([65, 66]) });
    expect(bytes.seen[0]?.body).toBe("AB");
    const none = await exchange({}, { method: "POST" });
    expect(none.seen).toMatchObject([{ method: "POST", body: "" }]);
  });

  it.each([
    ["POST", 301, "GET", ""],
    ["POST", 302, "GET", ""],
    ["POST", 303, "GET", ""],
    ["POST", 307, "POST", "a=1"],
    ["POST", 308, "POST", "a=1"],
    ["PUT", 301, "PUT", "a=1"],
    ["PUT", 303, "GET", ""],
    ["DELETE", 302, "DELETE", "a=1"],
  ] as const)("a %s redirected by %i goes on as %s", async (...[method, status, then, body]) => {
    const { seen } = await exchange(
      { "/a": [status, "/b"] },
      { method, body: "a=1", headers: form },
    );
    const type = body === "" ? undefined : form["content-type"];
    expect(seen[1]).toEqual({ method: then, path: "/b", type, body });
  });

  it("takes a POST that leads back as GET for no loop", async () => {
    const { page, seen } = await exchange({}, { method: "HEAD" });
    expect([page.status, seen.length]).toEqual([200, 1]);
    let posts = 0;
    const route: SiteRoute = (request, response) => {
      posts += 1;
      response.writeHead(request.method === "POST" ? 303 : 200, { location: "/a" }).end();
    };
    await using site = await createSite({ "/a": route });
    await using fetcher = createFetcher({}, { allow });
    expect((await fetcher.fetch(site.url("/a"), { method: "POST" })).status).toBe(200);
    expect(posts).toBe(2);
  });

  it.each([
    [{ method: "GET", body: "x" }],
    [{ method: "HEAD", body: "" }],
    [{ method: "POST", body: {} }],
    [{ method: "TRACE" }],
    [{ timeoutMs: 0 }],
  ])("refuses %j", async (call) => {
    await using fetcher = createFetcher({}, { allow });
    const fetching = fetcher.fetch("http://127.0.0.1:1/", call as FetchCall);
    await expect(fetching).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });

  it.each([
    [{ method: "POST" }, 1],
    [{ method: "PATCH" }, 1],
    [{ method: "POST", idempotent: true }, 3],
    [{ method: "PUT" }, 3],
    [{ method: "DELETE" }, 3],
  ] as const)("%j is sent %i times where that may help", async (call, times) => {
    await using site = await createSite({ "/": { status: 503, headers: { "retry-after": "0" } } });
    await using fetcher = createFetcher({}, { allow });
    const page = await fetcher.fetch(site.url("/"), call);
    expect([page.status, site.requests.length]).toEqual([503, times]);
  });

  it("is not sent again on a connection that is lost", async () => {
    let requests = 0;
    await using site = await createRawSite((socket) => {
      socket.on("data", () => {
        requests += 1;
        socket.destroy();
      });
    });
    await using fetcher = createFetcher({}, { allow });
    const posting = fetcher.fetch(site.url("/"), { method: "POST", body: "x" });
    await expect(posting).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(requests).toBe(1);
  });

  it("has nothing to do with the cache", async () => {
    await using site = await createSite({ "/": { headers: { "cache-control": "max-age=60" } } });
    await using fetcher = createFetcher({}, { allow });
    await fetcher.fetch(site.url("/"), { maxAgeMs: 60_000 });
    const posted = await fetcher.fetch(site.url("/"), { maxAgeMs: 60_000, method: "POST" });
    expect(posted.fromCache).toBe(false);
    expect(site.requests.length).toBe(2);
  });
});

describe("FetchCall.checkHop", () => {
  it("is asked before each request, redirects and retries included", async () => {
    let busy = 1;
    await using site = await createSite({
      "/a": { status: 302, headers: { location: "/b" } },
      "/b": (_, response) => {
        busy -= 1;
        response.writeHead(busy >= 0 ? 503 : 200, { "retry-after": "0" }).end("x");
      },
    });
    await using fetcher = createFetcher({}, { allow });
    const asked: string[] = [];
    const checkHop = (url: URL): void => {
      asked.push(`${url.pathname} ${site.requests.length}`);
    };
    await fetcher.fetch(site.url("/a"), { checkHop });
    expect(asked).toEqual(["/a 0", "/b 1", "/b 2"]);
  });

  it("ends the fetch by what it throws, before robots.txt is asked", async () => {
    await using other = await createSite({ "*": "x" });
    await using site = await createSite({
      "/a": { status: 302, headers: { location: other.url("/") } },
    });
    await using fetcher = createFetcher({}, { allow, obeyRobots: true });
    const fetching = fetcher.fetch(site.url("/a"), {
      checkHop: async ({ port }) => {
        if (port !== String(site.port)) throw new RangeError("not there");
      },
    });
    await expect(fetching).rejects.toThrow(new RangeError("not there"));
    expect(other.requests).toEqual([]);
  });

  it("may wait no longer than the fetch", async () => {
    const clock = new FakeClock();
    await using fetcher = createFetcher({ clock }, { allow });
    const asked = Promise.withResolvers<AbortSignal>();
    const fetching = fetcher.fetch("http://127.0.0.1:1/", {
      timeoutMs: 50,
      checkHop: (_, signal) => {
        asked.resolve(signal);
        return new Promise(() => {});
      },
    });
    const failing = expect(fetching).rejects.toMatchObject({
      code: "TIMEOUT",
      details: { ms: 50 },
    });
    const signal = await asked.promise;
    await clock.advance(50);
    await failing;
    expect(signal.aborted).toBe(true);
  });
});
