import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createAddressGuard } from "../../../../src/net/index.ts";
import { checkCallbackUrl } from "../../../../src/webhooks/endpoints/check-callback-url.ts";
import { isWebhookError } from "../../../../src/webhooks/webhook-error.ts";
import { corpusJson, corpusMissing } from "../../../corpus.ts";

const guard = createAddressGuard();

/** The error that refuses the URL. */
function refusal(url: unknown, allow: readonly string[] = []) {
  try {
    checkCallbackUrl(url, createAddressGuard({ allow }));
  } catch (error) {
    if (isWebhookError(error, "INVALID_URL")) return error;
    throw error;
  }
  return undefined;
}

describe("checkCallbackUrl", () => {
  it.each([
    "https://hooks.example.com/in?token=1#part",
    "http://hooks.example.com:8080/",
    "HTTPS://HOOKS.EXAMPLE.COM",
    "https://bücher.example/",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]/",
    "https://a.example./",
  ])("takes %s", (url) => {
    expect(checkCallbackUrl(url, guard).href).toBe(new URL(url).href);
  });

  it("takes 2,048 characters and no more", () => {
    const url = (length: number): string => "https://a.example/".padEnd(length, "x");
    expect(refusal(url(2048))).toBeUndefined();
    expect(refusal(url(2049))).toMatchObject({ details: { reason: "length" } });
    expect(refusal(url(20_000_000))?.message.length).toBeLessThan(100);
  });

  it.each([
    ["type", undefined],
    ["type", null],
    ["type", ""],
    ["type", 7],
    ["type", new URL("https://a.example/")],
    ["syntax", "a.example/hook"],
    ["syntax", "//a.example/hook"],
    ["syntax", "https://"],
    ["syntax", " https://a.example/"],
    ["syntax", "https://a.example/\n"],
    ["syntax", "https://a.exa\tmple/"],
    ["syntax", "https://a.example/\u0000"],
    ["syntax", "https://a.example:65536/"],
    ["scheme", "ftp://a.example/"],
    ["scheme", "javascript:alert(1)"],
    ["credentials", "https://name@a.example/"],
    ["credentials", "https://:word@a.example/"],
    ["address", "http://127.0.0.1/"],
    ["address", "http://[::ffff:10.0.0.1]/"],
    ["address", "http://169.254.169.254/latest"],
    ["address", "http://localhost:3000/"],
    ["address", "http://db/"],
    ["address", "http://api.svc.cluster.local/"],
  ])("refuses for its %s: %j", (reason, url) => {
    expect(refusal(url)).toMatchObject({ details: { reason } });
  });

  it("lets through what the operator allows", () => {
    expect(refusal("http://127.0.0.1:3000/", ["127.0.0.0/8"])).toBeUndefined();
    expect(refusal("http://localhost/", ["localhost"])).toBeUndefined();
    expect(refusal("http://169.254.169.254/", ["169.254.0.0/16"])).toBeDefined();
  });

  it.each([
    "https://user:s3cret@a.example/",
    "http://10.0.0.1/hooks/s3cret?key=s3cret#s3cret",
    "ftp://a.example/s3cret",
    "s3cret:whatever",
    "s3cret",
    `https://a.example/s3cret${"x".repeat(3000)}`,
  ])("does not repeat what may be secret: %.40s", (url) => {
    const error = refusal(url);
    expect(error).toBeDefined();
    const told = inspect(error, { depth: 5 });
    expect(told).toContain("INVALID_URL");
    expect(told).not.toContain("s3cret");
  });
});

interface Forms {
  readonly dns: Readonly<Record<string, readonly string[]>>;
  readonly forms: readonly { readonly url: string; readonly must: "deny" | "reject" | "allow" }[];
}

const { dns, forms }: Forms = corpusMissing
  ? { dns: {}, forms: [] }
  : corpusJson<Forms>("ssrf/forms.json");

/** Names that only their resolution gives away; they are refused at each attempt. */
const resolvedLater = new Set(
  Object.keys(dns).filter((name) => name.endsWith(".test") && name !== "public.test"),
);

describe.skipIf(corpusMissing)(
  `checkCallbackUrl and the forms of request forgery${corpusMissing}`,
  () => {
    const texts = forms.map(({ url, must }) => ({ url: url.replace("{P}", "8080"), must }));
    const isLater = (url: string): boolean => resolvedLater.has(URL.parse(url)?.hostname ?? "");

    it("judges nearly all of them", () => {
      expect(texts).toHaveLength(133);
      expect(texts.filter(({ url, must }) => must === "deny" && isLater(url))).toHaveLength(5);
    });

    it.each(texts.filter(({ url, must }) => must !== "allow" && !isLater(url)))(
      "refuses $url",
      ({ url }) => {
        expect(refusal(url)).toBeDefined();
      },
    );

    it.each(texts.filter(({ must }) => must === "allow"))("takes $url", ({ url }) => {
      expect(refusal(url)).toBeUndefined();
    });
  },
);
