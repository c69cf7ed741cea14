import type { Clock } from "../../../../core/index.ts";
import type { InteractiveSessions, InteractiveViewer } from "../../../../cdp-proxy/index.ts";
import { viewerToken } from "../../../../cdp-proxy/internal.ts";
import type { ProxyProvider } from "../../../../fetcher/index.ts";
import { answering } from "../../../base/connection-failure.ts";
import type { Answer, KeyedCall, PublicCall, Upgraded } from "../../../http/route.ts";
import { ServiceError } from "../../../base/service-error.ts";
import { sessionDocument } from "../codec.ts";
import { owned } from "../../../base/owned.ts";
import { startedDocument, viewerPath } from "../../../base/started-document.ts";
import type { ManualSave, ManualStart } from "./schema.ts";

/** The dependencies of the use cases of interactive sessions. */
export interface InteractiveParts {
  /** Absent where sessions cannot be saved. */
  readonly interactive: InteractiveSessions | undefined;
  readonly proxies: ProxyProvider | undefined;
  readonly clock: Clock;
  readonly checkTarget: (field: string, url: string) => void;
}

/**
 * POST /sessions/manual-start.
 * @throws ServiceError `INVALID_REQUEST`, `DUPLICATE_NAME`, `RATE_LIMIT_EXCEEDED`,
 *   `SERVICE_UNAVAILABLE`
 */
export async function manualStart(
  parts: InteractiveParts,
  { body, caller, baseUrl, signal }: KeyedCall<unknown, ManualStart>,
): Promise<Answer> {
  const { websiteUrl, name, country, record } = body;
  parts.checkTarget("websiteUrl", websiteUrl);
  const interactive = configured(parts);
  const owner = caller.account;
  // The address that a person logs in from is one for the whole session, and kept with it.
  const query = { country, session: owner, url: new URL(websiteUrl) };
  const proxy = await parts.proxies?.proxyFor(query);
  const order = { owner, websiteUrl, name, country, record, proxy, signal };
  const started = await answering(() => interactive.start(order));
  return { status: 201, json: startedDocument(started, { baseUrl, now: parts.clock.now() }) };
}

/**
 * POST /sessions/manual-save.
 * @throws ServiceError `NOT_FOUND`, `FORBIDDEN`, `DUPLICATE_NAME`, `SERVICE_UNAVAILABLE`
 */
export async function manualSave(
  parts: InteractiveParts,
  { body, caller, signal }: KeyedCall<unknown, ManualSave>,
): Promise<Answer> {
  const { browserInstanceId, sessionId, name } = body;
  const id = browserInstanceId ?? sessionId ?? "";
  const interactive = configured(parts);
  const open = interactive.find(id);
  if (open === undefined) throw notFound();
  owned("interactive session", open, caller.account);
  const saved = await answering(() => interactive.save({ id, name, signal }));
  return { status: 200, json: sessionDocument(saved) };
}

/**
 * GET /sessions/interactive/{sessionId}: the viewer's page.
 * @throws ServiceError `NOT_FOUND`, `UNAUTHORIZED`
 */
export async function showViewer(
  parts: InteractiveParts,
  call: PublicCall<unknown, unknown>,
): Promise<Answer> {
  const { id, viewer } = viewerOf(parts, call);
  const { html, headers } = viewer.page({ url: new URL(`${call.baseUrl}${viewerPath(id)}`) });
  return { status: 200, body: html, contentType: "text/html; charset=utf-8", headers };
}

/**
 * The stream of a viewer.
 * @throws ServiceError `NOT_FOUND`, `UNAUTHORIZED`
 */
export async function streamViewer(
  parts: InteractiveParts,
  call: PublicCall<unknown, unknown>,
): Promise<Upgraded> {
  const { viewer } = viewerOf(parts, call);
  return {
    headers: {},
    accept: (socket) => viewer.accept(socket),
    leave: async () => {},
  };
}

function viewerOf(
  { interactive }: InteractiveParts,
  { params, request, baseUrl }: PublicCall<unknown, unknown>,
): { readonly id: string; readonly viewer: InteractiveViewer } {
  const { sessionId: id = "" } = params;
  if (interactive?.find(id) === undefined) throw notFound();
  const viewer = interactive.viewer(id, viewerToken(request, new URL(baseUrl).origin));
  if (viewer !== undefined) return { id, viewer };
  throw new ServiceError("UNAUTHORIZED", {
    message: "The token does not belong to this interactive session.",
  });
}

function configured({ interactive }: InteractiveParts): InteractiveSessions {
  if (interactive !== undefined) return interactive;
  throw new ServiceError("SERVICE_UNAVAILABLE", {
    message: "Sessions cannot be saved: this service has no encryption keys for them.",
  });
}

function notFound(): ServiceError {
  return new ServiceError("NOT_FOUND", {
    message: "There is no open interactive session with this id.",
  });
}
