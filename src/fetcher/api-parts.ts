import type { Clock, Ids } from "../core/index.ts";
import type { Dialer, Resolver } from "../net/index.ts";
import type { Transport } from "./transport/transport.ts";

/** What an API is reached with; each is borrowed. */
export interface ApiCollaborators {
  /** Sends requests; one over guarded sockets, made and disposed by the client, when absent. */
  readonly transport?: Transport | undefined;
  /** Resolves names; the system's when absent. Of no effect with a `transport` of the host's. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. Of no effect with a `transport` of the host's. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
  /** @default systemIds */
  readonly ids?: Ids | undefined;
}

/** A request to an API; a POST of JSON when it has a body. */
export interface ApiRequest {
  /** Behind the base address, from its slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Why an API gave no answer. */
export interface ApiFailure {
  /**
   * `rejected`: the key, or an account without credit; `invalid`: the request; `gone`: there is no
   * such thing (404, 410); `unavailable`: what may pass; `bad`: an answer that is no JSON, or an
   * address that is not the API's.
   */
  readonly kind: "rejected" | "invalid" | "gone" | "unavailable" | "bad";
  /** One sentence that begins with the API's title; without any text of the server's. */
  readonly message: string;
  /** The HTTP status that it answered with. */
  readonly status?: number;
  /** Milliseconds that it asked to wait. */
  readonly retryAfterMs?: number;
}

/** An API of JSON, and how it is spoken with. */
export interface ApiParts {
  /** What people call it. */
  readonly title: string;
  /** Where a key, or credit, is had. */
  readonly start: string;
  /** Where it is: that of a proxy may be private, the vendor's own may not turn out to be. */
  readonly baseUrl: string;
  /** Its documented address; empty where each host runs its own. */
  readonly ownBaseUrl: string;
  /** The option that gives `baseUrl`. */
  readonly option: string;
  /** The longest that one call may take, in milliseconds; its own deadline comes first. */
  readonly timeoutMs: number;
  /** Never told; `mask` removes it; empty without one. */
  readonly secret: string;
  /** The headers that carry the key, and what else every request has. */
  readonly headers: Readonly<Record<string, string>>;
  /** What is to be done about 401 and 403; goes on from the title. */
  readonly advice: (status: number) => string;
  /** What is to be added to a failure that may pass; nothing when absent. */
  readonly hint?: (status: number) => string;
  /** The error of a failure. */
  readonly fail: (failure: ApiFailure) => Error;
}
