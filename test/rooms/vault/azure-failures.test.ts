import type { ServerResponse } from "node:http";
import { isVaultError } from "dragline/vault";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  accessTo,
  azureOver,
  challengeOf,
  createAzureCloud,
  loginError,
  says,
  secrets,
  VAULT,
  vaultError,
  type AzureCloud,
  type Play,
} from "./azure-cloud.ts";
import { leaksOf, overhear, type Overheard } from "./canary.ts";

let cloud: AzureCloud;
let overheard: Overheard;
beforeEach(async () => {
  overheard = overhear();
  cloud = await createAzureCloud();
});
afterEach(async () => {
  await cloud[Symbol.asyncDispose]();
  overheard[Symbol.dispose]();
  expect(leaksOf(overheard.text(), Object.values(secrets))).toEqual([]);
});

const call = { signal: new AbortController().signal };
const locators = { password: { container: VAULT, key: "secret-00" } };

/** The failure of a question, free of secrets in every part. */
async function failureOf(question: Promise<unknown>) {
  const error: unknown = await question.then(
    (answer) => answer,
    (failure: unknown) => failure,
  );
  if (!isVaultError(error)) throw new Error(`Expected a VaultError; got ${String(error)}`);
  expect(leaksOf(error, Object.values(secrets))).toEqual([]);
  return error;
}

const verify = (url = VAULT) => failureOf(azureOver(cloud).verify(accessTo(url), call));
const read = () => failureOf(azureOver(cloud).read(accessTo(), locators, call));

/** The failures of each question, by the answers of the vault behind the challenge. */
async function failuresOf(play: Play): Promise<readonly object[]> {
  cloud.vault = () => play;
  const vault = azureOver(cloud);
  return [
    await verify(),
    await read(),
    await failureOf(vault.containers(accessTo(), call)),
    await failureOf(vault.entries(accessTo(), VAULT, call)),
  ];
}

function each(failure: object) {
  return Array.from({ length: 4 }, () => expect.objectContaining(failure) as object);
}

const hang: Play = () => {};
const cut: Play = (_request, response) => void response.socket?.destroy();
const half = (_request: unknown, response: ServerResponse): void => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"value":');
  setImmediate(() => response.socket?.destroy());
};

describe("the sign-in refuses", () => {
  it.each([
    ["a bad secret", loginError(401, "invalid_client", 7000215)],
    ["an expired secret", loginError(401, "invalid_client", 7000222)],
    ["an unknown client", loginError(400, "unauthorized_client", 700016)],
    ["an unknown tenant", loginError(400, "invalid_request", 90002)],
    ["a blocked client", loginError(400, "invalid_grant", 53003)],
  ])("%s: SOURCE_AUTH_FAILED with the number of the reason", async (_what, play) => {
    cloud.login = play;
    const error = await verify();
    expect(error.code).toBe("SOURCE_AUTH_FAILED");
    expect(error.message).toMatch(/\(AADSTS\d+\)/);
    expect((await read()).code).toBe("SOURCE_AUTH_FAILED");
  });

  it("in a way that is no answer about the client: SOURCE_UPSTREAM_ERROR", async () => {
    const plays = [
      loginError(400, "invalid_scope", 70011),
      loginError(400, "invalid_resource", 500011),
      says(400, "<html>proxy</html>"),
      says(404, "not here"),
      says(503, { error: "temporarily_unavailable" }),
      says(200, "not json"),
      says(200, { token_type: "Bearer" }),
    ];
    for (const play of plays) {
      cloud.login = play;
      expect((await verify()).code).toBe("SOURCE_UPSTREAM_ERROR");
    }
  });

  it("more calls for now: SOURCE_THROTTLED", async () => {
    cloud.login = says(429, { error: "too_many" }, { "retry-after": "17" });
    const error = await verify();
    expect(error).toMatchObject({ code: "SOURCE_THROTTLED", details: { retryAfterMs: 17_000 } });
    const tokens = cloud.site.requests.filter(({ method }) => method === "POST");
    expect(tokens).toHaveLength(1);
  });
});

