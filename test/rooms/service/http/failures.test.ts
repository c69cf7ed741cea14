import { subscribe, tracingChannel, unsubscribe } from "node:diagnostics_channel";
import { QueueError } from "dragline/queue";
import { ServiceError, type ServiceErrorCode } from "../../../../src/service/base/service-error.ts";
import { errorTable } from "../../../../src/core/index.ts";
import { StorageError } from "dragline/storage";
import { afterEach, describe, expect, it } from "vitest";
import { errorRules } from "../../../../src/service/http/error-rules.ts";
import type { Answer, CallContext } from "../../../../src/service/http/route.ts";
import { createRig, fakeKeys, GOOD_KEY, row, type RowFacts } from "./rig.ts";

/** The statuses of the interface's part 7, restated. */
const statuses: Readonly<Record<ServiceErrorCode, number>> = {
  INVALID_REQUEST: 400,
  INVALID_URL: 400,
  INVALID_JOB_TYPE: 400,
  NOT_READY: 400,
  NO_FILE_RESULT: 400,
  LOGIN_NO_COOKIES: 400,
  UNKNOWN_CONNECT_FIELD: 400,
  INVALID_VAULT_URL: 400,
  PROVIDER_NOT_SUPPORTED: 400,
  PROVIDER_NOT_BROWSABLE: 400,
  SOURCE_TOKEN_REJECTED: 400,
  SOURCE_AUTH_FAILED: 400,
  SOURCE_FORBIDDEN: 400,
  SOURCE_INACTIVE: 400,
  SOURCE_ITEM_NOT_FOUND: 400,
  SOURCE_FIELD_MISSING: 400,
  UNAUTHORIZED: 401,
  AUTH_REQUIRED: 401,
  AUTH_EXPIRED: 401,
  INSUFFICIENT_CREDITS: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ACTION_EXISTS: 409,
  BUILD_LIMIT_REACHED: 429,
  SESSION_EXPIRED: 409,
  SESSION_IN_USE: 409,
  DUPLICATE_NAME: 409,
  MONITOR_LIMIT_REACHED: 409,
  MONITOR_EXPIRED: 409,
  SESSION_NOT_SAVED: 422,
  RATE_LIMIT_EXCEEDED: 429,
  SOURCE_THROTTLED: 429,
  CONFIGURATION_ERROR: 500,
  QUEUE_ERROR: 500,
  SEARCH_ERROR: 500,
  SERVER_ERROR: 500,
  INTERNAL_ERROR: 500,
  SOURCE_UNREACHABLE: 502,
  SOURCE_UPSTREAM_ERROR: 502,
  UPSTREAM_ERROR: 502,
  SOURCE_NOT_AVAILABLE: 503,
  ACTION_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
};

/** Asks a route that fails with `error`. */
function failing(error: unknown, facts: RowFacts = { path: "/x" }) {
  const run = async (): Promise<never> => {
    throw error;
  };
  return createRig({ routes: [row({ ...facts, run })] });
}

const told: { requestId: string; error: unknown }[] = [];
const listen = (message: unknown): void => void told.push(message as never);

afterEach(() => {
  unsubscribe("dragline:service:failure", listen);
  told.length = 0;
});

describe("errors", () => {
  it.each(Object.entries(statuses))("%s is %i in both shapes", async (code, status) => {
    const error = new ServiceError(code as ServiceErrorCode, { message: "Why." });
    const flat = await failing(error).ask("GET", "/v1/x");
    expect(flat.status).toBe(status);
    expect(flat.json).toEqual({ error: code.toLowerCase(), message: "Why." });
    const path = "/wire/x";
    const nested = await failing(error, { path, family: "nested" }).ask("GET", "/v1/wire/x");
    expect(nested.status).toBe(status);
    expect(nested.json).toMatchObject({ status: "error", error: { message: "Why." } });
  });

  it("have a rule for every code of the table", () => {
    expect(Object.keys(errorRules).toSorted()).toEqual(Object.keys(errorTable.service).toSorted());
    expect(Object.keys(statuses).toSorted()).toEqual(Object.keys(errorTable.service).toSorted());
  });

  it("have what is besides beside the code", async () => {
    const extra = { balance: 1, required: 3 };
    const error = new ServiceError("INSUFFICIENT_CREDITS", { message: "m", details: { extra } });
    expect((await failing(error).ask("GET", "/v1/x")).json).toEqual({
      error: "insufficient_credits",
      message: "m",
      balance: 1,
      required: 3,
    });
    const nested = failing(error, { path: "/wire/x", family: "nested" });
    expect((await nested.ask("GET", "/v1/wire/x")).json).toEqual({
      status: "error",
      error: { code: "INSUFFICIENT_CREDITS", message: "m", balance: 1, required: 3 },
    });
  });

  it.each([
    ["SERVICE_UNAVAILABLE", undefined, "30"],
    ["SERVICE_UNAVAILABLE", 1, "1"],
    ["RATE_LIMIT_EXCEEDED", 1001, "2"],
    ["RATE_LIMIT_EXCEEDED", undefined, "60"],
    ["CONFLICT", undefined, null],
  ] as const)("%s that may be tried again after %s ms say so", async (code, ms, seconds) => {
    const details = ms === undefined ? {} : { retryAfterMs: ms };
    const error = new ServiceError(code, { message: "m", details });
    const { headers } = await failing(error).ask("GET", "/v1/x");
    expect(headers.get("retry-after")).toBe(seconds);
  });

  it.each([
    ["/url-scraper/{id}", "server_error"],
    ["/map/{id}", "server_error"],
    ["/request/{id}", "server_error"],
    ["/webhooks", "internal_error"],
    ["/credits", "internal_error"],
  ])("of %s that nothing foresaw are %s and tell nothing", async (path, code) => {
    subscribe("dragline:service:failure", listen);
    const error = new Error("password=hunter2 at 10.0.0.5");
    const { status, text, json, headers } = await failing(error, { path }).ask(
      "GET",
      `/v1${path.replace("{id}", "a")}`,
    );
    expect(status).toBe(500);
    expect(Object.keys(json)).toEqual(["error", "message"]);
    expect(json["error"]).toBe(code);
    expect(text).not.toMatch(/hunter2|10\.0\.0\.5|\.ts/);
    expect(told).toEqual([{ requestId: headers.get("x-request-id"), jobId: undefined, error }]);
  });

  it.each([undefined, null, "text", 7, Object.create(null), new TypeError("x")])(
    "may be anything that is thrown: %s",
    async (thrown) => {
      expect((await failing(thrown).ask("GET", "/v1/x")).json["error"]).toBe("internal_error");
    },
  );

  it("of a thing that is thrown at once are answered, too", async () => {
    const broken = row({
      path: "/x",
      run: () => {
        throw new Error("at once");
      },
    });
    expect((await createRig({ routes: [broken] }).ask("GET", "/v1/x")).status).toBe(500);
  });

  it.each([
    new StorageError("UNAVAILABLE", { message: "postgres at 10.0.0.5:5432" }),
    new QueueError("UNAVAILABLE", { message: "redis at 10.0.0.5:6379" }),
  ])("of a store that is offline are 503 and told to the host", async (error) => {
    subscribe("dragline:service:failure", listen);
    const { status, text, headers } = await failing(error).ask("GET", "/v1/x");
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("30");
    expect(text).not.toContain("10.0.0.5");
    expect(told).toHaveLength(1);
  });

  it("of a store for another reason are 500", async () => {
    const error = new StorageError("INVALID_VALUE", { message: "m" });
    expect((await failing(error).ask("GET", "/v1/x")).status).toBe(500);
  });

  it("that clients are to blame for are not told to the host", async () => {
    subscribe("dragline:service:failure", listen);
    await failing(new ServiceError("CONFLICT", { message: "m" })).ask("GET", "/v1/x");
    await createRig().ask("GET", "/v1/nothing");
    expect(told).toEqual([]);
  });
});

