import { createFetcher, staticProxies, type ProxyProvider } from "dragline/fetcher";
import { createRawSite, createSite } from "dragline/testing";
import { Server } from "proxy-chain";
import { describe, expect, it } from "vitest";
import { failureOf } from "../failures.ts";

const allow = ["127.0.0.1"];
const url = new URL("http://a.test/");

function hostsOf(provider: ProxyProvider, queries: Record<string, string | undefined>[]) {
  return queries.map(({ country, session }) => {
    const proxy = provider.proxyFor({ country, session, url }) as URL | undefined;
    return proxy?.hostname;
  });
}

/** An HTTP proxy on loopback that remembers whom it served. */
async function startProxy(password?: string) {
  const served: string[] = [];
  const server = new Server({
    port: 0,
    host: "127.0.0.1",
    prepareRequestFunction({ hostname, username, password: given }) {
      served.push(`${username}@${hostname}`);
      return { requestAuthentication: password !== undefined && given !== password };
    },
  });
  await server.listen();
  return {
    served,
    url: (user = "") => `http://${user}127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server.close(true),
  };
}

describe("staticProxies", () => {
  const provider = () =>
    staticProxies({
      de: ["http://de1.test", "https://de2.test:8443"],
      US: ["socks5://us.test:1080"],
      "*": ["http://any.test"],
      fr: [],
    });

  it("chooses by country, in any case, and else from the list of all", () => {
    const countries = ["us", "US", "DE", "fr", "jp", undefined];
    expect(
      hostsOf(
        provider(),
        countries.map((country) => ({ country })),
      ),
    ).toEqual(["us.test", "us.test", "de1.test", "any.test", "any.test", "any.test"]);
  });

  it("connects directly where there is no list", () => {
    expect(hostsOf(staticProxies({ de: ["http://de.test"] }), [{ country: "jp" }, {}])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("takes turns, and keeps a session where it is", () => {
    const country = "de";
    const turns = hostsOf(provider(), [{ country }, { country }, { country }]);
    expect(turns).toEqual(["de1.test", "de2.test", "de1.test"]);
    const own = provider();
    const sessions = Array.from({ length: 21 }, (_, index) => `session ${index}`);
    const first = hostsOf(
      own,
      sessions.map((session) => ({ country, session })),
    );
    const again = hostsOf(
      own,
      sessions.map((session) => ({ country, session })),
    );
    expect(again).toEqual(first);
    expect(new Set(first).size).toBe(2);
  });

  it.each(["", "proxy.test:8080", "ftp://proxy.test", "http://", "socks4://proxy.test"])(
    "refuses %j without repeating it",
    (entry) => {
      expect(() => staticProxies({ de: [entry] })).toThrow(
        "Proxy de[0] must be an http, https or socks5 URL.",
      );
    },
  );
});

describe("a fetch through a proxy", () => {
  it("goes where the country says, with the proxy's credentials", async () => {
    await using site = await createSite({ "/": "page" });
    await using proxy = await startProxy("pw");
    const proxies = staticProxies({ de: [proxy.url("user:pw@")] });
    await using fetcher = createFetcher({ proxies }, { allow });
    expect((await fetcher.fetch(site.url("/"), { country: "de" })).text).toBe("page");
    expect(proxy.served).toEqual(["user@127.0.0.1"]);
    expect((await fetcher.fetch(site.url("/"))).text).toBe("page");
    expect(proxy.served.length).toBe(1);
    expect(site.requests[0]?.headers["proxy-authorization"]).toBeUndefined();
  });

  it("keeps its connections apart from direct ones, and uses them again", async () => {
    await using site = await createSite({ "/": "page" });
    await using proxy = await startProxy();
    await using fetcher = createFetcher(
      { proxies: staticProxies({ de: [proxy.url()] }) },
      { allow },
    );
    for (const country of ["de", undefined, "de", undefined]) {
      await fetcher.fetch(site.url("/"), { country });
    }
    expect([site.connections, proxy.served.length]).toEqual([2, 1]);
  });

  it("fails with a code when the proxy asks for credentials, once", async () => {
    await using site = await createSite({ "/": "page" });
    await using proxy = await startProxy("pw");
    const proxies = staticProxies({ "*": [proxy.url("user:wrong@")] });
    await using fetcher = createFetcher({ proxies }, { allow });
    const failure = await failureOf(fetcher.fetch(site.url("/")));
    expect(failure).toMatchObject({ code: "PROXY_FAILED", details: { status: 407 } });
    expect(JSON.stringify([failure.message, failure.details])).not.toContain("wrong");
    expect([proxy.served.length, site.connections]).toEqual([1, 0]);
  });

  it("fails with a code when the proxy is not there", async () => {
    const gone = await createRawSite(() => {});
    await gone[Symbol.asyncDispose]();
    const proxies = staticProxies({ "*": [gone.origin] });
    await using fetcher = createFetcher({ proxies }, { retries: 0 });
    expect((await failureOf(fetcher.fetch("http://93.184.215.14/"))).code).toBe("PROXY_FAILED");
  });

  it("fails with a code when the provider does", async () => {
    const down = new Error("down");
    const proxies = { proxyFor: () => Promise.reject(down) };
    await using fetcher = createFetcher({ proxies }, { retries: 0 });
    const failure = await failureOf(fetcher.fetch("http://93.184.215.14/"));
    expect([failure.code, failure.cause]).toEqual(["PROXY_FAILED", down]);
  });

  it("ends with its signal, and with the fetcher, while the provider is silent", async () => {
    const control = new AbortController();
    const proxies = { proxyFor: () => new Promise<undefined>(() => {}) };
    const fetcher = createFetcher({ proxies });
    const call = { signal: control.signal };
    const cancelled = expect(fetcher.fetch("http://93.184.215.14/", call)).rejects.toBe("enough");
    const closed = failureOf(fetcher.fetch("http://93.184.215.14/"));
    control.abort("enough");
    await cancelled;
    await fetcher[Symbol.asyncDispose]();
    expect((await closed).code).toBe("CLOSED");
  });

  it("asks for robots.txt the same way", async () => {
    await using site = await createSite({ "/": "page" });
    await using proxy = await startProxy();
    const proxies = staticProxies({ de: [proxy.url()] });
    await using fetcher = createFetcher({ proxies }, { allow, obeyRobots: true });
    await fetcher.fetch(site.url("/"), { country: "de" });
    await fetcher.robots.check(site.url("/"), { country: "de" });
    expect(site.requests.map(({ path }) => path)).toEqual(["/robots.txt", "/"]);
    expect([site.connections, proxy.served.length]).toEqual([1, 1]);
    await fetcher.robots.check(site.url("/"));
    expect([site.connections, proxy.served.length]).toEqual([2, 1]);
  });

  it("is refused private addresses all the same", async () => {
    await using proxy = await startProxy();
    const proxies = staticProxies({ "*": [proxy.url()] });
    await using fetcher = createFetcher({ proxies });
    expect((await failureOf(fetcher.fetch("http://10.0.0.1/"))).code).toBe("ADDRESS_NOT_ALLOWED");
    expect(proxy.served).toEqual([]);
  });

  it("takes the provider's next proxy for its next attempt", async () => {
    await using site = await createSite({ "/": "page" });
    await using proxy = await startProxy();
    const gone = await createRawSite(() => {});
    await gone[Symbol.asyncDispose]();
    const proxies = staticProxies({ "*": [gone.origin, proxy.url()] });
    await using fetcher = createFetcher({ proxies }, { allow });
    const page = await fetcher.fetch(site.url("/"));
    expect([page.text, page.attempts]).toEqual(["page", 2]);
  });

  it("heeds no variables of the environment", async () => {
    await using site = await createSite({ "/": "page" });
    await using fetcher = createFetcher({}, { allow });
    process.env["http_proxy"] = "http://127.0.0.1:9";
    try {
      expect((await fetcher.fetch(site.url("/"))).text).toBe("page");
    } finally {
      delete process.env["http_proxy"];
    }
  });
});
