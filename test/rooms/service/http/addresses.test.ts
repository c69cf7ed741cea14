import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { requestBaseUrl, publicBaseUrl } from "../../../../src/service/http/base-url.ts";
import { clientAddress } from "../../../../src/service/http/client-address.ts";
import { plainAddress, trustedProxies } from "../../../../src/service/http/trusted-proxies.ts";
import { createRig } from "./rig.ts";

const trusted = trustedProxies([
  "10.0.0.0/8",
  "192.0.2.7",
  "2001:db8::/32",
  "::ffff:198.51.100.0/120",
]);

function clientOf(socket: string | undefined, forwarded?: string): string {
  const headers = new Headers(forwarded === undefined ? {} : { "x-forwarded-for": forwarded });
  return clientAddress(socket, headers, trusted);
}

describe("clientAddress", () => {
  it.each([
    ["203.0.113.9", undefined, "203.0.113.9"],
    ["203.0.113.9", "198.18.0.1", "203.0.113.9"],
    ["10.1.2.3", undefined, "10.1.2.3"],
    ["10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["::ffff:10.1.2.3", "203.0.113.9", "203.0.113.9"],
    ["10.1.2.3", "1.1.1.1, 203.0.113.9", "203.0.113.9"],
    ["10.1.2.3", "1.1.1.1,203.0.113.9 , 10.9.9.9,192.0.2.7", "203.0.113.9"],
    ["2001:db8::1", "203.0.113.9", "203.0.113.9"],
    ["198.51.100.4", "203.0.113.9", "203.0.113.9"],
    ["10.1.2.3", "10.4.4.4, 10.5.5.5", "10.4.4.4"],
    ["10.1.2.3", "203.0.113.9:4711", "203.0.113.9"],
    ["10.1.2.3", "[2001:4860::1]:443", "2001:4860::1"],
    ["10.1.2.3", "2001:4860:0:0::1", "2001:4860::1"],
    ["10.1.2.3", "1.1.1.1, unknown", "10.1.2.3"],
    ["10.1.2.3", "1.1.1.1, ", "10.1.2.3"],
    ["10.1.2.3", "1.1.1.1, rubbish, 10.8.8.8", "10.8.8.8"],
    ["fe80::1%eth0", "1.1.1.1", "fe80::1"],
    [undefined, "1.1.1.1", ""],
    ["not an address", "1.1.1.1", ""],
  ])("of socket %s and X-Forwarded-For '%s' is %s", (socket, forwarded, client) => {
    expect(clientOf(socket, forwarded)).toBe(client);
  });

  it("does not follow what an untrusted client writes in front", () => {
    const written = fc.string({ unit: fc.constantFrom(..."0123456789.,: abcdef[]") });
    fc.assert(
      fc.property(written, (text) => {
        expect(clientOf("10.0.0.1", `${text}, 203.0.113.9`)).toBe("203.0.113.9");
        expect(clientOf("203.0.113.8", text)).toBe("203.0.113.8");
      }),
    );
  });
});

describe("trustedProxies", () => {
  it.each([
    "10.0.0.0/33",
    "10.0.0/8",
    "example.com",
    "",
    "::/129",
    "10.0.0.0/8/8",
    "10.0.0.0/-1",
    "*",
  ])("refuses '%s'", (entry) => {
    const wrong = () => createRig({ options: { trustedProxies: [entry] } });
    expect(wrong).toThrow(expect.objectContaining({ code: "INVALID_OPTION" }));
  });

  it("trusts nobody unless told", () => {
    expect(trustedProxies([])("127.0.0.1")).toBe(false);
    expect(trustedProxies(["0.0.0.0/0"])("2001:4860::1")).toBe(false);
    expect(trustedProxies(["::/0"])("2001:4860::1")).toBe(true);
  });

  it("knows an address in any spelling", () => {
    expect(plainAddress("::FFFF:0102:0304")).toBe("1.2.3.4");
    expect(plainAddress("2001:DB8:0:0:0:0:0:1")).toBe("2001:db8::1");
    expect(plainAddress("1.2.3")).toBeUndefined();
  });
});

describe("the base URL", () => {
  const base = (headers: Record<string, string>, facts = {}): string =>
    requestBaseUrl(new Request("http://h.example:8080/v1/map", { headers }), facts, trusted);

  it("is the scheme and host of the request", () => {
    expect(base({})).toBe("http://h.example:8080/v1");
  });

  it("has the prefix that the service is mounted under", () => {
    expect(base({}, { basePath: "/web" })).toBe("http://h.example:8080/web/v1");
    expect(base({}, { basePath: "/web/" })).toBe("http://h.example:8080/web/v1");
  });

  it("believes proxies that are trusted", () => {
    const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "api.example" };
    expect(base(headers, { remoteAddress: "10.0.0.1" })).toBe("https://api.example/v1");
    expect(base(headers, { remoteAddress: "203.0.113.9" })).toBe("http://h.example:8080/v1");
    expect(base(headers)).toBe("http://h.example:8080/v1");
  });

  it.each([
    [{ "x-forwarded-proto": "javascript" }, "http://h.example:8080/v1"],
    [{ "x-forwarded-host": "evil.example/path" }, "http://h.example:8080/v1"],
    [{ "x-forwarded-host": "user@evil.example" }, "http://h.example:8080/v1"],
    [{ "x-forwarded-host": "" }, "http://h.example:8080/v1"],
    [{ "x-forwarded-host": "[2001:db8::1]:99, inner" }, "http://[2001:db8::1]:99/v1"],
    [
      { "x-forwarded-host": "api.example:443", "x-forwarded-proto": "HTTPS, http" },
      "https://api.example/v1",
    ],
  ])("of %j is %s", (headers, expected) => {
    expect(base(headers as Record<string, string>, { remoteAddress: "10.0.0.1" })).toBe(expected);
  });

  it("is the host's own word where there is one", async () => {
    expect(publicBaseUrl("https://api.example/x/")).toBe("https://api.example/x/v1");
    const { ask } = createRig({ options: { publicUrl: "https://api.example" } });
    const { json } = await ask("GET", "/v1/map/a", { facts: { basePath: "/web" } });
    expect(json["baseUrl"]).toBe("https://api.example/v1");
  });
});
