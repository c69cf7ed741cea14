import { connect, type Socket } from "node:net";
import type { Dialer, Resolver } from "dragline/fetcher";

/** An address that looks public. */
const ADDRESS = "93.184.215.100";

/** An internet where every name below `.test` leads to one port of this machine. */
export function loopbackInternet(port: number): {
  readonly resolver: Resolver;
  readonly dialer: Dialer;
} {
  return {
    resolver: {
      async resolve(hostname) {
        if (hostname.endsWith(".test")) return [ADDRESS];
        throw Object.assign(new Error(`no such name: ${hostname}`), { code: "ENOTFOUND" });
      },
    },
    dialer: { dial: (_, signal) => dial(port, signal) },
  };
}

function dial(port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    Object.defineProperty(socket, "remoteAddress", { value: ADDRESS });
    signal.addEventListener("abort", () => socket.destroy(signal.reason as Error), { once: true });
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });
}
