import { tell, traced } from "../core/index.ts";
import type { CdpProxySettings } from "./cdp-proxy-options.ts";
import type { Acceptor, ConnectionEnd, RunningConnection } from "./cdp-proxy.ts";
import type { ClientSocket } from "./client-socket.ts";
import { BrowserFiles } from "./files/connection-files.ts";
import type { Holdings } from "./open-connection.ts";
import type { ConnectionParts } from "./proxy-collaborators.ts";
import { runMeter } from "./relay/meter.ts";
import { relayEnds, type RelayEnd } from "./relay/relay-end.ts";
import { Relay } from "./relay/relay.ts";
import { StateSaver } from "./state-saver.ts";
import { Upkeep } from "./upkeep.ts";

/** The parameters of a connection, besides what it holds. */
interface ConnectionTerms {
  readonly parts: Pick<ConnectionParts, "clock">;
  readonly settings: CdpProxySettings;
  /** Called once, when nothing is held any more. */
  readonly onSettled: (connection: Connection) => void;
}

/** Whom a connection is with, and what saves it. */
interface Watched {
  readonly socket: ClientSocket;
  readonly saver: StateSaver | undefined;
}

/** A connection that is ready, has its client, or has ended. */
export class Connection implements Acceptor, RunningConnection {
  readonly connectionId: string;
  readonly since: number;
  /** Resolves when nothing is held any more. */
  readonly settled: Promise<void>;
  readonly files: BrowserFiles;
  readonly #holdings: Holdings;
  readonly #terms: ConnectionTerms;
  readonly #settle: () => void;
  readonly #cancelWait: () => void;
  readonly #ending = new AbortController();
  #isTaken = false;
  #relay: Relay | undefined;

  constructor(holdings: Holdings, terms: ConnectionTerms) {
    this.connectionId = holdings.connectionId;
    this.#holdings = holdings;
    this.#terms = terms;
    this.since = terms.parts.clock.now();
    const { browser } = holdings;
    const { maxConnectionBytes: mostBytes } = terms.settings;
    this.files = new BrowserFiles({ browser, mostBytes, ended: this.#ending.signal });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.settled = promise;
    this.#settle = resolve;
    // A host that forgets its acceptor must not keep a browser for ever.
    this.#cancelWait = terms.parts.clock.timer(terms.settings.idleMs, () => void this.leave());
  }

  get picture(): RunningConnection["picture"] {
    return this.#holdings.recording?.picture;
  }

  async accept(socket: ClientSocket): Promise<ConnectionEnd> {
    if (this.#isTaken) {
      const { code, reason } = relayEnds.browserLost;
      socket.close(code, reason);
      return { code, reason, savedSession: undefined };
    }
    this.#isTaken = true;
    this.#cancelWait();
    const { connectionId } = this;
    return await traced("dragline:cdp-proxy:connection", { connectionId }, () => this.#run(socket));
  }

  async leave(): Promise<void> {
    if (this.#isTaken) return await this.settled;
    this.#isTaken = true;
    this.#cancelWait();
    await this.#giveBack({ refund: true });
  }

  /** Ends it because the host shuts down; resolves when nothing is held any more. */
  async drain(): Promise<void> {
    this.#relay?.end(relayEnds.draining);
    await this.leave();
  }

  /** Ends it because its browser has written more than it may. */
  exceed(): void {
    if (this.#relay === undefined) void this.leave();
    else this.#relay.end(relayEnds.tooMuchStored);
  }

  async #run(socket: ClientSocket): Promise<ConnectionEnd> {
    const { browser, channel } = this.#holdings;
    const { parts, settings } = this.#terms;
    const { clock } = parts;
    const relay = new Relay(
      { socket, channel, browser, files: this.files, connectionId: this.connectionId, clock },
      settings,
    );
    this.#relay = relay;
    const saver = this.#saver();
    const end = await this.#watched(relay, { socket, saver });
    // The client's own wishes, such as to pause each new target, must be undone before the save.
    await this.#holdings.rest();
    await this.#save(saver, relay, end);
    await this.#giveBack({ refund: false });
    const { code, reason, answer } = end;
    if (answer !== undefined) {
      socket.send(answer);
      socket.close(code, reason);
    }
    return { code, reason, savedSession: saver?.savedId };
  }

  /** All that can end the connection, until something does. */
  async #watched(relay: Relay, { socket, saver }: Watched): Promise<RelayEnd> {
    const { browser, admitted } = this.#holdings;
    const { parts, settings } = this.#terms;
    const { clock } = parts;
    await using checkpoints = new Upkeep(clock, settings.checkpointMs);
    if (saver !== undefined) checkpoints.add((call) => saver.checkpoint(call));
    const cancel = clock.timer(settings.maxDurationMs, () => relay.end(relayEnds.tooLong));
    void browser.ended.then(() => relay.end(relayEnds.browserLost));
    const ending = new AbortController();
    const meter = runMeter({ admitted, clock, periodMs: settings.periodMs }, ending.signal).then(
      () => relay.end(relayEnds.noCredits),
      // It was told to stop.
      () => {},
    );
    const end = await relay.ended;
    if (end.answer === undefined) socket.close(end.code, end.reason);
    cancel();
    ending.abort();
    await meter;
    return end;
  }

  async #save(saver: StateSaver | undefined, relay: Relay, end: RelayEnd): Promise<void> {
    // What it stores is too much, and while it is being saved a download would go on.
    if (end === relayEnds.tooMuchStored) return;
    try {
      await saver?.save(relay.origins.list, this.#terms.settings.saveTimeoutMs);
    } catch (error) {
      // The last checkpoint remains, and there is nobody left to tell but the host.
      this.#tell(error);
    }
  }

  #saver(): StateSaver | undefined {
    const { browser, reserved, held, way } = this.#holdings;
    if (reserved === undefined) return undefined;
    const { clock } = this.#terms.parts;
    return new StateSaver({ browser, reserved, loaded: held?.state, proxy: way.proxy, clock });
  }

  async #giveBack(how: { readonly refund: boolean }): Promise<void> {
    this.#ending.abort(new Error("The connection has ended."));
    const failure = await this.#holdings.giveBack(how);
    if (failure !== undefined) this.#tell(failure);
    this.#terms.onSettled(this);
    this.#settle();
  }

  #tell(error: unknown): void {
    tell("dragline:cdp-proxy:failure", { connectionId: this.connectionId, error });
  }
}
