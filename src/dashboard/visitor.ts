import type { RequestFacts } from "../service/index.ts";
import { clientAddress, clientNetwork, type IsTrusted } from "../service/internal.ts";

/** A request for a page. */
export interface Arrival {
  readonly request: Request;
  readonly facts: RequestFacts;
  /** Without the prefix that the dashboard is mounted under. */
  readonly path: string;
}

/** What is known of an arrival before anybody is recognized. */
export interface Visitor extends Arrival {
  /** The prefix that the dashboard is mounted under; empty, or `/web`. */
  readonly base: string;
  readonly url: URL;
  /** Whether it came over https, by what a trusted proxy says. */
  readonly isSecure: boolean;
  /** Whom attempts to sign in are counted as. */
  readonly network: string;
}

/** Looks at where a request comes from. */
export function visitorOf(arrival: Arrival, isTrusted: IsTrusted): Visitor {
  const { request, facts } = arrival;
  const url = new URL(request.url);
  const { remoteAddress, basePath = "" } = facts;
  const address = clientAddress(remoteAddress, request.headers, isTrusted);
  const isForwarded = isTrusted(clientAddress(remoteAddress, new Headers(), () => false));
  const scheme = isForwarded ? request.headers.get("x-forwarded-proto") : null;
  return {
    ...arrival,
    base: basePath,
    url,
    isSecure: (scheme ?? url.protocol).startsWith("https"),
    network: clientNetwork(address),
  };
}

/** Whether it is a call of a page's script, which reads an answer and no page. */
export function isCall(path: string): boolean {
  return path.startsWith("/api/");
}
