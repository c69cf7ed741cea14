import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTargetCheck } from "../../../../src/service/base/check-target.ts";
import { isServiceError } from "../../../../src/service/base/service-error.ts";

const check = createTargetCheck([]);

/** The message of the refusal; undefined when the URL may be fetched. */
function refusal(url: string, given = check): string | undefined {
  try {
    given("url", url);
    return undefined;
  } catch (error) {
    if (!isServiceError(error, "INVALID_REQUEST")) throw error;
    return error.message;
  }
}

const malformed = "url: expected an absolute URL that begins with http:// or https://.";

describe("createTargetCheck", () => {
  it.each([
    "https://example.com/",
    "http://example.com:8080/a?b#c",
    "HTTPS://EXAMPLE.COM",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://bücher.example/",
    "https://example.com/a b",
  ])("lets %s through", (url) => {
    expect(refusal(url)).toBeUndefined();
  });

  it.each([
    "",
    "example.com",
    "/path",
    "//example.com",
    "ftp://example.com/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "http://",
    "https://exa mple.com/",
    "https://example.com:99999/",
    "https://exam\tple.com/",
    "https://example.com/\n",
    "https://example.com/\u0000",
    "https://example.com/\ud800",
  ])("refuses %j as malformed", (url) => {
    expect(refusal(url)).toBe(malformed);
  });

  it.each([
    "http://localhost/",
    "http://intranet/",
    "http://a.internal/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://10.0.0.1:8080/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data",
    "http://metadata.google.internal/",
  ])("refuses %s as not public", (url) => {
    expect(refusal(url)).toMatch(
      /^url: the host '.*' is private, local or otherwise not public\.$/,
    );
  });

  it("refuses a user name and a password, and does not repeat them", () => {
    const text = refusal("https://user:secret@example.com/");
    expect(text).toBe("url: a URL must not contain a user name or password.");
  });

  it("takes 2,048 characters and not one more", () => {
    const url = (length: number): string => "https://example.com/".padEnd(length, "a");
    expect(refusal(url(2048))).toBeUndefined();
    expect(refusal(url(2049))).toBe("url: a URL must have at most 2048 characters; got 2049.");
  });

  it("names the field", () => {
    expect(() => check("urls[3]", "nope")).toThrow(/^urls\[3\]: /);
  });

  it("lets through what the host allows, metadata never", () => {
    const allowing = createTargetCheck(["intranet", "10.0.0.0/8", "169.254.0.0/16"]);
    expect(refusal("http://intranet/", allowing)).toBeUndefined();
    expect(refusal("http://10.1.2.3/", allowing)).toBeUndefined();
    expect(refusal("http://192.168.1.1/", allowing)).toBeDefined();
    expect(refusal("http://169.254.169.254/", allowing)).toBeDefined();
  });

  it("refuses entries that are no hosts at once", () => {
    expect(() => createTargetCheck(["http://x/"])).toThrow(
      expect.objectContaining({ code: "INVALID_ALLOW_ENTRY" }),
    );
  });

  it("says something short of whatever it is given", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 3000 }), (text) => {
        for (const url of [text, `http://${text}`, `http://${text}.localhost/`]) {
          expect((refusal(url) ?? "").length).toBeLessThan(400);
        }
      }),
    );
  });
});
