import type { CdpChannel, RemoteBrowser } from "../../browser/index.ts";
import type { Clock } from "../../core/index.ts";
import type { ClientSocket } from "../client-socket.ts";
import type { BrowserFiles } from "../files/connection-files.ts";
import { commandGate } from "./command-gate.ts";
import { ClientFiles } from "./client-files.ts";
import { NetFailures } from "./net-failures.ts";
import { relayEnds, type RelayEnd } from "./relay-end.ts";
import { Silence } from "./silence.ts";
import { TraceStreams } from "./trace-streams.ts";
import { VisitedOrigins } from "./visited-origins.ts";

/** What a relay joins. */
interface RelayParts {
  readonly socket: ClientSocket;
  readonly channel: CdpChannel;
  readonly browser: Pick<RemoteBrowser, "folder" | "failureOf">;
  readonly files: BrowserFiles;
  readonly connectionId: string;
  readonly clock: Clock;
}

/** Bounds of a relay. */
interface RelayLimits {
  /** Milliseconds without a message, or a part of one, in either direction. */
  readonly idleMs: number;
  /** Bytes of a message in either direction. */
  readonly maxMessageBytes: number;
}

/** Bytes that may wait for the client until the browser is read no more. */
const HIGH_WATER = 8 * 1024 * 1024;

/**
 * Carries messages between a client and its browser's channel: the client's through the gate, the
 * browser's as they are. Who does not keep up makes the other wait.
 */
export class Relay {
  readonly origins = new VisitedOrigins();
  /** Resolves when the connection is to end. */
  readonly ended: Promise<RelayEnd>;
  readonly #parts: RelayParts;
  readonly #limits: RelayLimits;
  readonly #silence: Silence;
  readonly #traces: TraceStreams;
  readonly #failures: NetFailures;
  readonly #files: ClientFiles;
  readonly #settle: (end: RelayEnd) => void;
  #isOver = false;
  #isBrowserFull = false;
  #isClientFull = false;
  /** Answers of our own wait for a client that does not read: it is read no more. */
  #areAnswersFull = false;

  constructor(parts: RelayParts, limits: RelayLimits) {
    this.#parts = parts;
    this.#limits = limits;
    const { browser, files, connectionId } = parts;
    this.#traces = new TraceStreams(browser.folder);
    this.#failures = new NetFailures((host) => browser.failureOf(host));
    this.#files = new ClientFiles(files, connectionId);
    const { promise, resolve } = Promise.withResolvers<RelayEnd>();
    this.ended = promise;
    this.#settle = resolve;
    this.#silence = new Silence(parts.clock, {
      ms: limits.idleMs,
      onEnd: () => this.end(relayEnds.idle),
      waiting: () => parts.socket.waiting,
    });
    this.#join();
  }

  /** Ends the connection, if it has not ended: nothing more is carried. */
  end(end: RelayEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#silence.stop();
    const { socket, channel } = this.#parts;
    socket.onmessage = undefined;
    socket.onpart = undefined;
    socket.ondrain = undefined;
    channel.onmessage = undefined;
    channel.ondrain = undefined;
    channel.onclose = undefined;
    // What still comes is thrown away: a client that waits for the answer to a save must get through.
    if (this.#isClientFull) channel.resume();
    if (this.#isBrowserFull || this.#areAnswersFull) socket.resume();
    void this.#files.close();
    this.#settle(end);
  }

  #join(): void {
    const { socket, channel } = this.#parts;
    channel.onclose = () => this.end(relayEnds.browserLost);
    channel.onmessage = (text) => this.#fromBrowser(text);
    channel.ondrain = () => this.#browserDrained();
    socket.onclose = (code, reason) => this.end({ code: clientCode(code), reason });
    socket.ondrain = () => this.#clientDrained();
    socket.onmessage = (text) => this.#fromClient(text);
    socket.onpart = () => this.#silence.broken();
  }

  #fromBrowser(text: Buffer): void {
    this.#silence.broken();
    if (text.length > this.#limits.maxMessageBytes) {
      this.end(relayEnds.tooBig);
      return;
    }
    this.origins.hear(text);
    const instead = this.#traces.hear(text);
    if (instead !== null) this.#tell(instead ?? this.#failures.hear(text) ?? text);
  }

  #fromClient(text: Buffer): void {
    this.#silence.broken();
    if (text.length > this.#limits.maxMessageBytes) {
      this.end(relayEnds.tooBig);
      return;
    }
    const verdict = commandGate(text, this.#parts.browser.folder);
    if (verdict.kind === "send") {
      const url = verdict.command.params?.["url"];
      if (typeof url === "string") this.origins.add(url);
      const ofFiles = this.#files.command(verdict.command);
      if (ofFiles !== undefined) {
        void ofFiles.then((answer) => this.#isOver || this.#answer(answer));
        return;
      }
      this.#failures.command(verdict.command);
      const ruling = this.#traces.command(verdict.command);
      if (ruling === undefined) this.#pass(verdict.text);
      else if ("command" in ruling) this.#pass(JSON.stringify(ruling.command));
      else this.#answer(ruling.answer);
      return;
    }
    if (verdict.kind === "end") {
      this.end({ ...relayEnds.normal, answer: verdict.text });
      return;
    }
    this.#answer(verdict.text);
  }

  #answer(text: string): void {
    this.#tell(text);
    if (this.#isClientFull) this.#holdAnswers();
  }

  #pass(text: string): void {
    if (this.#parts.channel.send(text) || this.#isBrowserFull || this.#isOver) return;
    this.#isBrowserFull = true;
    this.#parts.socket.pause();
  }

  #tell(text: Buffer | string): void {
    const { socket, channel } = this.#parts;
    socket.send(text);
    if (socket.waiting <= HIGH_WATER || this.#isClientFull || this.#isOver) return;
    this.#isClientFull = true;
    channel.pause();
  }

  #holdAnswers(): void {
    this.#areAnswersFull = true;
    this.#parts.socket.pause();
  }

  #clientDrained(): void {
    if (!this.#isClientFull) return;
    this.#isClientFull = false;
    this.#parts.channel.resume();
    if (!this.#areAnswersFull) return;
    this.#areAnswersFull = false;
    if (!this.#isBrowserFull) this.#parts.socket.resume();
  }

  #browserDrained(): void {
    if (!this.#isBrowserFull) return;
    this.#isBrowserFull = false;
    if (!this.#areAnswersFull) this.#parts.socket.resume();
  }
}

/** With which a socket gives up a client that breaks the rules of RFC 6455 (7.4.1). */
const BROKEN: ReadonlySet<number> = new Set([1002, 1003, 1007, 1008, 1009]);

/** A client that says nothing (1005) or breaks off (1006) ends normally: it is saved alike. */
function clientCode(code: number): number {
  return BROKEN.has(code) ? code : relayEnds.normal.code;
}
