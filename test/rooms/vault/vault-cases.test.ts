import { FakeVault, vaultCases, type VaultSubject } from "dragline/testing";
import { describe, expect, it } from "vitest";
import {
  accessTo,
  azureOver,
  createAzureCloud,
  loginError,
  secrets,
  VAULT,
} from "./azure-cloud.ts";
import { accessWith, onePasswordOverCore, SHOP, tokenFor, VALUE, WORK } from "./one-password.ts";

async function fakeSubject(): Promise<VaultSubject> {
  const entry = { fields: { password: "p4ss-w0rd" }, title: "Shop" };
  const provider = new FakeVault({
    token: "ops_good-token",
    containers: {
      work: { name: "Work", entries: { shop: entry, bank: { fields: {}, title: "Bank" } } },
      home: { name: "Home", entries: {} },
    },
  });
  return {
    provider,
    access: { method: "service_account", fields: { token: "ops_good-token" } },
    refused: { method: "service_account", fields: { token: "ops_bad-token" } },
    secretFields: { token: "ops_good-token" },
    container: "work",
    unknownContainer: "garage",
    locator: { container: "work", key: "shop", property: "password" },
    value: "p4ss-w0rd",
    unknownProperty: "pin",
    [Symbol.asyncDispose]: async () => {},
  };
}

async function azureSubject(): Promise<VaultSubject> {
  const cloud = await createAzureCloud();
  const access = accessTo(VAULT, "https://empty.vault.azure.net");
  cloud.judge = (body) =>
    body.includes("wrong-secret") ? loginError(401, "invalid_client", 7000215) : undefined;
  return {
    provider: azureOver(cloud),
    access,
    refused: { ...access, fields: { ...access.fields, client_secret: "wrong-secret" } },
    secretFields: { client_secret: secrets.client },
    container: VAULT,
    unknownContainer: "https://other.vault.azure.net",
    locator: { container: VAULT, key: "secret-07", property: "value" },
    value: secrets.value,
    unknownProperty: "tag:pin",
    [Symbol.asyncDispose]: () => cloud[Symbol.asyncDispose](),
  };
}

async function onePasswordSubject(): Promise<VaultSubject> {
  return {
    provider: onePasswordOverCore(),
    access: accessWith(),
    refused: accessWith("says you are not authenticated"),
    secretFields: { token: tokenFor() },
    container: WORK,
    unknownContainer: "x".repeat(26),
    locator: { container: WORK, key: SHOP, property: "password" },
    value: VALUE,
    unknownProperty: "pin",
    [Symbol.asyncDispose]: async () => {},
  };
}

describe.each([
  ["FakeVault", fakeSubject],
  ["Azure Key Vault", azureSubject],
  ["1Password", onePasswordSubject],
])("%s keeps the promises of a vault", (_name, make) => {
  it.each(vaultCases(make))("$title", async (promise) => {
    await expect(promise.run()).resolves.toBeUndefined();
  });
});
