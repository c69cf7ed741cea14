import { isBrowserError, readSessionFile } from "dragline/browser";
import { describe, expect, it } from "vitest";
import { checkState } from "../../../src/browser/state/check-state.ts";

const sid = {
  name: "sid",
  value: "a=b; c",
  domain: ".site.test",
  path: "/",
  expires: 2_000_000_000,
  httpOnly: true,
  secure: true,
  sameSite: "Lax",
};

describe("readSessionFile", () => {
  it.each<[string, string]>([
    ["Playwright's storageState", JSON.stringify({ cookies: [sid], origins: [] })],
    [
      "puppeteer's list",
      JSON.stringify([{ ...sid, size: 9, session: false, sourceScheme: "Secure" }]),
    ],
    [
      "an extension's export",
      JSON.stringify([
        {
          ...sid,
          expires: undefined,
          expirationDate: 2_000_000_000.4,
          hostOnly: false,
          sameSite: "lax",
          session: false,
          storeId: "0",
          id: 1,
        },
      ]),
    ],
    ["Selenium's list", JSON.stringify([{ ...sid, expires: undefined, expiry: 2_000_000_000 }])],
    [
      "curl's cookies.txt",
      "# Netscape HTTP Cookie File\n\n#HttpOnly_.site.test\tTRUE\t/\tTRUE\t2000000000\tsid\ta=b; c\n",
    ],
    [
      "cookies.txt with CRLF and a byte order mark",
      "\uFEFF# HTTP Cookie File\r\n#HttpOnly_.site.test\tTRUE\t/\tTRUE\t2000000000\tsid\ta=b; c\r\n",
    ],
  ])("reads %s", (_, text) => {
    const { cookies, origins } = readSessionFile(text);
    expect(cookies.map((cookie) => ({ ...cookie, expires: Math.floor(cookie.expires) }))).toEqual([
      sid,
    ]);
    expect(origins).toEqual([]);
  });

  it.each<[string, string, object]>([
    [
      "an unspecified sameSite",
      JSON.stringify([{ ...sid, sameSite: "unspecified" }]),
      { sameSite: "Lax" },
    ],
    [
      "no restriction",
      JSON.stringify([{ ...sid, sameSite: "no_restriction" }]),
      { sameSite: "None" },
    ],
    ["a session cookie", JSON.stringify([{ ...sid, session: true }]), { expires: -1 }],
    ["a host's own cookie", JSON.stringify([{ ...sid, hostOnly: true }]), { domain: "site.test" }],
    [
      "a host's own line",
      "site.test\tFALSE\t/a\tFALSE\t0\tn\tv",
      { domain: "site.test", path: "/a", expires: -1, secure: false, httpOnly: false },
    ],
    ["subdomains without a dot", "site.test\tTRUE\t/\tFALSE\t0\tn\tv", { domain: ".site.test" }],
    ["an empty value", ".site.test\tTRUE\t/\tFALSE\t0\tn\t", { name: "n", value: "" }],
    [
      "an empty value that an editor cut",
      ".site.test\tTRUE\t/\tFALSE\t0\tn",
      { name: "n", value: "" },
    ],
    ["a value with tabs", ".site.test\tTRUE\t/\tFALSE\t0\tn\ta\tb", { value: "a\tb" }],
  ])("reads %s", (_, text, expected) => {
    expect(readSessionFile(text).cookies).toMatchObject([expected]);
  });

  it.each([
    ["a page", "<!DOCTYPE html><p>Sign in</p>"],
    ["nothing", " \n"],
    ["comments alone", "# Netscape HTTP Cookie File\n"],
    ["spaces in place of tabs", ".site.test TRUE / TRUE 0 sid 1"],
    ["JSON that ends early", '[{"name":"sid"'],
    ["another list", '["sid=1"]'],
    ["a cookie without a domain", '[{"name":"a","value":"b"}]'],
    ["another object", '{"sid":"1"}'],
    ["a header", "sid=1; theme=dark"],
    ["a bad time", ".site.test\tTRUE\t/\tTRUE\tsoon\tsid\tsecret-value"],
  ])("refuses %s, and shows no value", (_, text) => {
    try {
      readSessionFile(text);
      expect.unreachable();
    } catch (error) {
      if (!isBrowserError(error, "INVALID_STATE")) throw error;
      expect(error.message).toMatch(/session/);
      expect(error.message).not.toMatch(/secret-value|dark/);
    }
  });
});

describe("a cookie that ends with the session", () => {
  it.each([0, -1, -0, undefined, null])("expires at %s", (expires) => {
    const { cookies } = checkState({ cookies: [{ ...sid, expires }] });
    expect(cookies[0]?.expires).toBe(-1);
  });

  it("is none that expired", () => {
    expect(checkState({ cookies: [{ ...sid, expires: -5 }] }).cookies[0]?.expires).toBe(-5);
  });
});
