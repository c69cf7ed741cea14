import { CdpProxyError } from "dragline/cdp-proxy";
import { readConnectQuery } from "../../../src/cdp-proxy/connect-query.ts";
import { errorTable, type ErrorCode } from "../../../src/core/index.ts";
import { errorResponse } from "../../../src/cdp-proxy/error-response.ts";
import { describe, expect, it } from "vitest";
import { ProxyStage, SESSION_ID } from "./proxy-stage.ts";

const BASE = "http://localhost/browser-connect";

describe("readConnectQuery", () => {
  it("takes the first of repeated parameters and ignores others", () => {
    const query = "?session_id=a&session_id=b&session_name=n&save_session=s&save_url=u&country=de";
    expect(readConnectQuery(new URL(`${BASE}${query}&record=maybe&api_key=k`))).toEqual({
      sessionId: "a",
      sessionName: "n",
      saveSession: "s",
      saveUrl: "u",
      country: "de",
    });
  });

  it("takes an empty parameter as absent, but for the name to save under", () => {
    const { saveSession, ...rest } = readConnectQuery(
      new URL(`${BASE}?session_id=&country=&save_session=`),
    );
    expect(Object.values(rest).every((value) => value === undefined)).toBe(true);
    expect(saveSession).toBe("");
  });
});

describe("CdpProxy.connect", () => {
  it("gives an acceptor", async () => {
    const stage = new ProxyStage();
    const url = `${BASE}?session_id=${SESSION_ID}&save_session=new`;
    const answer = await stage.proxy.connect(new Request(url), { owner: "owner-1" });
    expect(answer).toHaveProperty("connectionId");
    expect(stage.log).toContain("reserve");
    await stage.proxy[Symbol.asyncDispose]();
    expect(stage.leaks).toEqual({});
  });

  it("gives refusals as responses in JSON", async () => {
    const stage = new ProxyStage();
    const request = new Request(`${BASE}?session_id=no-uuid`);
    const answer = await stage.proxy.connect(request, { owner: "owner-1" });
    if (!(answer instanceof Response)) throw new Error("Expected a response.");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    const body = (await answer.json()) as object;
    expect(Object.keys(body)).toEqual(["error", "message"]);
    expect(body).toMatchObject({ error: "not_found" });
  });
});

const statuses: Readonly<Record<ErrorCode<"cdpProxy">, readonly [number, string, string | null]>> =
  {
    INVALID_REQUEST: [400, "invalid_request", null],
    SESSION_NOT_FOUND: [404, "not_found", null],
    SESSION_NOT_SAVED: [422, "session_not_saved", null],
    SESSION_IN_USE: [409, "session_in_use", null],
    DUPLICATE_NAME: [409, "duplicate_name", null],
    TOO_MANY_CONNECTIONS: [429, "rate_limit_exceeded", "3"],
    INSUFFICIENT_CREDITS: [402, "insufficient_credits", null],
    NOT_CONFIGURED: [503, "service_unavailable", "30"],
    BROWSER_UNAVAILABLE: [503, "service_unavailable", "30"],
    LEASE_LOST: [409, "conflict", null],
    DRAINING: [503, "service_unavailable", "30"],
    CLOSED: [503, "service_unavailable", "30"],
  };

describe("errorResponse", () => {
  it.each(Object.keys(errorTable.cdpProxy) as ErrorCode<"cdpProxy">[])(
    "answers %s",
    async (code) => {
      const [status, error, retryAfter] = statuses[code];
      const details = code === "TOO_MANY_CONNECTIONS" ? { retryAfterMs: 2001, limit: 5 } : {};
      const answer = errorResponse(new CdpProxyError(code, { message: "why", details }));
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, retryAfter]);
      expect(await answer.json()).toEqual({ error, message: "why" });
    },
  );

  it("tells the balance where credits are missing", async () => {
    const details = { cost: 2, balance: 1 };
    const answer = errorResponse(
      new CdpProxyError("INSUFFICIENT_CREDITS", { message: "why", details }),
    );
    expect(await answer.json()).toMatchObject({ balance: 1, required: 2 });
  });

  it("tells nobody what is not ours", async () => {
    const answer = errorResponse(new Error("SELECT secret"));
    expect(answer.status).toBe(503);
    expect(await answer.text()).not.toContain("secret");
  });
});
