import { connect, type Socket } from "node:net";
import type { Dialer, Resolver } from "dragline/fetcher";
import type { Site } from "dragline/testing";

/** Names and addresses that look public and lead to sites on loopback. */
export interface Internet {
  readonly resolver: Resolver;
  readonly dialer: Dialer;
  /** Every `address:port` that was dialled. */
  readonly dialled: readonly string[];
}

/**
 * An internet of `hosts`, whatever the port. Names beside them resolve as `dns` says, and what is
 * dialled beside them is noted and refused.
 */
export function createInternet(
  hosts: Readonly<Record<string, Site>>,
  dns: Readonly<Record<string, readonly string[]>> = {},
): Internet {
  return new SmallInternet(hosts, dns);
}

class SmallInternet implements Internet {
  readonly #dialled: string[] = [];
  readonly resolver: Resolver;
  readonly dialer: Dialer;

  constructor(
    hosts: Readonly<Record<string, Site>>,
    dns: Readonly<Record<string, readonly string[]>>,
  ) {
    const names = Object.keys(hosts);
    const addressOf = (name: string): string => `93.184.215.${names.indexOf(name) + 100}`;
    const byAddress = new Map(names.map((name) => [addressOf(name), hosts[name]]));
    this.resolver = {
      async resolve(hostname) {
        const answers = names.includes(hostname) ? [addressOf(hostname)] : dns[hostname];
        if (answers !== undefined) return answers;
        throw Object.assign(new Error(`no such name: ${hostname}`), { code: "ENOTFOUND" });
      },
    };
    this.dialer = {
      dial: async ({ addresses, port }, signal) => {
        const [address = ""] = addresses;
        this.#dialled.push(`${address}:${port}`);
        const site = byAddress.get(address);
        if (site !== undefined) return dialSite(site, address, signal);
        throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
      },
    };
  }

  /** Not a property of its own: what is made with an internet takes no other collaborators. */
  get dialled(): readonly string[] {
    return this.#dialled;
  }
}

function dialSite(site: Site, remoteAddress: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(site.port, "127.0.0.1");
    Object.defineProperty(socket, "remoteAddress", { value: remoteAddress });
    signal.addEventListener("abort", () => socket.destroy(signal.reason as Error), { once: true });
    socket.once("connect", () => resolve(socket)).once("error", reject);
  });
}
