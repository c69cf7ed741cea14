import { describe, expect, it } from "vitest";
import { maskingTexts, mapTexts, SecretMask, sentSecrets } from "../../../src/core/index.ts";

const basic = Buffer.from("mira:s3cret-word").toString("base64");

describe("sentSecrets", () => {
  it.each([
    ["authorization", "Bearer ey.J0.abc", ["ey.J0.abc"]],
    ["Authorization", "0f3a9c77d1", ["0f3a9c77d1"]],
    ["Authorization", `Basic ${basic}`, [basic, "mira:s3cret-word", "s3cret-word"]],
    ["Authorization", 'Token token="k-7781-z"', ['token="k-7781-z"', "k-7781-z"]],
    ["Proxy-Authorization", "Bearer p-9911-q", ["p-9911-q"]],
    ["X-Api-Key", "live_51Hq", ["live_51Hq"]],
    ["x-goog-api-key", "AIza-9x", ["AIza-9x"]],
    ["apikey", "live_51Hq", ["live_51Hq"]],
    ["X-Auth-Token", "t-0-k-e-n", ["t-0-k-e-n"]],
    ["X-CSRF-Token", "c5rf-1", ["c5rf-1"]],
    ["X-Amz-Security-Token", "IQoJb3Jp==", ["IQoJb3Jp=="]],
    ["Cookie", "sid=a1b2c3; lang=en; theme=dark", ["a1b2c3"]],
    ["Cookie", "x=0123456789abcdef0; y=short-1", ["0123456789abcdef0"]],
  ])("of the header %s: %s are %j", (name, value, secrets) => {
    expect(sentSecrets({ headers: { [name]: value } })).toEqual(secrets);
  });

  it.each([
    ["Accept-Language", "en-US,en;q=0.9,de-DE;q=0.5"],
    ["User-Agent", "Mozilla/5.0 (X11; Linux x86_64)"],
    ["Referer", "https://shop.test/a/b?page=12345"],
    ["X-Author", "m1ra-weber"],
    ["X-Monkey", "b4nana-tree"],
    ["X-Api-Key", "1"],
    ["X-Api-Key", "abc-1"],
    ["X-Api-Key", "username"],
    ["X-Sort-Key", "relevance"],
    ["X-Api-Key", "123456789"],
    ["Authorization", "Basic !"],
    ["Cookie", "lang=english; seen=https://shop.test/products/1; title=The+harbour; no"],
    ["Cookie", "sid=1; token=username"],
  ])("of the header %s: %s are none", (name, value) => {
    expect(sentSecrets({ headers: { [name]: value } })).toEqual([]);
  });

  it("of a browser's state are tokens, also those in JSON, and no addresses, words and settings", () => {
    const cookies = [
      { name: "sid", value: "a1b2c3" },
      { name: "__Host-x", value: "Zm9vYmFyMTIzNDU2Nzg5" },
      { name: "lang", value: "en-US" },
      { name: "session_id", value: "harbour" },
    ];
    const localStorage = [
      { name: "user", value: '{"name":"Mira Weber 1990","jwt":"eyJhbGciOi.9x8y7z6w5v"}' },
      { name: "last", value: "https://shop.test/products/1" },
      { name: "draft", value: "The harbour was built in 1888, they say." },
      { name: "count", value: "12345678901234567890" },
    ];
    expect(sentSecrets({ state: { cookies, origins: [{ localStorage }] } })).toEqual([
      "a1b2c3",
      "Zm9vYmFyMTIzNDU2Nzg5",
      "eyJhbGciOi.9x8y7z6w5v",
    ]);
    expect(sentSecrets({ state: {} })).toEqual([]);
    expect(sentSecrets({})).toEqual([]);
  });
});

describe("mapTexts", () => {
  it("changes texts and names, and leaves what is not plain as it is", () => {
    const bytes = new Uint8Array([1]);
    const date = new Date(0);
    const value = { a: ["a", 1, null, undefined, true], b: { a: bytes }, date };
    const changed = mapTexts(value, (text) => `${text}!`);
    expect(changed).toEqual({
      "a!": ["a!", 1, null, undefined, true],
      "b!": { "a!": bytes },
      "date!": date,
    });
    expect((changed as unknown as Record<string, unknown>)["date!"]).toBe(date);
  });
});

describe("maskingTexts", () => {
  it("gives data back as it is without secrets", () => {
    const value = { a: ["x"] };
    expect(maskingTexts([])(value)).toBe(value);
    expect(maskingTexts(["s3cret-1"])({ a: ["is s3cret-1."] })).toEqual({ a: ["is ***."] });
  });
});

describe("SecretMask of a long text", () => {
  const secret = "k-7781-z&ü";
  const { mask } = new SecretMask([secret]);

  it.each([-secret.length, -5, 0])(
    "finds a secret that stands %i characters beside a border of its pieces, in each spelling",
    (beside) => {
      for (const spelling of [secret, encodeURIComponent(secret), "k-<b>7781</b>-z&amp;ü"]) {
        const before = "x ".repeat(1 << 18).slice(0, (1 << 19) + beside);
        const masked = mask(`${before}${spelling} and ${"y ".repeat(1 << 18)}${spelling}`);
        expect(masked).not.toContain("7781");
        expect(masked).toBe(`${before}*** and ${"y ".repeat(1 << 18)}***`);
      }
    },
  );
});
