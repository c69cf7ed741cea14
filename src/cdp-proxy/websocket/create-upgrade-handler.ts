import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { CdpProxy } from "../cdp-proxy.ts";
import { errorResponse } from "../error-response.ts";
import { acceptUpgrade } from "./accept-upgrade.ts";
import { checkHandshake } from "./check-handshake.ts";
import { refuseUpgrade } from "./refuse-upgrade.ts";
import { watchClient } from "./watch-client.ts";

/** How upgrades become connections. */
export interface UpgradeHandlerOptions {
  /** Whose connection it is; undefined answers 401. */
  readonly owner: (request: Request) => string | undefined | Promise<string | undefined>;
  /** Most bytes of a client's message; 1009 above. As a proxy's own bound when absent. */
  readonly maxMessageBytes?: number | undefined;
}

/**
 * A listener for the `upgrade` events of a server of `node:http`, which gives each client a browser
 * of `proxy`. It takes every path; compare the request's own before where that is not wanted.
 * @example server.on("upgrade", createUpgradeHandler(proxy, { owner: () => "me" }));
 */
export function createUpgradeHandler(
  proxy: Pick<CdpProxy, "connect">,
  options: UpgradeHandlerOptions,
): (incoming: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (incoming, socket, head) => {
    // Whatever goes wrong, the client sees its socket close; the connection tells the host itself.
    upgrade({ incoming, socket, head }, { proxy, options }).catch(() => socket.destroy());
  };
}

interface Arrival {
  readonly incoming: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

interface Handling {
  readonly proxy: Pick<CdpProxy, "connect">;
  readonly options: UpgradeHandlerOptions;
}

async function upgrade(arrival: Arrival, { proxy, options }: Handling): Promise<void> {
  const { maxMessageBytes } = options;
  const answer = await answerOf(arrival, { proxy, options });
  if (answer instanceof Response) await refuseUpgrade(arrival.socket, answer);
  else {
    const headers = { "X-Connection-Id": answer.connectionId };
    await acceptUpgrade({ ...arrival, headers, maxMessageBytes }, answer);
  }
}

async function answerOf({ incoming, socket }: Arrival, { proxy, options }: Handling) {
  const malformed = checkHandshake(incoming);
  if (malformed !== undefined) return malformed;
  using watch = watchClient(socket);
  try {
    const request = requestOf(incoming, watch.signal);
    if (request === undefined)
      return refusal(400, "invalid_request", "There is no WebSocket at this path.");
    const owner = await options.owner(request);
    if (owner === undefined) return refusal(401, "unauthorized", "Credentials are required.");
    return await proxy.connect(request, { owner });
  } catch (error) {
    if (watch.signal.aborted) throw error;
    return errorResponse(error);
  }
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request | undefined {
  const { host = "localhost" } = incoming.headers;
  const path = incoming.url ?? "/";
  const url = path.startsWith("/") ? URL.parse(`http://${host}${path}`) : null;
  if (url === null || url.username !== "" || url.password !== "") return undefined;
  const headers = new Headers();
  for (const [name, values] of Object.entries(incoming.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return new Request(url, { headers, signal });
}

function refusal(status: number, error: string, message: string): Response {
  return Response.json({ error, message }, { status });
}
