import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import {
  acceptUpgrade,
  checkHandshake,
  refuseUpgrade,
  watchClient,
} from "../../cdp-proxy/internal.ts";
import { checkArgument, systemIds, withDefaults } from "../../core/index.ts";
import type { RequestFacts, Service, Upgrade } from "../base/service.ts";
import { ServiceError } from "../base/service-error.ts";
import { belowBase, mountedUnder, type MountOptions } from "./mounting.ts";
import { requestHeaders, requestUrl } from "./node-call.ts";
import { newRequestId } from "./request-id.ts";
import { REQUEST_ID, toErrorResponse } from "./to-response.ts";

/** How a service takes upgrades. */
export interface NodeUpgradeOptions extends MountOptions {
  /**
   * Whether upgrades to paths that are not the service's own are left to other listeners; they are
   * answered with 404 otherwise.
   * @default false
   */
  readonly leaveOthers?: boolean | undefined;
}

type UpgradeSettings = MountOptions & { readonly leaveOthers: boolean };
const defaults: UpgradeSettings = Object.freeze({ basePath: "", leaveOthers: false });

/** A listener of `upgrade` events of Node's servers. */
export type NodeUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void;

type Served = Pick<Service, "fetch" | "connect">;

/**
 * The service's WebSockets as a listener of `node:http` and `node:https`; the servers of Express and
 * Fastify are such. Requests for another protocol are answered as if they had not asked for it.
 * @throws CoreError `INVALID_ARGUMENT`, `INVALID_OPTION`
 * @example server.on("upgrade", toNodeUpgrade(service))
 */
export function toNodeUpgrade(service: Served, options: NodeUpgradeOptions = {}): NodeUpgrade {
  checkArgument("service of toNodeUpgrade(service, options)", service, "object");
  const { leaveOthers, ...mount } = withDefaults<UpgradeSettings>(defaults, options);
  const basePath = mountedUnder(mount);
  return (incoming, socket, head) => {
    const target = targetOf(incoming, basePath);
    if (target === undefined && leaveOthers) return;
    const arrival = { incoming, socket, head, target: target ?? incoming.url ?? "/", basePath };
    // The client sees its socket close; the failure was already reported where it happened.
    upgrade(service, arrival).catch(() => socket.destroy());
  };
}

interface Arrival {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
  /** Without the path that the service is mounted under. */
  readonly target: string;
  readonly basePath: string;
}

/** The path of the service's own that is asked for; undefined for one of others. */
function targetOf({ url = "/" }: IncomingMessage, basePath: string): string | undefined {
  const own = belowBase(url, basePath);
  return own !== undefined && /^\/v1(?:[/?]|$)/.test(own) ? own : undefined;
}

async function upgrade(service: Served, arrival: Arrival): Promise<void> {
  const { socket } = arrival;
  const answer = await answerOf(service, arrival);
  if (answer instanceof Response) return await refuseUpgrade(socket, answer);
  await acceptUpgrade({ ...arrival, headers: answer.headers }, answer);
}

async function answerOf(service: Served, arrival: Arrival): Promise<Response | Upgrade> {
  const { incoming, socket, basePath } = arrival;
  using watch = watchClient(socket);
  const request = requestOf(arrival, watch.signal);
  if (request === undefined) return malformed("The request's target or a header is malformed.");
  const facts: RequestFacts = { remoteAddress: incoming.socket.remoteAddress, basePath };
  const refusal = checkHandshake(incoming);
  if (refusal === undefined) return await service.connect(request, facts);
  return refusal.status === 426 ? otherVersion(refusal) : await service.fetch(request, facts);
}

function requestOf(arrival: Arrival, signal: AbortSignal): Request | undefined {
  const url = requestUrl(arrival);
  const { method = "GET" } = arrival.incoming;
  try {
    return url === undefined
      ? undefined
      : new Request(url, { method, headers: requestHeaders(arrival.incoming), signal });
  } catch {
    return undefined;
  }
}

/** Names the version that is known (RFC 6455, 4.4). */
function otherVersion({ status, headers, body }: Response): Response {
  const named = new Headers(headers);
  named.set(REQUEST_ID, newRequestId(systemIds));
  return new Response(body, { status, headers: named });
}

function malformed(message: string): Response {
  const error = new ServiceError("INVALID_REQUEST", { message });
  return toErrorResponse(error, "flat", newRequestId(systemIds));
}
