import type { RequestFacts } from "../base/service.ts";

/** What a Node server's own way to the service brings besides a request. */
export interface DirectFacts {
  /** The request's body where all of it has arrived; the request itself has none then. */
  readonly body: Uint8Array | undefined;
}

/** Answers a request; only `wholeBody` has a body that is not a stream. Never rejects. */
type DirectAnswer = (
  request: Request,
  facts: RequestFacts,
  direct: DirectFacts,
) => Promise<Response>;

const ways = new WeakMap<object, DirectAnswer>();

/**
 * Makes a way known that passes by the streams which fetch's requests and responses are made with: a
 * Node server has no use for them. A host's own object around a service has none, and is called as
 * it is.
 */
export function addDirectWay(service: object, answer: DirectAnswer): void {
  ways.set(service, answer);
}

/** The direct way to a service; undefined for what is not made here. */
export function directWay(service: object): DirectAnswer | undefined {
  return ways.get(service);
}
