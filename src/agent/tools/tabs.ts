import type { CdpSession, DriverPage } from "../../browser/index.ts";
import {
  openSession,
  TabGuard,
  targetOf,
  type OpenedTab,
  type TabRules,
} from "../../browser/internal.ts";
import { deadline, Disposer, unlessAborted, type Clock } from "../../core/index.ts";
import type { News } from "../view/news.ts";
import { PageView } from "../view/page-view.ts";
import { watchTab } from "./watch-tab.ts";

/** Milliseconds in which a tab must be there after it was opened, or gone after it was closed. */
const PATIENCE_MS = 5000;

/** A tab that the tools can work on. */
export interface Tab {
  /** `t1` for the task's own page, `t2` and so on for those that were opened. */
  readonly name: string;
  readonly page: DriverPage;
  readonly view: PageView;
  readonly session: CdpSession;
}

/** A tab from when it is opened on. */
interface OwnTab {
  readonly name: string;
  readonly id: string;
  readonly session: CdpSession;
  /** Once the driver knows it. */
  ready: Tab | undefined;
  isTold: boolean;
}

/** What tabs are opened with. */
export interface TabsParts {
  readonly news: News;
  readonly mask: (text: string) => string;
  readonly clock: Clock;
  /** Whether a tab may have a document. */
  readonly isAllowed: (url: URL) => boolean;
  /** Most of them at a time, the task's own page included. */
  readonly maxTabs: number;
}

/** The tabs of a task: its page, and what that opened. */
export class Tabs implements AsyncDisposable {
  readonly #parts: TabsParts;
  readonly #owned = new Disposer();
  readonly #opened: OwnTab[] = [];
  readonly #first: Tab;
  #current: Tab;
  /** Tabs that were worked on before, the last one last. */
  #before: Tab[] = [];
  #guard: TabGuard | undefined;
  #count = 1;
  #wake = (): void => {};

  private constructor(first: Tab, parts: TabsParts) {
    this.#parts = parts;
    this.#first = first;
    this.#current = first;
  }

