import type { ZodType } from "zod";
import type { ClientSocket } from "../../cdp-proxy/index.ts";
import type { ServiceErrorCode } from "../base/service-error.ts";

/** Which error shape the routes of a family answer with (interface, part 7). */
export type ErrorFamily = "flat" | "nested";

/** How often a route may be called in any 60 seconds; each row is a bucket of its own. */
export interface RouteLimit {
  /** Calls in 60 s; 1 or more. */
  readonly limit: number;
  /** What is counted apart: `user` is the account with all of its keys. */
  readonly per: "user" | "key" | "ip";
}

/** The caller: the account of a valid API key. */
export interface Caller {
  /** Id of the account. */
  readonly account: string;
  /** Id of the key (not the key itself). */
  readonly key: string;
}

/** What every use case is given besides its input. */
export interface CallContext {
  /** `req_…`, as in the answer's `X-Request-Id`. */
  readonly requestId: string;
  /** Absolute, with the version prefix, without a slash at the end: `https://api.example/v1`. */
  readonly baseUrl: string;
  /** Aborts when the client has gone or the service is disposed. */
  readonly signal: AbortSignal;
}

/** A call of a route that takes a key. */
export interface KeyedCall<Query, Body> extends CallContext {
  readonly caller: Caller;
  /** Path parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** A call of a route that takes a key and needs none. */
export interface OpenCall<Query, Body> extends Omit<KeyedCall<Query, Body>, "caller"> {
  /** Undefined without a key; one that is given is valid. */
  readonly caller: Caller | undefined;
  /** Where the client is, as limits count it; empty when unknown. */
  readonly address: string;
}

/** A call of a public route, which may judge tokens and ranges of its own. */
export interface PublicCall<Query, Body> extends Omit<KeyedCall<Query, Body>, "caller"> {
  readonly request: Request;
}

/** Bytes or text of a body; a stream is read once and cancelled when the client goes. */
export type AnswerBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** What a use case answers: an object that becomes JSON, or a body that is made already. */
export type Answer =
  | { readonly status: 200 | 201 | 202; readonly json: object }
  | {
      readonly status: 200 | 201 | 202;
      readonly body: AnswerBody;
      /** JSON in UTF-8 when absent. */
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** A response of a store's own, with any status; headers of every answer are added. */
  | { readonly status: number; readonly response: Response };

/** What the use case of a WebSocket route answers: a socket that may be opened. */
export interface Upgraded {
  /** Headers of the answer that completes the upgrade. */
  readonly headers: Readonly<Record<string, string>>;
  /** Takes the socket; resolves when it is closed and all that hangs on it has ended. */
  accept(socket: ClientSocket): Promise<unknown>;
  /** Nobody comes: undoes what was made ready. Never rejects. */
  leave(): Promise<void>;
}

/** What the description says of an answer. */
export interface AnswerDescription {
  readonly description: string;
  /** Of a JSON body; absent for raw bytes. */
  readonly schema?: ZodType;
  /** JSON when absent; null for an answer without a body. */
  readonly mediaType?: string | null;
}

/** What a row says of its route, besides what it does. */
export interface RouteFacts {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Relative to the base URL, with `{name}` for parameters: `/url-scraper/{id}`. */
  readonly path: string;
  /** Unique, camelCase: `getUrlScraperJob`. */
  readonly operationId: string;
  /** Heading of the description. */
  readonly tag: string;
  readonly summary: string;
  readonly family: ErrorFamily;
  /** None when absent. */
  readonly limit: RouteLimit | undefined;
  /** The limit in place of that, of calls with a key to a route that needs none; the same when absent. */
  readonly keyedLimit?: RouteLimit;
  /** Path of the route of the same method whose bucket it shares; its own when absent. */
  readonly sharesBucketOf?: string;
  /** Whether it takes in work whose outcome is stored: it is refused (503) where there is no room. */
  readonly startsWork?: true;
  /** Whether the key may stand in the query, too: of WebSocket routes only (decisions, part 5). */
  readonly keyInQuery?: true;
  /** The `job_type` by which POST /request submits to it; none when absent. */
  readonly jobType?: string;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Codes that this route answers besides those of every route (401, 404, 429, 500). */
  readonly errors: readonly ServiceErrorCode[];
}

/** A row of the table of routes, as its family writes it. */
export type RouteRow<Query, Body, Outcome = Answer> = RouteFacts & {
  /** Of the query; keys that it does not name are ignored. */
  readonly query?: ZodType<Query>;
  /** Of the JSON body; absent: a body is ignored. */
  readonly body?: ZodType<Body>;
} & (
    | {
        readonly access: "key";
        readonly run: (
          call: KeyedCall<Query, Body> & { readonly request: Request },
        ) => Promise<Outcome>;
      }
    | {
        /** Public, but a key that is given must be valid. */
        readonly access: "open";
        readonly run: (call: OpenCall<Query, Body>) => Promise<Outcome>;
      }
    | {
        readonly access: "public";
        readonly run: (call: PublicCall<Query, Body>) => Promise<Outcome>;
      }
  );

/** A row of the table of routes, whatever its types; made by {@link route}. */
export type Route<Outcome = Answer> = RouteRow<never, never, Outcome>;

/**
 * A route that only chooses another one by the body (POST /request): that row's limit, schema and
 * use case then count.
 */
export interface DispatchRoute<Outcome = Answer> extends RouteFacts {
  readonly access: "key";
  readonly body: ZodType;
  /**
   * The row that handles the body, and the body for it.
   * @throws ServiceError
   */
  readonly choose: (body: Readonly<Record<string, unknown>>) => {
    readonly route: Route<Outcome>;
    readonly body: Readonly<Record<string, unknown>>;
  };
}

/** Keeps the types of query and body between schema and use case, then forgets them. */
export function route<Query = unknown, Body = unknown>(row: RouteRow<Query, Body>): Route {
  return row as unknown as Route;
}

/** The same of a row whose route upgrades to a WebSocket. */
export function upgradeRoute<Query = unknown>(
  row: RouteRow<Query, unknown, Upgraded>,
): Route<Upgraded> {
  return row as unknown as Route<Upgraded>;
}
