import { checkArgument, readTraceparent, traced, type Clock, type Ids } from "../../core/index.ts";
import type { RateLimiter } from "../../rate-limiter/index.ts";
import { AccountBound } from "../base/account-bound.ts";
import type { Accounts, Keys } from "../accounts/accounts.ts";
import type { RequestFacts } from "../base/service.ts";
import { ServiceError } from "../base/service-error.ts";
import type { ServiceSettings } from "../base/service-settings.ts";
import { tellFailure } from "../base/tell-failure.ts";
import { asServiceError } from "./as-service-error.ts";
import { VERSION_PREFIX } from "./base-url.ts";
import { errorRules, familyOfPath } from "./error-rules.ts";
import { handleCall, type CallParts } from "./handle-call.ts";
import { belowBase } from "./mounting.ts";
import { newRequestId } from "./request-id.ts";
import type { DispatchRoute, ErrorFamily, Route } from "./route.ts";
import { routeTable, type FindRoute, type FoundRoute } from "./route-table.ts";
import { toErrorResponse } from "./to-response.ts";
import { trustedProxies } from "./trusted-proxies.ts";

/** Calls of one account that may be without an answer at the same time, in a process; many wait for a job. */
const MOST_CALLS = 1000;

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The dependencies of an app. */
export interface AppParts {
  readonly accounts: Pick<Accounts, "get">;
  readonly keys: Pick<Keys, "find">;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly settings: ServiceSettings;
  readonly disk?: CallParts["disk"];
  /** Aborts when the service is disposed: calls under way end, later ones are refused. */
  readonly closing: AbortSignal;
}

/** A request on its way to an answer. */
interface Arrival {
  readonly request: Request;
  readonly facts: RequestFacts;
}

/** What is known of a call when its use case has answered. */
export interface Finished {
  readonly requestId: string;
  /** Aborted when nobody is left who would take the answer. */
  readonly signal: AbortSignal;
  /** What the answer's headers tell of the request. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests to a table of routes, each through the checks to its use case, or to a refusal. */
export class Arrivals<Outcome> {
  readonly #find: FindRoute<Outcome>;
  readonly #call: CallParts;
  readonly #isRootAsked: boolean;
  readonly #closing: AbortSignal;
  readonly #ids: Ids;

  /** @throws CoreError `INVALID_OPTION` for a trusted proxy that is not an address */
  constructor(parts: AppParts, routes: readonly (Route<Outcome> | DispatchRoute<Outcome>)[]) {
    const { accounts, keys, limiter, clock, settings, disk } = parts;
    this.#find = routeTable(routes);
    const isTrusted = trustedProxies(settings.trustedProxies);
    const underWay = new AccountBound("calls", MOST_CALLS);
    this.#call = { accounts, keys, limiter, clock, underWay, settings, disk, isTrusted };
    this.#isRootAsked = settings.devtoolsRoot;
    this.#closing = parts.closing;
    this.#ids = parts.ids;
  }

  /** Answers a request; never rejects. What the use case gave goes through `finish`. */
  take<Answered>(
    arrival: Arrival,
    finish: (outcome: Outcome, how: Finished) => Promise<Answered>,
  ): Promise<Answered | Response> {
    const request = checkArgument("request of connect(request)", arrival.request, "request");
    const requestId = newRequestId(this.#ids);
    const path = this.#pathOf(arrival);
    // What a GET would answer, whose body is left out at the end.
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = path === undefined ? undefined : this.#find(method, path);
    const family = found?.route.family ?? familyOfPath(path ?? "");
    // Never the URL: a query may hold a key.
    const context = { method: request.method, route: found?.route.path ?? "", requestId };
    const traceparent = readTraceparent(request.headers.get("traceparent"));
    return traced("dragline:service:request", { ...context, traceparent }, async () => {
      const ignored: string[] = [];
      try {
        return await this.#succeed({ ...arrival, found, requestId, ignored }, finish);
      } catch (thrown) {
        const response = this.#refuse(thrown, { ...context, family, client: request.signal });
        for (const [name, value] of Object.entries(this.#told(ignored))) {
          response.headers.set(name, value);
        }
        return response;
      }
    });
  }

  /** The methods of the route that is asked for. */
  methods(arrival: Arrival): readonly string[] {
    const path = this.#pathOf(arrival);
    const methods = METHODS.filter((method) => path !== undefined && this.#find(method, path));
    return methods.includes("GET") ? ["GET", "HEAD", ...methods.slice(1)] : methods;
  }

  /** The path behind prefix and version, without one slash at its end. */
  #pathOf({ request, facts }: Arrival): string | undefined {
    const { pathname } = new URL(request.url);
    const path = belowBase(pathname, facts.basePath ?? "") ?? pathname;
    const whole = path.endsWith("/") ? path.slice(0, -1) : path;
    if (whole === "/health") return whole;
    if (whole.startsWith(`${VERSION_PREFIX}/`)) return whole.slice(VERSION_PREFIX.length);
    return this.#isRootAsked ? DISCOVERY[whole] : undefined;
  }

  async #succeed<Answered>(
    call: Arrival & {
      readonly found: FoundRoute<Outcome> | undefined;
      readonly requestId: string;
      readonly ignored: string[];
    },
    finish: (outcome: Outcome, how: Finished) => Promise<Answered>,
  ): Promise<Answered> {
    const { found, requestId, ignored, ...arrival } = call;
    if (found === undefined) {
      throw new ServiceError("NOT_FOUND", { message: "This route does not exist." });
    }
    this.#closing.throwIfAborted();
    const signal = AbortSignal.any([arrival.request.signal, this.#closing]);
    const incoming = { ...found, ...arrival, requestId, ignored, signal };
    const given = await handleCall(this.#call, incoming);
    return await finish(given, { requestId, signal, headers: this.#told(ignored) });
  }

  /** The header that names the fields of a request that nobody reads. */
  #told(ignored: readonly string[]): Readonly<Record<string, string>> {
    if (ignored.length === 0) return {};
    return { [`${this.#call.settings.headerPrefix}Ignored-Fields`]: ignored.join(", ") };
  }

  #refuse(
    thrown: unknown,
    call: {
      readonly route: string;
      readonly requestId: string;
      readonly family: ErrorFamily;
      readonly client: AbortSignal;
    },
  ): Response {
    const { requestId, family, client } = call;
    const closing = this.#closing;
    const error = asServiceError(thrown, { path: call.route, client, closing });
    if (errorRules[error.code].status >= 500 && !closing.aborted) {
      tellFailure(thrown, { requestId });
    }
    return toErrorResponse(error, family, requestId);
  }
}

/** What clients of a browser's own port ask for there, and the routes that answer. */
const DISCOVERY: Readonly<Record<string, string>> = {
  "/json": "/browser-connect/json/list",
  "/json/list": "/browser-connect/json/list",
  "/json/version": "/browser-connect/json/version",
};