  /** @throws what the driver throws */
  static async open(page: DriverPage, parts: TabsParts): Promise<Tabs> {
    const { mask, clock } = parts;
    const session = await openSession(page);
    const view = new PageView(page, { mask, clock });
    const tabs = new Tabs({ name: "t1", page, view, session }, parts);
    try {
      await tabs.#begin();
      return tabs;
    } catch (error) {
      await tabs[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The tab that the tools work on. */
  get current(): Tab {
    return this.#current;
  }

  get names(): readonly string[] {
    return [this.#first.name, ...this.#opened.map(({ name }) => name)];
  }

  /** Has the tools work on a tab from now on, once it is there; whether there is such a tab. */
  async switchTo(name: string, signal: AbortSignal): Promise<boolean> {
    const isNext = name === `t${this.#count + 1}`;
    if (isNext || this.names.includes(name)) {
      await this.#until(() => this.#named(name) !== undefined, signal);
    }
    const tab = this.#named(name);
    if (tab === undefined) return false;
    if (tab !== this.#current) this.#before.push(this.#current);
    this.#current = tab;
    await this.#show();
    return true;
  }

  /** Closes the tab that is worked on; the one before is worked on then. False for the task's own page. */
  async closeCurrent(signal: AbortSignal): Promise<boolean> {
    const tab = this.#opened.find(({ ready }) => ready === this.#current);
    if (tab === undefined) return false;
    await this.#guard?.close(tab.id);
    await this.#until(() => !this.#opened.includes(tab), signal);
    this.#remove(tab.id);
    await this.#show();
    return true;
  }

  /** Whether a tab that the page opened is gone, or goes within a while. */
  async hasClosed(tab: Tab, signal: AbortSignal): Promise<boolean> {
    const isGone = (): boolean => this.#opened.every(({ ready }) => ready !== tab);
    await this.#until(isGone, signal);
    return tab !== this.#first && isGone();
  }

  /**
   * Waits for tabs that are on their way, and tells of those that are new. One that does not come is
   * closed: it may hold up the page that opened it.
   */
  async settle(signal: AbortSignal): Promise<void> {
    const isThere = (): boolean => this.#opened.every(({ ready }) => ready !== undefined);
    await this.#until(isThere, signal);
    const silent = this.#opened.filter(({ ready }) => ready === undefined);
    for (const { id } of silent) await this.#guard?.close(id);
    const fresh = this.#opened.filter(({ isTold }) => !isTold);
    for (const tab of fresh) {
      tab.isTold = true;
      const url = this.#parts.mask(tab.ready?.page.url() ?? "");
      this.#parts.news.add(`The page opened the tab ${tab.name} (${url}): switch_tab shows it.`);
    }
    // A tab that is new lies over the one that is worked on.
    if (fresh.length > 0) await this.#show();
  }

  /** Closes what was opened. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#unlisten(this.#first.page);
    await this.#owned[Symbol.asyncDispose]();
  }

  async #begin(): Promise<void> {
    const { news, isAllowed, maxTabs } = this.#parts;
    const { page, session, view } = this.#first;
    // A page that is gone took its session along.
    this.#owned.defer(() => session.detach().catch(() => {}));
    this.#owned.add(view);
    watchTab(session, news);
    this.#listen(page);
    const rules: TabRules = {
      isAllowed,
      most: maxTabs - 1,
      opened: (tab) => this.#add(tab),
      closed: (id) => this.#remove(id),
      refused: () => news.add(tooMany(maxTabs)),
    };
    this.#guard = this.#owned.add(await TabGuard.open(page, rules));
  }

  #named(name: string): Tab | undefined {
    const opened = this.#opened.find((one) => one.name === name)?.ready;
    return name === this.#first.name ? this.#first : opened;
  }

  #listen(page: DriverPage): void {
    page.on("popup", this.#onPopup);
    // A pool answers dialogs where nobody else listens.
    page.on("dialog", this.#onDialog);
  }

  #unlisten(page: DriverPage): void {
    page.off("popup", this.#onPopup);
    page.off("dialog", this.#onDialog);
  }

  readonly #onDialog = (): void => {};

  readonly #onPopup = (popup: DriverPage | null): void => {
    // A tab that is gone meanwhile is no tab.
    if (popup !== null) void this.#know(popup).catch(() => {});
  };

  #add({ id, session }: OpenedTab): void {
    this.#count += 1;
    this.#opened.push({
      name: `t${this.#count}`,
      id,
      session,
      ready: undefined,
      isTold: false,
    });
    watchTab(session, this.#parts.news);
  }

  async #know(page: DriverPage): Promise<void> {
    this.#listen(page);
    const asking = await openSession(page);
    const id = await targetOf(asking);
    await asking.detach();
    const tab = this.#opened.find((one) => one.id === id);
    if (tab === undefined) return;
    const { mask, clock } = this.#parts;
    const view = new PageView(page, { mask, clock });
    tab.ready = { name: tab.name, page, view, session: tab.session };
    this.#wake();
  }

  #remove(id: string): void {
    const at = this.#opened.findIndex((one) => one.id === id);
    const [tab] = at === -1 ? [] : this.#opened.splice(at, 1);
    if (tab === undefined) return;
    this.#before = this.#before.filter((one) => one !== tab.ready);
    if (tab.ready === this.#current) this.#current = this.#before.pop() ?? this.#first;
    void tab.ready?.view[Symbol.asyncDispose]();
    const now = `The tools work on ${this.#current.name} now.`;
    this.#parts.news.add(`The tab ${tab.name} was closed. ${now}`);
    this.#wake();
  }

  async #show(): Promise<void> {
    await this.#current.session.send("Page.bringToFront").catch(() => {});
  }

  /** Resolves when `test` holds, or after a while. @throws the signal's reason */
  async #until(test: () => boolean, signal: AbortSignal): Promise<void> {
    using limit = deadline(this.#parts.clock, PATIENCE_MS, signal);
    while (!test() && !limit.signal.aborted) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await unlessAborted(promise, limit.signal).catch(() => {});
    }
    signal.throwIfAborted();
  }
}

function tooMany(maxTabs: number): string {
  if (maxTabs === 1) return "The page wanted to open a tab; this task has one only.";
  return `The page wanted to open one more tab than the ${maxTabs} that there may be: it was closed.`;
}