describe("the key vault refuses", () => {
  it("the token: SOURCE_AUTH_FAILED", async () => {
    expect(await failuresOf(challengeOf("vault.azure.net"))).toEqual(
      each({ code: "SOURCE_AUTH_FAILED" }),
    );
  });

  it("the client's rights: SOURCE_FORBIDDEN", async () => {
    expect(await failuresOf(vaultError(403, "Forbidden"))).toEqual(
      each({ code: "SOURCE_FORBIDDEN" }),
    );
  });

  it("what is not there: SOURCE_ITEM_NOT_FOUND", async () => {
    expect(await failuresOf(vaultError(404, "SecretNotFound"))).toEqual(
      each({ code: "SOURCE_ITEM_NOT_FOUND" }),
    );
    expect((await verify("https://gone.vault.azure.net")).code).toBe("SOURCE_ITEM_NOT_FOUND");
  });

  it("more calls for now: SOURCE_THROTTLED, asked once, with what Retry-After says", async () => {
    const throttled = { code: "SOURCE_THROTTLED", details: { retryAfterMs: 3000 } };
    expect(await failuresOf(vaultError(429, "Throttled", { "retry-after": "3" }))).toEqual(
      each(throttled),
    );
    cloud.vault = () => vaultError(429, "Throttled");
    const before = cloud.site.requests.length;
    expect((await read()).details).toEqual({});
    const asked = cloud.site.requests.slice(before).filter(({ headers, path }) => {
      return path.startsWith("/secrets") && headers["authorization"] !== undefined;
    });
    expect(asked).toHaveLength(1);
  });

  it("by failing: SOURCE_UPSTREAM_ERROR", async () => {
    for (const status of [500, 503]) {
      const failures = await failuresOf(vaultError(status, "InternalServerError"));
      expect(failures).toEqual(each({ code: "SOURCE_UPSTREAM_ERROR" }));
    }
    expect(await failuresOf(vaultError(400, "BadParameter"))).toEqual(
      each({ code: "SOURCE_UPSTREAM_ERROR" }),
    );
  });

  it("by answers that are not what is documented: SOURCE_UPSTREAM_ERROR", async () => {
    const bad = { code: "SOURCE_UPSTREAM_ERROR" };
    expect(await failuresOf(says(200, `{"value": "${secrets.value}`))).toEqual(each(bad));
    expect(await failuresOf(says(200, `"${secrets.value}"`))).toEqual(each(bad));
    expect(await failuresOf(says(200, { value: { nested: secrets.value }, id: 7 }))).toEqual(
      each(bad),
    );
    expect(await failuresOf(says(200, { value: [{ id: "https://x" }] }))).toEqual(each(bad));
    const id = `${VAULT}/secrets/secret-00/0`;
    for (const odd of [
      { id, value: 5 },
      { id, value: "", tags: { username: 5 } },
    ]) {
      cloud.vault = () => says(200, odd);
      expect((await read()).code).toBe("SOURCE_UPSTREAM_ERROR");
    }
    expect(await failuresOf(says(200, "x".repeat(5_000_000)))).toEqual(each(bad));
  });

  it("by an answer that breaks off or a connection that closes", async () => {
    cloud.vault = () => half;
    expect((await read()).code).toMatch(/^SOURCE_(?:UNREACHABLE|UPSTREAM_ERROR)$/);
    expect(await failuresOf(cut)).toEqual(each({ code: "SOURCE_UNREACHABLE" }));
  });
});

