import type { CdpSession, DriverPage } from "../driver.ts";

/** The events of a driver's page are more than the port names. */
interface AnyListeners {
  off(event: unknown, listener: unknown): unknown;
}

/** Methods of puppeteer's pages that change a page for good, and ones that undo listeners of ours. */
const LASTING =
  /^(?:set(?!Content$)[A-Z]|emulate|expose|evaluateOnNewDocument|authenticate|remove|close$)/;

/**
 * Notes what the user of a page leaves behind on it: listeners and sessions, which can be taken
 * away, and changes that cannot, after which the page is not given to anybody else. The page itself
 * is handed out; for as long as it is, some of its methods take notes.
 */
export class UserTraces {
  readonly #page: DriverPage;
  readonly #noted: string[] = [];
  readonly #listeners: { readonly event: unknown; readonly listener: unknown }[] = [];
  readonly #sessions: CdpSession[] = [];
  #changed = false;
  #closed = false;

  constructor(page: DriverPage) {
    this.#page = page;
    this.#note("on", (call, args) => {
      this.#listeners.push({ event: args[0], listener: args[1] });
      return call(args);
    });
    this.#note("off", (call, args) => {
      this.#forget(args[0], args[1]);
      return call(args);
    });
    this.#note("createCDPSession", (call, args) => this.#session(call(args)));
    for (const name of lastingMethods(page)) {
      this.#note(name, (call, args) => {
        this.#changed = true;
        if (name === "close") this.#closed = true;
        return call(args);
      });
    }
  }

  /** Whether the user closed the page. */
  get closed(): boolean {
    return this.#closed;
  }

  /** Whether the user listens to an event. */
  hears(event: string): boolean {
    return this.#listeners.some((noted) => noted.event === event);
  }

  /** Stops taking notes and takes away what can be; whether the page is as it was. */
  async remove(): Promise<boolean> {
    for (const name of this.#noted) Reflect.deleteProperty(this.#page, name);
    for (const { event, listener } of this.#listeners) {
      (this.#page as unknown as AnyListeners).off(event, listener);
    }
    // A session that its user has detached refuses; that is as good.
    await Promise.allSettled(this.#sessions.map((session) => session.detach()));
    return !this.#changed;
  }

  #note(name: string, instead: (call: (args: unknown[]) => unknown, args: unknown[]) => unknown) {
    const method: unknown = Reflect.get(this.#page, name);
    if (typeof method !== "function" || Object.hasOwn(this.#page, name)) return;
    const call = (args: unknown[]): unknown => Reflect.apply(method, this.#page, args);
    const value = (...args: unknown[]): unknown => instead(call, args);
    Object.defineProperty(this.#page, name, { value, configurable: true, writable: true });
    this.#noted.push(name);
  }

  #forget(event: unknown, listener: unknown): void {
    if (listener === undefined) this.#changed = true;
    const at = this.#listeners.findLastIndex(
      (noted) => noted.event === event && noted.listener === listener,
    );
    if (at !== -1) this.#listeners.splice(at, 1);
  }

  async #session(opening: unknown): Promise<CdpSession> {
    const session = (await opening) as CdpSession;
    this.#sessions.push(session);
    return session;
  }
}

function lastingMethods(page: object): string[] {
  const names = new Set<string>();
  let owner: unknown = Object.getPrototypeOf(page);
  while (typeof owner === "object" && owner !== null && owner !== Object.prototype) {
    const methods = Object.entries(Object.getOwnPropertyDescriptors(owner));
    for (const [name, { value }] of methods) {
      if (typeof value === "function" && LASTING.test(name)) names.add(name);
    }
    owner = Object.getPrototypeOf(owner);
  }
  return [...names];
}
