import { unlessAborted, type Clock } from "../../core/index.ts";
import { browserLost } from "../pool/pool-errors.ts";
import { settlesWithin } from "../pool/settles-within.ts";
import type { BytePipe } from "./byte-pipe.ts";
import { Channel } from "./channel.ts";
import { readIncoming, type IncomingMessage } from "./incoming-message.ts";
import { OwnCommands } from "./own-commands.ts";
import type { CdpChannel } from "./remote-browser.ts";
import { SessionOwners } from "./session-owners.ts";

/** Milliseconds that detaching may take before it goes on unheard. */
const DETACHING = 2000;

/**
 * Makes channels of one pipe. Each has a session of its own with the browser
 * (`Target.attachToBrowserTarget`), which is where its messages go that name none, and what is
 * attached through it is its own. What goes through is not read: the last bytes tell whose it is.
 */
export class Multiplexer {
  readonly #pipe: BytePipe;
  readonly #clock: Clock;
  readonly #commands: OwnCommands;
  readonly #owners = new SessionOwners<Channel>();
  readonly #channels = new Set<Channel>();
  readonly #paused = new Set<Channel>();
  #choked = new Set<Channel>();

  /** Takes over the pipe's events. */
  constructor(pipe: BytePipe, clock: Clock) {
    this.#pipe = pipe;
    this.#clock = clock;
    this.#commands = new OwnCommands((text) => void pipe.send(text));
    pipe.onmessage = (bytes) => this.#route(readIncoming(bytes));
    pipe.ondrain = () => this.#drain();
    pipe.onclose = () => this.#end();
  }

  /** Sessions that are known, for tests that look for leaks. */
  get sessions(): number {
    return this.#owners.size;
  }

  /** @throws BrowserError `BROWSER_LOST`; the signal's reason */
  async attach({ signal }: { readonly signal: AbortSignal }): Promise<CdpChannel> {
    signal.throwIfAborted();
    if (this.#pipe.closed) throw lost();
    const opening = this.#open();
    try {
      return await unlessAborted(opening, signal);
    } catch (error) {
      // One that comes in spite of that is nobody's.
      void opening.then(
        (channel) => channel.close(),
        () => {},
      );
      throw error;
    }
  }

  async #open(): Promise<CdpChannel> {
    const { sessionId } = await this.#commands.run("Target.attachToBrowserTarget");
    const root = String(sessionId);
    const channel: Channel = new Channel({
      root,
      owns: (id) => this.#owners.ownerOf(id) === channel,
      send: (text) => this.#send(channel, text),
      pause: () => this.#pause(channel),
      resume: () => this.#resume(channel),
      detach: () => this.#detach(channel),
    });
    this.#owners.addRoot(root, channel);
    this.#channels.add(channel);
    return channel;
  }

  #route(message: IncomingMessage): void {
    const { sessionId, change } = message;
    if (sessionId === undefined) {
      this.#hear(message);
      return;
    }
    const channel = this.#owners.ownerOf(sessionId);
    if (channel === undefined) return;
    if (change?.kind === "attached") this.#owners.add(change.sessionId, sessionId);
    const ofOwn = change !== undefined && this.#owners.ownerOf(change.sessionId) === channel;
    if (change?.kind === "detached" && ofOwn) this.#owners.remove(change.sessionId);
    channel.deliver(sessionId === channel.root ? message.stripped() : message.bytes);
  }

  /** What has no session: our own answers, and the end of a channel's session. */
  #hear({ bytes, change }: IncomingMessage): void {
    if (change === undefined) this.#commands.settle(bytes);
    if (change?.kind !== "detached") return;
    const channel = this.#owners.ownerOf(change.sessionId);
    if (channel === undefined) return;
    this.#forget(channel);
    channel.end();
  }

  #send(channel: Channel, text: string): boolean {
    const free = this.#pipe.send(text);
    if (!free) this.#choked.add(channel);
    return free;
  }

  #drain(): void {
    const choked = this.#choked;
    this.#choked = new Set();
    for (const channel of choked) channel.drained();
  }

  #pause(channel: Channel): void {
    this.#paused.add(channel);
    this.#pipe.pause();
  }

  #resume(channel: Channel): void {
    if (this.#paused.delete(channel) && this.#paused.size === 0) this.#pipe.resume();
  }

  async #detach(channel: Channel): Promise<void> {
    if (!this.#forget(channel)) return;
    const detaching = this.#commands.run("Target.detachFromTarget", { sessionId: channel.root });
    await settlesWithin(this.#clock, DETACHING, detaching);
  }

  /** @returns whether there was something to forget */
  #forget(channel: Channel): boolean {
    this.#owners.remove(channel.root);
    this.#choked.delete(channel);
    this.#resume(channel);
    return this.#channels.delete(channel);
  }

  #end(): void {
    this.#commands.fail(lost());
    for (const channel of this.#channels) {
      this.#forget(channel);
      channel.end();
    }
  }
}

function lost(): Error {
  return browserLost("its pipe is closed");
}