describe("the end of a call", () => {
  /** Waits until its signal aborts; `begun` resolves when it does. */
  function waitingRig() {
    const begun = Promise.withResolvers<void>();
    const waiting = row({
      path: "/x",
      run: ({ signal }: CallContext) =>
        new Promise<Answer>((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          begun.resolve();
        }),
    });
    return { ...createRig({ routes: [waiting] }), begun: begun.promise };
  }

  it("comes with the client, and nothing is told", async () => {
    subscribe("dragline:service:failure", listen);
    const gone = new AbortController();
    const rig = waitingRig();
    const asked = rig.ask("GET", "/v1/x", { signal: gone.signal });
    await rig.begun;
    gone.abort();
    expect((await asked).status).toBe(400);
    expect(told).toEqual([]);
  });

  it("comes with the service's: 503, and later calls are not begun", async () => {
    subscribe("dragline:service:failure", listen);
    const rig = waitingRig();
    const asked = rig.ask("GET", "/v1/x");
    await rig.begun;
    rig.closing.abort();
    expect((await asked).json["error"]).toBe("service_unavailable");
    const later = await rig.ask("GET", "/v1/x");
    expect([later.status, later.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(told).toEqual([]);
  });

  it("asks nobody when the service is closed already", async () => {
    let asked = 0;
    const find = async (text: string) => {
      asked += 1;
      return await fakeKeys.find(text);
    };
    const rig = createRig({ keys: { find } });
    rig.closing.abort();
    expect((await rig.ask("GET", "/v1/map/a")).status).toBe(503);
    expect(asked).toBe(0);
  });

  it("comes before the use case where the client has gone by then", async () => {
    const gone = new AbortController();
    let runs = 0;
    const counting = row({
      path: "/x",
      run: async () => ({ status: 200, json: { runs: ++runs } }),
    });
    const keys = {
      find: async () => {
        gone.abort();
        return fakeKeys.find(GOOD_KEY);
      },
    };
    const rig = createRig({ routes: [counting], keys });
    expect((await rig.ask("GET", "/v1/x", { signal: gone.signal })).status).toBe(400);
    expect(runs).toBe(0);
  });

  it("cancels a stream that nobody will read", async () => {
    const gone = new AbortController();
    let reason: unknown;
    const streaming = row({
      path: "/x",
      run: async () => {
        gone.abort();
        const body = new ReadableStream({ cancel: (given) => void (reason = given) });
        return { status: 200, body };
      },
    });
    const rig = createRig({ routes: [streaming] });
    expect((await rig.ask("GET", "/v1/x", { signal: gone.signal })).status).toBe(400);
    expect(reason).toBe(gone.signal.reason);
  });
});

describe("dragline:service:request", () => {
  it("traces each request with its route and its answer", async () => {
    const seen: object[] = [];
    const channel = tracingChannel("dragline:service:request");
    const listener = {
      asyncEnd: (context: object) => {
        const { result, ...facts } = context as { result: Response };
        seen.push({ ...facts, status: result.status });
      },
    };
    channel.subscribe(listener as never);
    const { ask } = createRig();
    await ask("GET", "/v1/map/a");
    await ask("GET", "/v1/nothing");
    channel.unsubscribe(listener as never);
    const requestId = expect.stringMatching(/^req_/);
    expect(seen).toEqual([
      { method: "GET", route: "/map/{id}", requestId, status: 200 },
      { method: "GET", route: "", requestId, status: 404 },
    ]);
  });
});
