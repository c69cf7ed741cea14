import { unlessAborted, wait, type Clock } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import { ActionFault } from "./action-fault.ts";

/** Milliseconds after which what the page's process did not answer is tried again. */
const AGAIN = 50;
/** How often a lost document is tried again before its error counts. */
const TRIES = 40;

const frames = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true };
const onlyFrames = [{ type: "iframe", exclude: false }, { exclude: true }];

/** A command of the Chrome DevTools Protocol. */
export interface Command {
  readonly method: string;
  readonly params?: object;
  /** Whose process is meant; the page's own when absent. */
  readonly session?: CdpSession;
}

/** A session with a page, and those of its frames that have processes of their own. */
export class FrameSessions {
  readonly session: CdpSession;
  readonly clock: Clock;
  /** The sessions of frames that have processes of their own. */
  readonly frameSessions = new Set<CdpSession>();
  /** Those of them that did not answer and have not since. */
  readonly silent = new Set<CdpSession>();

  constructor(session: CdpSession, clock: Clock) {
    this.session = session;
    this.clock = clock;
  }

  /** Gets to know the frames that have processes of their own, from now on. */
  async follow(session: CdpSession = this.session): Promise<void> {
    session.on("sessionattached", (event) => {
      const child = event as CdpSession;
      this.frameSessions.add(child);
      void this.follow(child);
    });
    session.on("sessiondetached", (event) => this.frameSessions.delete(event as CdpSession));
    const command = { ...frames, filter: onlyFrames };
    // A frame can be gone meanwhile.
    await session.send("Target.setAutoAttach", command).catch(() => {});
  }

  /**
   * Sends a command to the page, or to a frame's process.
   * @throws what the driver throws; the signal's reason, at once
   */
  async send<Result>(command: Command, signal: AbortSignal): Promise<Result> {
    const { method, params, session = this.session } = command;
    return (await unlessAborted(session.send(method, params), signal)) as Result;
  }

  /**
   * Does work with the document, and again when the document went away under it.
   * @throws what the work throws when it does so again and again; an ActionFault at once
   */
  async persist<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ActionFault || tries >= TRIES) throw error;
        await wait(this.clock, AGAIN, signal);
      }
    }
  }
}
