import { createFetcher } from "dragline/fetcher";
import { createRawSite, createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { corpusJson, corpusMissing } from "../../corpus.ts";
import { failureOf } from "./failures.ts";
import { createInternet } from "./internet.ts";

interface Forms {
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly forms: readonly { readonly url: string; readonly must: "deny" | "reject" | "allow" }[];
}

const { dns, forms }: Forms = corpusMissing
  ? { dns: {}, forms: [] }
  : corpusJson<Forms>("ssrf/forms.json");

/** How each kind of form fails as first URL, and as redirect target. */
const first = {
  allow: /^CONNECT_FAILED$/,
  deny: /^(?:ADDRESS_NOT_ALLOWED|INVALID_URL)$/,
  reject: /^INVALID_URL$/,
};
const second = {
  allow: /^CONNECT_FAILED$/,
  deny: /^(?:ADDRESS_NOT_ALLOWED|INVALID_REDIRECT)$/,
  reject: /^INVALID_REDIRECT$/,
};
const harmless = /^(?:TOO_MANY_REDIRECTS|REDIRECT_LOOP|INVALID_RESPONSE)$/;

/** Beside http, "http:host" is a path of the same host. */
function isHarmless(location: string): boolean {
  return /^http:\/?[^/\\]/.test(location);
}

describe.skipIf(corpusMissing)(`the forms of server-side request forgery${corpusMissing}`, () => {
  it("are all here", () => {
    expect(forms.length).toBe(133);
  });

  it.each(forms)("$url as first URL: $must", async ({ url, must }) => {
    await using listener = await createSite({ "*": "secret" });
    const { resolver, dialer, dialled } = createInternet({}, dns);
    await using fetcher = createFetcher({ resolver, dialer }, { retries: 0 });
    const target = url.replace("{P}", String(listener.port));
    const { code } = await failureOf(fetcher.fetch(target));
    expect(code).toMatch(first[must]);
    expect(dialled.length).toBe(must === "allow" ? 1 : 0);
    expect(listener.connections).toBe(0);
  });

  it.each(forms)("$url as redirect target: $must", async ({ url, must }) => {
    await using listener = await createSite({ "*": "secret" });
    const location = url.replace("{P}", String(listener.port));
    const answer = `HTTP/1.1 302 Found\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`;
    await using site = await createRawSite((socket) =>
      socket.on("data", () => socket.write(answer)),
    );
    const { resolver, dialer, dialled } = createInternet({ "start.test": site }, dns);
    await using fetcher = createFetcher({ resolver, dialer }, { retries: 0 });
    const { code } = await failureOf(fetcher.fetch("http://start.test/"));
    expect(listener.connections).toBe(0);
    expect(dialled.filter((address) => address !== "93.184.215.100:80").length).toBe(
      must === "allow" ? 1 : 0,
    );
    expect(code).toMatch(isHarmless(location) ? harmless : second[must]);
  });
});

describe("DNS rebinding", () => {
  it("is refused at the answer that is private, also in redirects, robots and retries", async () => {
    await using site = await createSite({
      "/": { status: 302, headers: { location: "/again" } },
      "*": "secret",
    });
    const { dialer } = createInternet({ "a.test": site });
    const answers = [["93.184.215.100"], ["127.0.0.1"]];
    const resolver = { resolve: async () => answers.shift() ?? ["10.0.0.1"] };
    const options = { retries: 0, maxIdleConnections: 0 };
    await using fetcher = createFetcher({ resolver, dialer }, options);
    const failure = await failureOf(fetcher.fetch("http://a.test/"));
    expect(failure).toMatchObject({
      code: "ADDRESS_NOT_ALLOWED",
      details: { address: "127.0.0.1", url: "http://a.test/again" },
    });
    expect(site.requests.length).toBe(1);
  });
});
