import type { CdpSession, DriverFrame, DriverPage, DriverPageEvents } from "../browser/index.ts";
import type { FakeContext } from "./fake-context.ts";

type Listener = (event: never) => void;

/** A tab of a {@link FakeContext}: a URL, listeners, and a process that can crash or hang. */
export class FakePage implements DriverPage, DriverFrame {
  /** The number of its process. */
  readonly pid: number;
  /** Bytes of its process. */
  bytes = 50_000_000;
  /** Whether it loops for ever: nothing that asks it is answered. */
  hung = false;
  /** The methods of CDP that were called on its sessions. */
  readonly commands: string[] = [];
  /** Sessions that were opened and not detached. */
  readonly sessions = new Set<CdpSession>();
  readonly detached = false;
  readonly keyboard = silent<DriverPage["keyboard"]>();
  readonly mouse = silent<DriverPage["mouse"]>();
  readonly #context: FakeContext;
  readonly #listeners = new Map<string, Listener[]>();
  #url = "about:blank";
  #closed = false;

  constructor(context: FakeContext, pid: number) {
    this.#context = context;
    this.pid = pid;
  }

  url(): string {
    return this.#url;
  }

  isClosed(): boolean {
    return this.#closed;
  }

  mainFrame(): DriverFrame {
    return this;
  }

  frames(): DriverFrame[] {
    return [this];
  }

  parentFrame(): null {
    return null;
  }

  childFrames(): DriverFrame[] {
    return [];
  }

  async frameElement(): Promise<null> {
    return null;
  }

  browserContext(): FakeContext {
    return this.#context;
  }

  on<Name extends keyof DriverPageEvents>(
    event: Name,
    listener: (event: DriverPageEvents[Name]) => void,
  ): this {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
    return this;
  }

  off<Name extends keyof DriverPageEvents>(
    event: Name,
    listener: (event: DriverPageEvents[Name]) => void,
  ): this {
    const left = (this.#listeners.get(event) ?? []).filter((other) => other !== listener);
    this.#listeners.set(event, left);
    return this;
  }

  /** How many listeners an event has; all events without a name. */
  listenerCount(event?: keyof DriverPageEvents): number {
    if (event !== undefined) return this.#listeners.get(event)?.length ?? 0;
    return [...this.#listeners.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Sends an event to its listeners. */
  emit<Name extends keyof DriverPageEvents>(event: Name, value: DriverPageEvents[Name]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(value as never);
  }

  /** Understands `location.replace("URL")`; everything else gives null. */
  async evaluate(source: string): Promise<unknown> {
    await this.#ask();
    const url = /location\.replace\("([^"]+)"\)/.exec(source)?.[1];
    if (url !== undefined) this.#navigate(url);
    return null;
  }

  async goto(url: string): Promise<null> {
    await this.#ask();
    this.#navigate(url);
    return null;
  }

  async createCDPSession(): Promise<CdpSession> {
    await this.#ask();
    const session: CdpSession = {
      send: async (method) => {
        await this.#ask();
        this.commands.push(method);
      },
      on: () => undefined,
      off: () => undefined,
      detach: async () => {
        if (!this.sessions.delete(session)) throw new Error("Session already detached");
      },
    };
    this.sessions.add(session);
    return session;
  }

  /** A method of a driver beyond the port, which changes the page for good. */
  async setViewport(): Promise<void> {
    await this.#ask();
  }

  async close(): Promise<void> {
    await this.#ask();
    this.gone();
  }

  /** Ends its process, as when the page takes all memory. */
  crash(): void {
    this.hung = true;
    this.emit("error", new Error("Page crashed!"));
  }

  /** Takes it away: its context was closed. */
  gone(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.emit("close", undefined);
  }

  /** Opens a tab, as `window.open` does. */
  open(): FakePage {
    const popup = this.#context.add();
    this.emit("popup", popup);
    return popup;
  }

  async #ask(): Promise<void> {
    if (this.#closed) throw new Error("Target closed");
    await this.#context.ask(this.hung);
  }

  #navigate(url: string): void {
    this.#url = url;
    this.emit("framenavigated", this);
  }
}

/** Devices that take everything. */
function silent<Device extends object>(): Device {
  const take = async (): Promise<void> => undefined;
  return new Proxy<Device>({} as Device, { get: () => take });
}
