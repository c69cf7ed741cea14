import { createAzureKeyVault, isVaultError } from "dragline/vault";
import { describe, expect, it } from "vitest";
import { accessTo, VAULT } from "./azure-cloud.ts";

const vault = createAzureKeyVault();
const call = { signal: new AbortController().signal };

function codeOf(urls: readonly string[]): string {
  try {
    vault.configOf(accessTo(...urls));
  } catch (error) {
    if (isVaultError(error)) return error.code;
    throw error;
  }
  return "good";
}

describe("vault_urls", () => {
  it.each([
    "https://logins.vault.azure.net",
    "https://my-logins-1.vault.azure.net/",
    "https://agency.vault.usgovcloudapi.net",
    "https://beijing.vault.azure.cn",
    `${VAULT}\r\n\n  https://empty.vault.azure.net  \n`,
  ])("takes %j", (url) => {
    expect(codeOf([url])).toBe("good");
  });

  it.each([
    "http://logins.vault.azure.net",
    "logins.vault.azure.net",
    "https://vault.azure.net",
    "https://.vault.azure.net",
    "https://a.b.vault.azure.net",
    "https://logins.vault.azure.net.evil.example",
    "https://logins.vault.azure.net:8443",
    "https://user@logins.vault.azure.net",
    "https://evil.example/logins.vault.azure.net",
    "https://evil.example#.vault.azure.net",
    "https://evil.example\\.vault.azure.net",
    "https://logins.vault.azure.net/secrets",
    "https://logins.vault.azure.net?x",
    "https://logins.vault.azure.net#x",
    "https://logins.vault.microsoftazure.de",
    "https://logins.vault%2eazure.net",
    "https://l\u043egins.vault.azure.net",
    "https://169.254.169.254",
    "https://-logins.vault.azure.net",
    "https://logins-.vault.azure.net",
    `https://${"a".repeat(25)}.vault.azure.net`,
    "file:///etc/passwd",
  ])("refuses %j", (url) => {
    expect(codeOf([VAULT, url])).toBe("INVALID_VAULT_URL");
  });

  it("are 20 at most, and not repeated in the error", () => {
    const urls = Array.from({ length: 20 }, (_, index) => `https://vault${index}.vault.azure.net`);
    expect(codeOf([...urls, urls[0] ?? ""])).toBe("good");
    expect(codeOf([...urls, VAULT])).toBe("INVALID_VAULT_URL");
    expect(() => vault.configOf(accessTo("https://canary.example"))).toThrow(
      /^(?!.*canary).*line 1/,
    );
  });
});

describe("places of another vault, and keys that are paths", () => {
  it.each([
    { container: "https://other.vault.azure.net", key: "a" },
    { container: "https://evil.example", key: "a" },
    { container: VAULT, key: "../certificates/a" },
    { container: VAULT, key: "" },
    { container: VAULT, key: "a".repeat(128) },
    { container: VAULT, key: "a", version: "../b" },
    { container: VAULT, key: "a", version: "" },
  ])("are not there, and nobody is asked: %j", async (locator) => {
    const read = vault.read(accessTo(), { password: locator }, call);
    await expect(read).rejects.toMatchObject({ code: "SOURCE_ITEM_NOT_FOUND" });
  });
});

it("an option out of bounds is INVALID_OPTION", () => {
  for (const timeoutMs of [0, 10_001, Number.NaN]) {
    expect(() => createAzureKeyVault({}, { timeoutMs })).toThrow("timeoutMs");
  }
  expect(() => createAzureKeyVault({ timeoutMs: 5 } as object)).toThrow("option");
});
