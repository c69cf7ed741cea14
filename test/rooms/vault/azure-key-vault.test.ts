import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  accessTo,
  azureOver,
  CLIENT,
  createAzureCloud,
  secrets,
  TENANT,
  VAULT,
  VERSION,
  type AzureCloud,
} from "./azure-cloud.ts";

let cloud: AzureCloud;
beforeEach(async () => {
  cloud = await createAzureCloud();
});
afterEach(() => cloud[Symbol.asyncDispose]());

const call = { signal: new AbortController().signal };

describe("Azure Key Vault by its own SDKs", () => {
  it("verifies by the challenge, a token and a list, each asked once", async () => {
    const scope = await azureOver(cloud).verify(accessTo(`${VAULT}/`), call);
    expect(scope).toEqual({ vaults: [{ id: VAULT, name: "logins" }] });
    const asked = cloud.site.requests.map(({ method, path, headers }) => {
      return `${method} ${String(headers["host"])}${path.split("?", 1)[0]}`;
    });
    expect(asked.filter((line) => line.startsWith("POST"))).toEqual([
      `POST login.microsoftonline.com/${TENANT}/oauth2/v2.0/token`,
    ]);
    expect(asked.filter((line) => line.includes("/secrets"))).toHaveLength(2);
  });

  it("verifies when any vault is readable, and tells which are", async () => {
    const access = accessTo(
      "https://closed.vault.azure.net",
      VAULT,
      "https://gone.vault.azure.net",
      "https://empty.vault.azure.net",
    );
    const { vaults } = await azureOver(cloud).verify(access, call);
    expect(vaults.map(({ name }) => name)).toEqual(["empty", "logins"]);
  });

  it("signs in to the cloud of each vault", async () => {
    const urls = ["https://agency.vault.usgovcloudapi.net", "https://beijing.vault.azure.cn"];
    for (const url of urls) {
      const { vaults } = await azureOver(cloud).verify(accessTo(url), call);
      expect(vaults).toMatchObject([{ id: url }]);
    }
    const tokens = cloud.site.requests.filter(({ method }) => method === "POST");
    expect(tokens.map(({ headers }) => headers["host"])).toEqual([
      "login.microsoftonline.us",
      "login.chinacloudapi.cn",
    ]);
  });

  it("lists vaults with the number of their secrets, and those it may not read without", async () => {
    const access = accessTo(
      VAULT,
      "https://closed.vault.azure.net",
      "https://empty.vault.azure.net",
    );
    expect(await azureOver(cloud).containers(access, call)).toEqual([
      { id: "https://closed.vault.azure.net", name: "closed" },
      { id: "https://empty.vault.azure.net", name: "empty", itemCount: 0 },
      { id: VAULT, name: "logins", itemCount: 60 },
    ]);
  });

  it("lists all pages of a vault's secrets, tags by name only", async () => {
    const entries = await azureOver(cloud).entries(accessTo(), `${VAULT}/`, call);
    expect(entries).toHaveLength(60);
    expect(entries[0]).toEqual({
      id: "secret-00",
      title: "secret-00",
      category: "password",
      updatedAt: 1_700_000_001_000,
      tagNames: ["__proto__tag", "username"],
    });
    expect(JSON.stringify(entries)).not.toContain("canary");
  });

  it("reads values, tags and versions, each secret once", async () => {
    const place = { container: VAULT, key: "secret-00" };
    const values = await azureOver(cloud).read(
      accessTo(),
      {
        username: { ...place, property: "tag:username" },
        password: place,
        again: { ...place, property: "value" },
        pin: { ...place, key: "secret-01", version: VERSION },
      },
      call,
    );
    expect(values).toEqual({
      username: secrets.tag,
      password: secrets.value,
      again: secrets.value,
      pin: secrets.value,
    });
    const reads = cloud.site.requests.filter(({ path, headers }) => {
      return path.startsWith("/secrets/secret-00") && headers["authorization"] !== undefined;
    });
    expect(reads).toHaveLength(1);
  });

  it("names the fields that a secret lacks", async () => {
    const place = { container: VAULT, key: "secret-01" };
    const read = azureOver(cloud).read(
      accessTo(),
      {
        a: { ...place, property: "tag:none" },
        b: { ...place, property: "tag:constructor" },
        c: { ...place, property: "username" },
        password: place,
      },
      call,
    );
    await expect(read).rejects.toMatchObject({
      code: "SOURCE_FIELD_MISSING",
      details: { missingFields: ["a", "b", "c"] },
    });
  });

  it("does not take one secret's value for two fields", async () => {
    const place = { container: VAULT, key: "secret-01" };
    const read = azureOver(cloud).read(accessTo(), { username: place, password: place }, call);
    await expect(read).rejects.toMatchObject({
      code: "SOURCE_FIELD_MISSING",
      details: { missingFields: ["username", "password"] },
    });
    expect(cloud.site.requests).toEqual([]);
  });

  it("keeps nothing between calls: a token is asked for again, and no connection stays", async () => {
    const vault = azureOver(cloud);
    await vault.verify(accessTo(), call);
    await cloud.site.idle();
    await vault.verify(accessTo(), call);
    await cloud.site.idle();
    const tokens = cloud.site.requests.filter(({ method }) => method === "POST");
    expect(tokens).toHaveLength(2);
  });

  it("tells its settings without the secret, and calls nobody for them", () => {
    const config = azureOver(cloud).configOf(accessTo("HTTPS://LOGINS.vault.azure.net/", VAULT));
    expect(config).toEqual({ tenant_id: TENANT, client_id: CLIENT, vault_urls: VAULT });
    expect(cloud.site.requests).toEqual([]);
  });
});
