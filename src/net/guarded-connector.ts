import { isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { unlessAborted, type Clock } from "../core/index.ts";
import { judgeAddress } from "./address.ts";
import { metadataAddresses, refusedAddresses } from "./block-list.ts";
import { openConnectTunnel } from "./connect-tunnel.ts";
import type { Connection, Connector, ConnectTarget } from "./connection.ts";
import type { Dialer, DialTarget } from "./dialer.ts";
import type { AddressGuard } from "./guard.ts";
import { sameAddress } from "./ip.ts";
import { isNetError, NetError, reasonOf, type ConnectPhase } from "./net-error.ts";
import { runPhase } from "./phase.ts";
import { proxyFailed, type ProxyAddress } from "./proxy.ts";
import { dnsFailed, type Resolver } from "./resolver.ts";
import { routeOf, type Route } from "./route.ts";
import { openSocksTunnel } from "./socks-tunnel.ts";
import { TlsClient } from "./tls-client.ts";

/** What the connector is made of; each is borrowed. */
interface ConnectorParts {
  readonly resolver: Resolver;
  readonly dialer: Dialer;
  readonly clock: Clock;
  readonly guard: AddressGuard;
}

/** The limit of each phase in milliseconds, and authorities (PEM) trusted besides Node's. */
type ConnectorSettings = Readonly<Record<`${ConnectPhase}TimeoutMs`, number>> & {
  readonly ca: string | readonly string[];
};

/** The connector behind `createConnector`: the phases in their order, each checked and limited. */
export class GuardedConnector implements Connector {
  readonly #parts: ConnectorParts;
  readonly #settings: ConnectorSettings;
  readonly #tls: TlsClient;

  constructor(parts: ConnectorParts, settings: ConnectorSettings) {
    this.#parts = parts;
    this.#settings = settings;
    this.#tls = new TlsClient([settings.ca].flat());
  }

  async connect(target: ConnectTarget, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted();
    this.#parts.guard.checkUrl(target.url);
    const route = routeOf(target, signal);
    const addresses = await this.#judgedAddresses(route);
    const opened = await this.#open(route, addresses);
    try {
      const remoteAddress = this.#checkPeer(route, opened, addresses);
      const socket = route.secure ? await this.#secure(route, opened) : opened;
      signal.throwIfAborted();
      const { dns: dnsMs, connect, proxy, tls: tlsMs } = route.spent;
      return { socket, timings: { dnsMs, connectMs: connect + proxy, tlsMs }, remoteAddress };
    } catch (failure) {
      opened.destroy();
      throw failure;
    }
  }

  /** The target's addresses; none when the proxy is to resolve the name. */
  async #judgedAddresses(route: Route): Promise<readonly string[]> {
    const { host } = route;
    if (isIP(host) !== 0) return [host];
    if (route.byName) return [];
    const addresses = await this.#run("dns", route, (signal) => this.#resolve(host, signal));
    this.#parts.guard.checkAnswers(host, addresses);
    return addresses;
  }

  /** A copy, since the resolver may change its own; and no resolver can hold us up. */
  async #resolve(host: string, signal: AbortSignal): Promise<readonly string[]> {
    return [...(await unlessAborted(this.#parts.resolver.resolve(host, signal), signal))];
  }

  #open(route: Route, addresses: readonly string[]): Promise<Socket> {
    const { host, port, proxy } = route;
    if (proxy !== undefined) {
      return this.#run("proxy", route, (signal) => {
        return this.#openTunnel(proxy, { host: addresses[0] ?? host, port }, signal);
      });
    }
    const isPublic = addresses.every((address) => judgeAddress(address).allowed);
    const blockList = isPublic ? refusedAddresses : metadataAddresses;
    return this.#run("connect", route, (signal) => {
      return this.#dial({ addresses, port, blockList }, signal);
    });
  }

  async #openTunnel(
    proxy: ProxyAddress,
    destination: { readonly host: string; readonly port: number },
    signal: AbortSignal,
  ): Promise<Socket> {
    const { host, port } = proxy;
    const addresses = isIP(host) === 0 ? await this.#resolve(host, signal) : [host];
    const socket = await this.#dial({ addresses, port }, signal);
    try {
      const peer = { host, port, alpn: ["http/1.1"] };
      const channel =
        proxy.scheme === "https" ? await this.#tls.secure(socket, peer, signal) : socket;
      const openTunnel = proxy.scheme === "socks5" ? openSocksTunnel : openConnectTunnel;
      await openTunnel(channel, { proxy, ...destination }, signal);
      return channel;
    } catch (failure) {
      socket.destroy();
      throw failure;
    }
  }

  async #dial(target: DialTarget, signal: AbortSignal): Promise<Socket> {
    const socket = await this.#parts.dialer.dial(target, signal);
    // Stays on the socket: a reset before its next owner listens must not end the process.
    return socket.on("error", () => {});
  }

  #secure(route: Route, socket: Socket): Promise<TLSSocket> {
    return this.#run("tls", route, (signal) => this.#tls.secure(socket, route, signal));
  }

  /** Whom are we connected to? Without a proxy, it must be one of those that were judged. */
  #checkPeer({ host, proxy }: Route, socket: Socket, addresses: readonly string[]): string {
    const { remoteAddress: address } = socket;
    if (address === undefined) throw connectFailed(host, closedAtOnce());
    if (proxy !== undefined) return address;
    if (!addresses.some((judged) => sameAddress(judged, address))) {
      throw new NetError("ADDRESS_NOT_ALLOWED", {
        message: `The connection to ${host} is to ${address}, which is not one of its resolved addresses.`,
        details: { host, address, reason: "unexpected" },
      });
    }
    this.#parts.guard.checkAnswers(host, [address]);
    return address;
  }

  async #run<Result>(
    name: ConnectPhase,
    route: Route,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const { clock } = this.#parts;
    const { host, signal } = route;
    const ms = this.#settings[`${name}TimeoutMs`];
    const explain = (failure: unknown): NetError => explained(name, route, failure);
    const start = clock.monotonic();
    const result = await runPhase(clock, { name, ms, host, signal, explain }, work);
    route.spent[name] = clock.monotonic() - start;
    return result;
  }
}

/** The room's error for a failure in a phase. */
function explained(name: ConnectPhase, { host, proxy }: Route, failure: unknown): NetError {
  if (name === "proxy" && proxy !== undefined) {
    const told = isNetError(failure, "PROXY_FAILED");
    return told
      ? failure
      : proxyFailed(proxy, `could not open a tunnel (${reasonOf(failure)})`, failure);
  }
  if (isNetError(failure)) return failure;
  if (name === "dns") return dnsFailed(host, failure);
  return name === "tls" ? tlsFailed(host, failure) : connectFailed(host, failure);
}

function connectFailed(host: string, cause: unknown): NetError {
  const reason = reasonOf(cause);
  const message = `Could not connect to ${host} (${reason}).`;
  return new NetError("CONNECT_FAILED", { message, details: { host, reason }, cause });
}

function tlsFailed(host: string, cause: unknown): NetError {
  const reason = reasonOf(cause);
  const message = `The TLS handshake with ${host} failed (${reason}).`;
  return new NetError("TLS_FAILED", { message, details: { host, reason }, cause });
}

function closedAtOnce(): Error {
  return Object.assign(new Error("The peer closed the connection."), { code: "ECONNRESET" });
}
