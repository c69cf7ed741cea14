import { getLogLevel, setLogLevel } from "@azure/logger";
import { afterEach, expect, it } from "vitest";
import {
  accessTo,
  azureOver,
  createAzureCloud,
  loginError,
  secrets,
  VAULT,
  vaultError,
} from "./azure-cloud.ts";
import { leaksOf, overhear } from "./canary.ts";

const before = getLogLevel();
afterEach(() => setLogLevel(before));

const call = { signal: new AbortController().signal };

it("the SDKs' most talkative logs hold no secret, as with AZURE_LOG_LEVEL=verbose", async () => {
  await using cloud = await createAzureCloud();
  const place = { container: VAULT, key: "secret-00" };
  const locators = { password: place, username: { ...place, property: "tag:username" } };
  const vault = azureOver(cloud);
  using overheard = overhear();
  setLogLevel("verbose");
  const read = vault.read(accessTo(), locators, call);
  expect(Object.values(await read)).toEqual([secrets.value, secrets.tag]);
  cloud.vault = () => vaultError(403, "Forbidden");
  await expect(vault.read(accessTo(), locators, call)).rejects.toThrow("is not allowed to read");
  cloud.login = loginError(401, "invalid_client", 7000215);
  await expect(vault.verify(accessTo(), call)).rejects.toThrow("AADSTS7000215");
  expect(overheard.text()).toContain("azure:");
  expect(leaksOf(overheard.text(), Object.values(secrets))).toEqual([]);
});
