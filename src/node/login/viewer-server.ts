import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { InteractiveSessions, InteractiveViewer } from "../../cdp-proxy/index.ts";
import {
  acceptUpgrade,
  checkHandshake,
  refuseUpgrade,
  viewerToken,
} from "../../cdp-proxy/internal.ts";
import { HttpListener } from "../serve/http-listener.ts";

/** Names of this machine: a page elsewhere whose own name leads here is none of them. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
/** Most bytes of a viewer's message. */
const MAX_MESSAGE = 65_536;

/**
 * Serves the viewer on this machine alone, at `/login/{id}`.
 * @throws Error when it cannot listen there
 */
export async function openViewerServer(
  interactive: Pick<InteractiveSessions, "viewer">,
  port: number,
): Promise<HttpListener> {
  return await HttpListener.open(
    { host: "127.0.0.1", port },
    {
      request: (incoming, response) => answer(interactive, incoming, response),
      upgrade: (incoming, socket, head) => void stream(interactive, { incoming, socket, head }),
    },
  );
}

/** A viewer, and where its page is. */
interface Asked {
  readonly viewer: InteractiveViewer;
  readonly page: URL;
}

function asked(
  interactive: Pick<InteractiveSessions, "viewer">,
  { url = "", headers }: IncomingMessage,
): Asked | undefined {
  const { host = "", cookie = "", origin } = headers;
  if (!LOOPBACK.test(host)) return undefined;
  const own = `http://${host}`;
  const place = URL.parse(url, own);
  const [, room, id = ""] = place?.pathname.split("/") ?? [];
  if (place === null || room !== "login") return undefined;
  const request = new Request(place, { headers: { cookie, ...(origin && { origin }) } });
  const viewer = interactive.viewer(id, viewerToken(request, own));
  return viewer && { viewer, page: new URL(`/login/${id}`, own) };
}

function answer(
  interactive: Pick<InteractiveSessions, "viewer">,
  incoming: IncomingMessage,
  response: ServerResponse,
): void {
  const found = incoming.method === "GET" ? asked(interactive, incoming) : undefined;
  if (found === undefined) {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
    response.end("This login does not exist or has ended.\n");
    return;
  }
  const { html, headers } = found.viewer.page({ url: found.page });
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(html);
}

async function stream(
  interactive: Pick<InteractiveSessions, "viewer">,
  upgrade: { readonly incoming: IncomingMessage; readonly socket: Duplex; readonly head: Buffer },
): Promise<void> {
  const { incoming, socket } = upgrade;
  const found = asked(interactive, incoming);
  const refusal =
    found === undefined ? new Response("", { status: 404 }) : checkHandshake(incoming);
  if (found === undefined || refusal !== undefined) {
    // When the answer cannot be written, the client is gone.
    await refuseUpgrade(socket, refusal ?? new Response("", { status: 404 })).catch(() => {});
    return;
  }
  await acceptUpgrade(
    { ...upgrade, maxMessageBytes: MAX_MESSAGE },
    { accept: (taken) => found.viewer.accept(taken), leave: async () => {} },
  );
}
