import type { Agent, buildConnector } from "undici";
import { CoreError, systemClock, type Clock } from "../core/index.ts";
import {
  createAddressGuard,
  createConnector,
  type Connection,
  type Connector,
  type Dialer,
  type Resolver,
} from "../net/index.ts";
import { AiError } from "./ai-error.ts";

/** What a model's connections are made with; each is borrowed. */
export interface GuardedFetchCollaborators {
  /** Resolves names; the system's when absent. */
  readonly resolver?: Resolver | undefined;
  /** Opens sockets; the system's when absent. */
  readonly dialer?: Dialer | undefined;
  /** @default systemClock */
  readonly clock?: Clock | undefined;
}

/** Bytes of a server's answer. */
const LARGEST_ANSWER = 16_777_216;

/**
 * `fetch` over guarded connections to one origin alone, whose host may be private. A redirect is an
 * answer like others, never followed. Calls bring their own limit on time.
 */
export class GuardedFetch implements AsyncDisposable {
  readonly #origin: string;
  readonly #connector: Connector;
  readonly #closing = new AbortController();
  #agent: Promise<Agent> | undefined;

  /**
   * @throws CoreError `INVALID_OPTION`; NetError `INVALID_URL`, `INVALID_ALLOW_ENTRY`,
   *   `ADDRESS_NOT_ALLOWED` (metadata of a cloud)
   */
  constructor(baseUrl: string, collaborators: GuardedFetchCollaborators) {
    const { clock = systemClock, resolver, dialer } = collaborators;
    const url = parseUrl(baseUrl);
    const guard = createAddressGuard({ allow: [url.hostname] });
    guard.checkUrl(url);
    this.#origin = url.origin;
    this.#connector = createConnector({ guard, clock, resolver, dialer });
  }

  /** A `fetch` for who expects a function. @throws AiError `MODEL_CLOSED`; what undici throws */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    if (this.#closing.signal.aborted) throw closed();
    // By its file: what Bun puts in place of "undici" is a part of it.
    const { Agent, fetch } = await import("undici/index.js");
    const dispatcher = await (this.#agent ??= Promise.resolve(this.#makeAgent(Agent)));
    const url = input instanceof Request ? input.url : String(input);
    const request = { ...init, dispatcher, redirect: "manual" } as Parameters<typeof fetch>[1];
    return (await fetch(url, request)) as unknown as Response;
  };

  #makeAgent(AgentClass: typeof Agent): Agent {
    return new AgentClass({
      connect: this.#connect,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: LARGEST_ANSWER,
    });
  }

  readonly #connect = (target: buildConnector.Options, callback: buildConnector.Callback): void => {
    void this.#open(target, callback);
  };

  async #open(
    { protocol, host, hostname, port }: buildConnector.Options,
    callback: buildConnector.Callback,
  ): Promise<void> {
    const url = URL.parse(`${protocol}//${host ?? `${hostname}:${port}`}`);
    if (url?.origin !== this.#origin) {
      callback(new Error(`Connections are allowed to ${this.#origin} only.`), null);
      return;
    }
    let opened: Connection;
    try {
      opened = await this.#connector.connect({ url, alpn: ["http/1.1"] }, this.#closing.signal);
    } catch (error) {
      callback(error instanceof Error ? error : closed(), null);
      return;
    }
    callback(null, opened.socket);
  }

  /** Ends what runs, and closes every connection. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort(closed());
    const agent = await this.#agent;
    await agent?.destroy(closed());
  }
}

function closed(): AiError {
  return new AiError("MODEL_CLOSED", { message: "The model was disposed." });
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url?.protocol === "http:" || url?.protocol === "https:") return url;
  throw new CoreError("INVALID_OPTION", {
    message: `Option 'baseUrl' must be an http or https URL; got '${text.slice(0, 200)}'.`,
    details: { option: "baseUrl" },
  });
}
