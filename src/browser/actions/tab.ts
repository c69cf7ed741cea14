import { deadline, unlessAborted, type Clock } from "../../core/index.ts";
import type { CdpSession } from "../driver.ts";
import { openSession } from "../open-session.ts";
import { ActionFault } from "./action-fault.ts";
import type { ActionPage } from "./action-page.ts";
import { DialogAnswerer } from "./dialog-answerer.ts";
import { FrameSessions, type Command } from "./frame-sessions.ts";
import { NavigationWatch } from "./navigation-watch.ts";

/** Milliseconds that letting go of a page may take. */
const RELEASE = 250;

/** A page, for one run: a session of its own, and what goes on in it meanwhile. */
export class Tab extends FrameSessions implements AsyncDisposable {
  readonly navigation: NavigationWatch;
  readonly #page: ActionPage;
  readonly #dialogs: DialogAnswerer;
  #opened: string[] = [];
  readonly #gone = new AbortController();
  /** Settles when the page has the focus: what it is given before, Chromium may drop as if it were done. */
  readonly #focused: Promise<unknown>;
  readonly #onClose = (): void => this.#lose("page closed");

  private constructor(page: ActionPage, session: CdpSession, clock: Clock) {
    super(session, clock);
    this.#page = page;
    this.navigation = new NavigationWatch(session, clock);
    this.#dialogs = new DialogAnswerer(session, clock);
    session.on("Page.windowOpen", (event) => {
      this.#opened.push((event as { readonly url: string }).url);
    });
    session.on("Inspector.targetCrashed", () => this.#lose("page crashed"));
    page.on("close", this.#onClose);
    this.#focused = this.#prepare(session);
  }

  /**
   * Opens a session with a page.
   * @throws ActionFault when the page is closed; the signal's reason
   */
  static async open(page: ActionPage, clock: Clock, signal: AbortSignal): Promise<Tab> {
    if (page.isClosed()) throw new ActionFault("page closed");
    const opening = openSession(page);
    try {
      return new Tab(page, await unlessAborted(opening, signal), clock);
    } catch (error) {
      opening.then((late) => late.detach()).catch(() => {});
      if (page.isClosed() || isDisconnected(error)) throw new ActionFault("page closed");
      throw error;
    }
  }

  /** Where the tabs were to lead that the page has opened since this was last asked. */
  takeOpened(): readonly string[] {
    const opened = this.#opened;
    this.#opened = [];
    return opened;
  }

  /** Aborts with an ActionFault when the page is closed or crashes. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * Sends a command to the page, or to a frame's process.
   * @throws what the driver throws; the signal's reason, at once
   */
  override async send<Result>(command: Command, signal: AbortSignal): Promise<Result> {
    const { method, session = this.session } = command;
    try {
      if (method.startsWith("Input.")) await unlessAborted(this.#focused, signal);
      return await super.send<Result>(command, signal);
    } catch (error) {
      if (session === this.session && isDisconnected(error)) this.#lose("page closed");
      this.gone.throwIfAborted();
      throw error;
    }
  }

  /** Lets go of the page; what it does not answer in time is left to it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#page.off("close", this.#onClose);
    this.#dialogs[Symbol.dispose]();
    using limit = deadline(this.clock, RELEASE);
    await unlessAborted(this.session.detach(), limit.signal).catch(() => {});
  }

  #lose(reason: string): void {
    this.#gone.abort(new ActionFault(reason));
  }

  /**
   * Commands are carried out in their order, and a page that hangs answers none, so only the one for
   * the focus is waited for, and not here.
   */
  #prepare(session: CdpSession): Promise<unknown> {
    const commands: readonly (readonly [string, object])[] = [
      ["Page.enable", {}],
      ["Inspector.enable", {}],
      // A dialog of the system would wait for somebody for ever.
      ["Page.setInterceptFileChooserDialog", { enabled: true }],
    ];
    for (const [method, params] of commands) session.send(method, params).catch(() => {});
    void this.follow();
    // A page that another window covers would get no frames, and its input no answer.
    const focus = session.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    session.send("Page.getFrameTree").then(
      (tree) => this.navigation.observe((tree as Tree).frameTree.frame.id),
      () => {},
    );
    return focus.catch(() => {});
  }
}

interface Tree {
  readonly frameTree: { readonly frame: { readonly id: string } };
}

/** puppeteer's names for the end of a target and of the browser. */
function isDisconnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isNamed = /^(?:TargetCloseError|ConnectionClosedError)$/.test(error.name);
  return isNamed || /\b(?:Target|Connection) closed\b/.test(error.message);
}
