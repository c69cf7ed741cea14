import type { CdpProxy } from "../../../cdp-proxy/index.ts";
import { ServiceError } from "../../base/service-error.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import { isoTime } from "../../jobs/job-view.ts";

/** Where running connections are: in this process alone. */
export interface LiveParts {
  readonly proxy: Pick<CdpProxy, "running">;
}

type LiveCall = KeyedCall<unknown, unknown>;

/** GET /browser-connect/connections. */
export function listConnections({ proxy }: LiveParts, { caller }: LiveCall): Answer {
  const connections = proxy
    .running({ owner: caller.account })
    .map(({ connectionId, since }) => ({ connId: connectionId, createdAt: isoTime(since) }));
  return { status: 200, json: { connections } };
}

/**
 * GET /browser-connect/{connId}/picture: the newest picture of the recording.
 * @throws ServiceError `NOT_FOUND` for one of another account too, `NOT_READY`
 */
export function showPicture({ proxy }: LiveParts, { caller, params }: LiveCall): Answer {
  const found = proxy
    .running({ owner: caller.account })
    .find(({ connectionId }) => connectionId === params["connId"]);
  if (found === undefined) {
    const message = "No browser connection of this id runs in this process.";
    throw new ServiceError("NOT_FOUND", { message });
  }
  const { picture } = found;
  if (picture === undefined) {
    throw new ServiceError("NOT_READY", { message: "The connection has shown no page yet." });
  }
  const headers = {
    "content-type": "image/jpeg",
    "content-length": String(picture.byteLength),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return { status: 200, response: new Response(picture, { headers }) };
}
