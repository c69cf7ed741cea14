import { describe, expect, test } from "vitest";
import { ONE_PASSWORD_DOMAINS, tokenHost } from "../../../src/vault/one-password/token-host.ts";
import { isVaultError } from "../../../src/vault/vault-error.ts";

const CANARY = "canary-4b1f9e";

const ops = (text: string | Buffer) => `ops_${Buffer.from(text).toString("base64url")}`;
const naming = (signInAddress: unknown) => ops(JSON.stringify({ signInAddress, muk: CANARY }));

function refusal(token: string): unknown {
  try {
    return tokenHost(token, ONE_PASSWORD_DOMAINS);
  } catch (error) {
    return error;
  }
}

describe("tokenHost", () => {
  test.each([
    ["my.1password.com", "my.1password.com"],
    ["1password.eu", "1password.eu"],
    ["team.1password.ca", "team.1password.ca"],
    ["acme.ent.1password.com", "acme.ent.1password.com"],
    ["ACME.1Password.com", "acme.1password.com"],
  ])("answers the host of %s", (address, host) => {
    expect(tokenHost(naming(address), ONE_PASSWORD_DOMAINS)).toBe(host);
  });

  test("takes the operator's domains in place of the provider's", () => {
    expect(tokenHost(naming("acme.1password.eu"), ["acme.1password.eu"])).toBe("acme.1password.eu");
    expect(() => tokenHost(naming("my.1password.com"), ["acme.1password.eu"])).toThrow(
      "must be a host of acme.1password.eu",
    );
  });

  test.each([
    "127.0.0.1",
    "localhost",
    "[::1]",
    "2130706433",
    "0x7f.1",
    "169.254.169.254",
    "evil.example",
    "1password.com.evil.example",
    "evil-1password.com",
    "evil1password.com",
    "1password.co",
    "1password.com:8443",
    "my.1password.com:443",
    "user@my.1password.com",
    "my.1password.com@evil.example",
    "evil.example#.1password.com",
    "evil.example/.1password.com",
    "evil.example?.1password.com",
    "evil.example\\.1password.com",
    "http://my.1password.com",
    "ftp://my.1password.com",
    "//my.1password.com",
    "my.1password.com/path",
    "my.1password.com.",
    "my..1password.com",
    ".1password.com",
    " my.1password.com",
    "my.1password.com\n",
    "evil.example\u0000.1password.com",
    "evil.example%2f.1password.com",
    "my.1pаssword.com",
    "my\u30021password.com",
    "my.\uFF11password.com",
    "\u212A.1password.com",
    "xn--.-.1password.com",
    "-my.1password.com",
    `${"a.".repeat(130)}1password.com`,
    `${"a".repeat(64)}.1password.com`,
    "",
    null,
    7,
    ["my.1password.com"],
    { toString: "my.1password.com" },
  ])("refuses the address %j", (address) => {
    const error = refusal(naming(address));
    expect(isVaultError(error, "INVALID_ACCESS")).toBe(true);
    expect(String(error instanceof Error && error.stack)).not.toContain(CANARY);
  });

  const good = JSON.stringify({ signInAddress: "my.1password.com" });
  test.each([
    ["a key twice", ops('{"signInAddress":"my.1password.com","signInAddress":"evil.example"}')],
    [
      "a key twice, the good one last",
      ops('{"signInAddress":"e.example","signInAddress":"my.1password.com"}'),
    ],
    [
      "a key twice, one escaped",
      ops(String.raw`{"signInAddress":"my.1password.com","\u0073ignInAddress":"e.example"}`),
    ],
    ["an inner key twice", ops('{"signInAddress":"my.1password.com","muk":{"k":1,"k":2}}')],
    ["no address", ops('{"muk":{"signInAddress":"my.1password.com"}}')],
    ["the address of the prototype", ops('{"__proto__":{"signInAddress":"my.1password.com"}}')],
    ["a list", ops(`[${good}]`)],
    ["null", ops("null")],
    ["text", ops('"my.1password.com"')],
    ["two documents", ops(good + good)],
    ["a byte order mark", ops(`\uFEFF${good}`)],
    ["bytes that are no UTF-8", ops(Buffer.from([0x7b, 0xff, 0x7d]))],
    ["broken JSON with a secret", ops(`{"k":${CANARY}`)],
    ["padding", `ops_${Buffer.from(`${good} `).toString("base64")}`.padEnd(80, "=")],
    ["the other alphabet", `ops_${"+/".repeat(20)}`],
    ["white space inside", ops(good).replace("ops_", "ops_\n")],
    ["nothing", "ops_"],
    ["another prefix", ops(good).replace("ops_", "opx_")],
    ["deep nesting", ops("[".repeat(9_000) + "]".repeat(2_000))],
    ["too great a length", ops(`${good}${" ".repeat(16_000)}`)],
  ])("refuses %s", (_, token) => {
    const error = refusal(token);
    expect(isVaultError(error, "INVALID_ACCESS")).toBe(true);
    expect(String(error instanceof Error && error.stack)).not.toContain(CANARY);
  });
});
