import { isIP, type Socket } from "node:net";
import {
  connect,
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type TLSSocket,
} from "node:tls";
import { exchange } from "./exchange.ts";

/** Whom to expect at the other end of the TLS connection. */
interface TlsPeer {
  /** The name or address that the certificate must be valid for. */
  readonly host: string;
  readonly port: number;
  /** Protocols to offer by ALPN, best first; none are offered when empty. */
  readonly alpn: readonly string[];
  /**
   * The way there, such as a proxy's URL. Sessions are resumed on the way on which they began: a
   * ticket would tell the peer that two ways belong to one client.
   */
  readonly way?: string;
}

/**
 * The client's side of TLS: certificates are always verified, whatever the environment says, and
 * sessions are resumed.
 */
export class TlsClient {
  readonly #authorities: readonly string[];
  readonly #mostSessions: number;
  readonly #sessions = new Map<string, Buffer>();
  #context: SecureContext | undefined;

  /**
   * @param authorities PEM certificates trusted besides those that Node trusts
   * @param mostSessions how many sessions are kept for resumption; the oldest goes first
   */
  constructor(authorities: readonly string[], mostSessions = 256) {
    this.#authorities = authorities;
    this.#mostSessions = mostSessions;
  }

  /**
   * Speaks TLS on a connected socket. From then on both sockets close together; on failure they are
   * closed.
   * @throws the system's or OpenSSL's error; the signal's reason
   */
  async secure(socket: Socket, peer: TlsPeer, signal: AbortSignal): Promise<TLSSocket> {
    const key = `${peer.way ?? ""}|${peer.host}|${peer.port}|${peer.alpn.join()}`;
    const secured = this.#begin(socket, peer, this.#sessions.get(key));
    try {
      await exchange<void>(secured, signal, ({ resolve }) => {
        secured.once("secureConnect", resolve);
        return () => secured.off("secureConnect", resolve);
      });
    } catch (failure) {
      this.#sessions.delete(key);
      secured.destroy();
      throw failure;
    }
    this.#keepSession(key, secured);
    return secured;
  }

  #begin(socket: Socket, peer: TlsPeer, session: Buffer | undefined): TLSSocket {
    // Made once: reading the authorities takes longer than a handshake.
    this.#context ??= createSecureContext(trustOf(this.#authorities));
    const secured = connect({
      socket,
      host: peer.host,
      // RFC 6066 (3) does not permit addresses as server names.
      ...(isIP(peer.host) === 0 && { servername: peer.host }),
      ...(peer.alpn.length > 0 && { ALPNProtocols: [...peer.alpn] }),
      ...(session && { session }),
      secureContext: this.#context,
      rejectUnauthorized: true,
    });
    // Stays on the socket: a reset before the next owner listens must not end the process.
    return secured.on("error", () => {});
  }

  /**
   * Keeps only sessions of verified peers: Node does not compare names again when it resumes. In
   * TLS 1.3 the tickets come after the handshake, before that with it.
   */
  #keepSession(key: string, secured: TLSSocket): void {
    const early = secured.getProtocol() === "TLSv1.3" ? undefined : secured.getSession();
    if (early !== undefined) this.#store(key, early);
    secured.on("session", (session) => this.#store(key, session));
  }

  #store(key: string, session: Buffer): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    if (this.#sessions.size <= this.#mostSessions) return;
    for (const oldest of this.#sessions.keys()) {
      this.#sessions.delete(oldest);
      return;
    }
  }
}

function trustOf(authorities: readonly string[]): { readonly ca?: string[] } {
  if (authorities.length === 0) return {};
  return { ca: [...getCACertificates("default"), ...authorities] };
}
