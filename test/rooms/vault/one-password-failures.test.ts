import type { ServerResponse } from "node:http";
import { createSite, type Site } from "dragline/testing";
import { createOnePassword, isVaultError } from "dragline/vault";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCertificate } from "../../certificates.ts";
import { createInternet } from "../fetcher/internet.ts";
import { leaksOf } from "./canary.ts";
import { accessWith, SECRET, tokenFor } from "./one-password.ts";

const HOST = "acme.1password.com";
const call = { signal: new AbortController().signal };

let site: Site;
let ca: string;
let play: (response: ServerResponse) => void;
let asked: string[] = [];

beforeAll(async () => {
  const certificate = await createCertificate({ names: [HOST, "down.1password.com"] });
  ca = certificate.ca;
  site = await createSite(
    {
      "*": (request, response) => {
        asked.push(`${request.method} ${request.headers.host}${request.url}`);
        play(response);
      },
    },
    { tls: { key: certificate.key, cert: certificate.cert } },
  );
});
afterAll(() => site[Symbol.asyncDispose]());
afterEach(() => {
  asked = [];
});

function provider(timeoutMs = 10_000) {
  const { resolver, dialer } = createInternet(
    { [HOST]: site },
    { "private.1password.com": ["10.0.0.7"] },
  );
  return createOnePassword({ resolver, dialer }, { ca, timeoutMs });
}

async function failureOf(access = accessWith("", HOST), timeoutMs?: number) {
  const error: unknown = await provider(timeoutMs)
    .verify(access, call)
    .then(
      (answer) => answer,
      (failure: unknown) => failure,
    );
  if (!isVaultError(error)) throw new Error(`Expected a VaultError; got ${String(error)}`);
  expect(leaksOf(error, [SECRET, tokenFor(HOST)])).toEqual([]);
  return { code: error.code, ...error.details };
}

function answers(status: number, headers: Record<string, string> = {}, body = "{}") {
  play = (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(body);
  };
}

describe("1Password's own SDK", () => {
  it.each([
    [401, "SOURCE_AUTH_FAILED"],
    [403, "SOURCE_FORBIDDEN"],
    [404, "SOURCE_UPSTREAM_ERROR"],
    [429, "SOURCE_THROTTLED"],
    [500, "SOURCE_UPSTREAM_ERROR"],
    [503, "SOURCE_UPSTREAM_ERROR"],
    [200, "SOURCE_UPSTREAM_ERROR"],
  ])("fails by HTTP %i as %s", async (status, code) => {
    answers(status);
    expect(await failureOf()).toMatchObject({ code });
    expect(asked[0]).toMatch(/^POST acme\.1password\.com(?::\d+)?\/api\//);
  });

  it("tells how long to wait", async () => {
    answers(429, { "retry-after": "17" });
    expect(await failureOf()).toEqual({ code: "SOURCE_THROTTLED", retryAfterMs: 17_000 });
  });

  it.each([
    ["is closed at once", (response: ServerResponse) => void response.destroy()],
    [
      "breaks off",
      (response: ServerResponse) => {
        response.writeHead(200, { "content-length": "1000" });
        response.write("{", () => response.destroy());
      },
    ],
  ])("is told that a connection which %s is unreachable", async (_, act) => {
    play = act;
    expect(await failureOf()).toEqual({ code: "SOURCE_UNREACHABLE" });
  });

  it("follows no redirect", async () => {
    answers(302, { location: "https://evil.example/" });
    expect(await failureOf()).toEqual({ code: "SOURCE_UPSTREAM_ERROR" });
    expect(asked.every((line) => line.includes(HOST))).toBe(true);
  });

  it.each(["down.1password.com", "private.1password.com"])(
    "cannot reach a host without a public address: %s",
    async (host) => {
      answers(200);
      expect(await failureOf(accessWith("", host))).toEqual({ code: "SOURCE_UNREACHABLE" });
      expect(asked).toEqual([]);
    },
  );

  it("does not wait for a server that never answers, or drips", async () => {
    play = () => {};
    expect(await failureOf(undefined, 2500)).toEqual({ code: "SOURCE_UNREACHABLE" });
    play = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(" ");
    };
    expect(await failureOf(undefined, 2500)).toEqual({ code: "SOURCE_UNREACHABLE" });
  });

  it("takes no answer without end", async () => {
    play = (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(65_536)));
        response.once("drain", more);
      };
      more();
    };
    expect(await failureOf()).toEqual({ code: "SOURCE_UNREACHABLE" });
  });
});
