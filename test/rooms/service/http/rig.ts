import { z } from "@hono/zod-openapi";
import { FakeClock, FakeIds } from "dragline/testing";
import { MemoryRateLimiter } from "dragline/rate-limiter/memory";
import type { RateLimiter } from "dragline/rate-limiter";
import { createApp, type App } from "../../../../src/service/http/create-app.ts";
import { queryBoolean, queryInteger } from "../../../../src/service/http/query-fields/schema.ts";
import {
  route,
  type Answer,
  type CallContext,
  type DispatchRoute,
  type Route,
} from "../../../../src/service/http/route.ts";
import type { RequestFacts } from "../../../../src/service/base/service.ts";
import { serviceSettings } from "../../../../src/service/base/service-settings.ts";
import type { ServiceOptions } from "../../../../src/service/base/service-options.ts";
import type { Accounts, Keys } from "../../../../src/service/accounts/accounts.ts";
import { ServiceError } from "../../../../src/service/base/service-error.ts";

export const GOOD_KEY = "key-of-account-one";
export const SECOND_KEY = "second-key-of-account-one";
export const OTHER_KEY = "key-of-account-two";

const accounts: Readonly<Record<string, string>> = {
  [GOOD_KEY]: "one",
  [SECOND_KEY]: "one",
  [OTHER_KEY]: "two",
};

/** The accounts of those keys. */
const fakeAccounts: Pick<Accounts, "get"> = {
  get: async (id) => {
    if (id !== "one" && id !== "two") throw new ServiceError("NOT_FOUND", { message: "None." });
    return { id, name: null, balance: 1, used: 0, createdAt: "2026-01-01T00:00:00.000Z" };
  },
};

/** Keys that are known without a store. */
export const fakeKeys: Pick<Keys, "find"> = {
  find: async (text) =>
    accounts[text] === undefined
      ? undefined
      : {
          id: `key_${text}`,
          account: accounts[text],
          label: null,
          hint: text.slice(0, 4),
          createdAt: "2026-01-01T00:00:00.000Z",
          lastUsedAt: null,
          revokedAt: null,
        },
};

const rowFacts = {
  tag: "Test",
  summary: "For tests.",
  limit: undefined,
  answers: { 200: { description: "What came." } },
  errors: [],
} as const;

/** The fields of the body that the echo route takes. */
export const echoBody = z.object({
  url: z.string().max(20),
  formats: z.array(z.enum(["markdown", "html"])).optional(),
  deep: z.unknown().optional(),
  count: z.int().min(1).max(5).optional(),
  exact: z.boolean().optional(),
});

/** What a keyed call was given, without the signal. */
function seen(call: CallContext & { readonly params?: object }): Answer {
  const { signal: _, ...rest } = call;
  return { status: 200, json: rest };
}

/** What a test says of a row; the rest is usual. */
export interface RowFacts extends Partial<
  Pick<Route, "method" | "family" | "limit" | "access" | "operationId">
> {
  readonly path: string;
  readonly run?: (call: CallContext) => Promise<Answer>;
}

/** A row of the tests' own. */
export function row(facts: RowFacts): Route {
  return {
    ...rowFacts,
    method: "GET",
    family: "flat",
    access: "key",
    operationId: `op${facts.path.replaceAll(/\W/g, "_")}`,
    run: async (call: CallContext) => seen(call),
    ...facts,
  };
}

export const echo = route({
  ...rowFacts,
  access: "key",
  method: "POST",
  path: "/map",
  operationId: "echo",
  family: "flat",
  limit: { limit: 3, per: "user" },
  body: echoBody,
  run: async (call) => seen(call),
});

export const listing = route({
  ...rowFacts,
  access: "key",
  method: "GET",
  path: "/webhooks/deliveries",
  operationId: "listing",
  family: "flat",
  query: z.object({
    flag: queryBoolean.optional(),
    limit: queryInteger({ min: 1, max: 200 }).optional(),
  }),
  run: async (call) => seen(call),
});

export const nested = route({
  ...rowFacts,
  access: "key",
  method: "POST",
  path: "/wire/task",
  operationId: "nested",
  family: "nested",
  body: z.object({ action_id: z.string(), other: z.string() }),
  run: async (call) => seen(call),
});

export const open = route({
  ...rowFacts,
  access: "public",
  method: "GET",
  path: "/wire/catalog",
  operationId: "open",
  family: "nested",
  limit: { limit: 2, per: "ip" },
  run: async (call) => seen(call),
});

export const dispatch: DispatchRoute = {
  ...rowFacts,
  access: "key",
  method: "POST",
  path: "/request",
  operationId: "dispatch",
  family: "flat",
  body: z.object({ job_type: z.string() }),
  choose: (body) => ({ route: echo, body }),
};

export const rows: readonly (Route | DispatchRoute)[] = [
  echo,
  row({ path: "/map/{id}" }),
  row({ path: "/webhooks/{id}" }),
  row({ path: "/webhooks/{id}/deliveries" }),
  listing,
  row({ path: "/map/{id}", method: "DELETE", operationId: "forget" }),
  nested,
  open,
  dispatch,
];

export interface Rig {
  readonly app: App;
  readonly clock: FakeClock;
  readonly closing: AbortController;
  /** Asks with the good key. */
  readonly ask: (method: string, path: string, given?: Given) => Promise<Told>;
}

export interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: BodyInit;
  readonly facts?: RequestFacts;
  readonly signal?: AbortSignal;
}

/** An answer, read. */
export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Of a JSON body; `{}` otherwise. */
  readonly json: Record<string, unknown>;
}

export function createRig(
  given: {
    readonly routes?: readonly (Route | DispatchRoute)[];
    readonly options?: ServiceOptions;
    readonly limiter?: RateLimiter;
    readonly keys?: Pick<Keys, "find">;
  } = {},
): Rig {
  const clock = new FakeClock();
  const closing = new AbortController();
  const app = createApp(
    {
      accounts: fakeAccounts,
      keys: given.keys ?? fakeKeys,
      limiter: given.limiter ?? new MemoryRateLimiter({ clock }),
      clock,
      ids: new FakeIds(),
      settings: serviceSettings(given.options),
      closing: closing.signal,
    },
    given.routes ?? rows,
  );
  return {
    app,
    clock,
    closing,
    ask: async (method, path, { headers, body, facts, signal } = {}) => {
      const init: RequestInit & { duplex: "half" } = {
        method,
        headers: {
          "x-api-key": GOOD_KEY,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        duplex: "half",
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      };
      return await read(await app(new Request(`http://host.example${path}`, init), facts));
    },
  };
}

export async function read(response: Response): Promise<Told> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, json };
}
