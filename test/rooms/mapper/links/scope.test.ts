import { createScope } from "dragline/mapper";
import { describe, expect, it } from "vitest";

describe("createScope", () => {
  it.each([
    ["https://example.com/a", "https://example.com/b", true],
    ["https://example.com/", "http://example.com/", true],
    ["https://example.com/", "https://www.example.com/", true],
    ["https://www.example.com/", "https://example.com/", true],
    ["https://EXAMPLE.com:443/", "http://example.com/", true],
    ["http://example.com:8080/", "https://example.com:8080/", true],
    ["http://example.com:8080/", "http://example.com/", false],
    ["http://example.com/", "http://example.com:8080/", false],
    ["https://example.com/", "https://docs.example.com/", false],
    ["https://docs.example.com/", "https://example.com/", false],
    ["https://example.com/", "https://example.com.evil.example/", false],
    ["https://example.com/", "https://evil-example.com/", false],
    ["https://example.com/", "https://evil.example/@example.com/", false],
    ["https://example.com/", "https://example.com@evil.example/", false],
    ["https://example.com/", "https://user:pw@example.com/", true],
    ["https://example.com/", "https://example.com./", false],
    ["https://example.com/", "https://www.www.example.com/", false],
    ["https://bücher.example/", "https://xn--bcher-kva.example/", true],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3000/a", true],
    ["http://127.0.0.1:3000/", "http://127.0.0.1:3001/a", false],
    ["http://[::1]/", "http://[::1]/a", true],
    ["http://[::1]:80/", "http://[::2]/a", false],
    ["http://www.com/", "http://com/", false],
  ])("seed %s: %s is included: %s", (seed, url, included) => {
    expect(createScope(seed).includes(url)).toBe(included);
  });

  it.each([
    ["https://example.com/", "https://a.b.example.com/", true],
    ["https://www.example.com/", "https://docs.example.com/", true],
    ["https://docs.example.com/", "https://example.com/", false],
    ["https://docs.example.com/", "https://a.docs.example.com/", true],
    ["https://example.com/", "https://notexample.com/", false],
    ["https://example.com/", "https://example.com/", true],
    ["http://example.com:81/", "http://a.example.com:81/", true],
    ["http://example.com:81/", "http://a.example.com/", false],
    ["http://127.0.0.1/", "http://10.127.0.0/", false],
    ["http://www.com/", "http://example.com/", false],
  ])("with subdomains, seed %s: %s is included: %s", (seed, url, included) => {
    expect(createScope(seed, { includeSubdomains: true }).includes(url)).toBe(included);
  });

  it("says the same of ever more hosts", () => {
    const scope = createScope("https://example.com/", { includeSubdomains: true });
    for (let host = 0; host < 5000; host++) {
      expect(scope.includes(`https://h${host}.example.com/`)).toBe(true);
      expect(scope.includes(`https://h${host}.example.org/`)).toBe(false);
    }
  });

  it("refuses a seed that is no http or https URL", () => {
    expect(() => createScope("mailto:x@example.com")).toThrow(
      expect.objectContaining({ code: "INVALID_URL" }),
    );
  });
});