describe("a hostile key vault", () => {
  it.each([
    ["another resource", challengeOf("vault.evil.example")],
    ["a resource that only ends alike", challengeOf("evilvault.azure.net")],
    ["no resource", says(401, {}, { "www-authenticate": "Bearer error=x" })],
    ["no challenge", says(401, {})],
  ])("asks for a token of %s: none is asked for", async (_what, challenge) => {
    cloud.challenge = challenge;
    expect((await verify()).code).toBe("SOURCE_UPSTREAM_ERROR");
    expect(cloud.site.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("names another authority: the token is asked for where its cloud signs in", async () => {
    cloud.challenge = challengeOf("vault.azure.net", undefined, "login.evil.example");
    await azureOver(cloud).verify(accessTo(), call);
    expect(cloud.internet.dialled.every((peer) => peer.startsWith("93.184.215."))).toBe(true);
    const tokens = cloud.site.requests.filter(({ method }) => method === "POST");
    expect(tokens.map(({ headers }) => headers["host"])).toEqual(["login.microsoftonline.com"]);
  });

  it("names another tenant: SOURCE_AUTH_FAILED, and no token is asked for", async () => {
    cloud.challenge = challengeOf("vault.azure.net", "99999999-2222-3333-4444-555555555555");
    expect((await verify()).code).toBe("SOURCE_AUTH_FAILED");
    expect(cloud.site.requests.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("redirects, anywhere: refused", async () => {
    const places = ["https://169.254.169.254/", "https://closed.vault.azure.net/", "/secrets/x"];
    for (const location of places) {
      for (const status of [302, 307]) {
        expect(await failuresOf(says(status, {}, { location }))).toEqual(
          each({ code: "SOURCE_UPSTREAM_ERROR" }),
        );
      }
    }
    expect(cloud.internet.dialled.filter((peer) => peer.startsWith("169."))).toEqual([]);
  });

  it("lists on another host, or without an end: refused", async () => {
    const next = (nextLink: string): Play => says(200, { value: [], nextLink });
    cloud.vault = () => next("https://closed.vault.azure.net/secrets?api-version=7.6");
    const entries = () => failureOf(azureOver(cloud).entries(accessTo(), VAULT, call));
    expect((await entries()).code).toBe("SOURCE_UPSTREAM_ERROR");
    expect(
      cloud.site.requests.some(({ headers }) => headers["host"] === "closed.vault.azure.net"),
    ).toBe(false);
    cloud.vault = () => next(`${VAULT}/secrets?api-version=7.6`);
    expect((await entries()).message).toContain("does not end");
  });

  it("resolves to a private address: SOURCE_UNREACHABLE, and nothing is dialled", async () => {
    expect((await verify("https://private.vault.azure.net")).code).toBe("SOURCE_UNREACHABLE");
    expect(cloud.internet.dialled).toEqual([]);
  });

  it("has a certificate of nobody: SOURCE_UNREACHABLE", async () => {
    const question = azureOver(cloud, { ca: [] }).verify(accessTo(), call);
    expect((await failureOf(question)).code).toBe("SOURCE_UNREACHABLE");
  });
});

describe("time", () => {
  it("is limited for each call, wherever it hangs", async () => {
    const vault = azureOver(cloud, { timeoutMs: 400 });
    cloud.vault = () => hang;
    expect((await failureOf(vault.read(accessTo(), locators, call))).code).toBe(
      "SOURCE_UNREACHABLE",
    );
    cloud.login = hang;
    expect((await failureOf(vault.verify(accessTo(), call))).code).toBe("SOURCE_UNREACHABLE");
    cloud.challenge = hang;
    expect((await failureOf(vault.entries(accessTo(), VAULT, call))).code).toBe(
      "SOURCE_UNREACHABLE",
    );
    await cloud.site.idle();
  });

  it("is the caller's too: its reason is thrown, and every connection closed", async () => {
    const controller = new AbortController();
    cloud.vault = () => () => controller.abort(new Error("enough"));
    const question = azureOver(cloud).read(accessTo(), locators, { signal: controller.signal });
    await expect(question).rejects.toThrow("enough");
    await cloud.site.idle();
    await expect(
      azureOver(cloud).verify(accessTo(), { signal: AbortSignal.abort(new Error("before")) }),
    ).rejects.toThrow("before");
  });
});
