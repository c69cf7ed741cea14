import { Drain } from "../../core/index.ts";
import type { CdpSession, DriverPage } from "../driver.ts";
import { openSession } from "../open-session.ts";
import {
  GuardedBrowser,
  type Guard,
  type PausedDocument,
  type TargetInfo,
} from "./guarded-browser.ts";

/** A tab that a page opened. */
export interface OpenedTab {
  /** Its target's id of CDP. */
  readonly id: string;
  /** Answers before the driver knows the tab, as where it opens with a dialog. */
  readonly session: CdpSession;
}

/** What a page and the tabs that it opens may do, and the callbacks that report it. */
export interface TabRules {
  /** Whether a document of a tab may be asked for; those of frames always may. */
  readonly isAllowed: (url: URL) => boolean;
  /** Most tabs besides the page; without any, links and forms that would open one stay in theirs. */
  readonly most: number;
  /** Called with a tab before it requests anything. */
  readonly opened: (tab: OpenedTab) => void;
  readonly closed: (id: string) => void;
  /** Called with a tab that exceeds the limit. */
  readonly refused: () => void;
}

/** Whose a target is; a tab that is one too many is refused. */
type Meeting = "own" | "refused" | "other";

/**
 * Keeps a page and the tabs that it opens, and those that they open, within rules, until disposal, which
 * closes those tabs. A document that is not allowed is not asked for, redirects and forms included; a tab
 * whose first document it is is closed. It works by a session with the whole browser, since a tab asks
 * for its document before anybody could speak to it: documents of other pages are let go on at once.
 */
export class TabGuard implements AsyncDisposable {
  readonly #browser: GuardedBrowser;
  readonly #page: CdpSession;
  readonly #rules: TabRules;
  /** Each target that was met. */
  readonly #met = new Map<string, Promise<Meeting>>();
  readonly #open = new Set<string>();
  readonly #refusals = new Drain();
  /** The request for the first document of each tab. */
  readonly #first = new Map<string, string | undefined>();
  readonly #guard: Guard = {
    met: (info) => void this.#meet(info).catch(() => {}),
    gone: (targetId) => this.#forget(targetId),
    allows: (paused, info) => this.#allows(paused, info),
    answered: (paused, isFine) => this.#answered(paused, isFine),
  };

  private constructor(
    parts: { browser: GuardedBrowser; page: CdpSession },
    rules: TabRules,
    root: string,
  ) {
    this.#browser = parts.browser;
    this.#page = parts.page;
    this.#rules = rules;
    this.#met.set(root, Promise.resolve("own"));
  }

  /** @throws what the driver throws */
  static async open(page: DriverPage, rules: TabRules): Promise<TabGuard> {
    const browser = await GuardedBrowser.of(page.browserContext().browser());
    const own = await openSession(page);
    let guard: TabGuard | undefined;
    try {
      guard = new TabGuard({ browser, page: own }, rules, await targetOf(own));
      await guard.#begin();
      return guard;
    } catch (error) {
      await (guard?.[Symbol.asyncDispose]() ?? own.detach().catch(() => {}));
      throw error;
    }
  }

  /** Closes a tab that was opened. */
  async close(id: string): Promise<void> {
    // It may be gone already.
    await this.#browser.session.send("Target.closeTarget", { targetId: id }).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A tab that has just begun would ask for its document as soon as nobody holds it up.
    await this.#browser.tellTabs(this.#guard).catch(() => {});
    await Promise.allSettled(this.#met.values());
    await this.#refusals.end();
    await Promise.all([...this.#open].map((id) => this.close(id)));
    await this.#browser.leave(this.#guard);
    // A page that is gone took its session along.
    await this.#page.detach().catch(() => {});
  }

  async #begin(): Promise<void> {
    await Promise.all([
      this.#browser.join(this.#guard),
      this.#rules.most === 0 ? this.#stayInTab() : undefined,
    ]);
  }

  async #stayInTab(): Promise<void> {
    await this.#page.send("Page.enable");
    // In a world of its own, the page's scripts see nothing of it.
    await this.#page.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(${stayInTab.toString()})()`,
      worldName: "dragline-tab-guard",
    });
  }

  #forget(targetId: string): void {
    this.#met.delete(targetId);
    this.#first.delete(targetId);
    if (this.#open.delete(targetId)) this.#rules.closed(targetId);
  }

  /** A tab's id is that of its main frame. */
  async #allows(
    { frameId, request }: PausedDocument,
    info: TargetInfo | undefined,
  ): Promise<boolean> {
    const meeting = await (this.#met.get(frameId) ?? (info && this.#meet(info)));
    if (meeting !== "own") return meeting !== "refused";
    const url = URL.parse(request.url);
    const isWeb = url !== null && /^https?:$/.test(url.protocol);
    return url !== null && (!isWeb || this.#rules.isAllowed(url));
  }

  async #answered({ frameId, networkId }: PausedDocument, isFine: boolean): Promise<void> {
    if (!this.#open.has(frameId)) return;
    const first = this.#first.get(frameId) ?? networkId;
    this.#first.set(frameId, first);
    if (!isFine && first === networkId) await this.close(frameId);
  }

  #meet(info: TargetInfo): Promise<Meeting> {
    const { targetId } = info;
    const meeting = this.#met.get(targetId) ?? this.#greet(info);
    this.#met.set(targetId, meeting);
    return meeting;
  }

  async #greet({ targetId, type, openerId = "" }: TargetInfo): Promise<Meeting> {
    const opener = type === "page" ? await this.#met.get(openerId) : undefined;
    if (opener === undefined || opener === "other") return "other";
    const isRefused = opener === "refused" || this.#open.size >= this.#rules.most;
    if (!isRefused) this.#open.add(targetId);
    const session = await this.#browser.attach(targetId);
    if (isRefused) {
      this.#rules.refused();
      // It may go on only when the request for its document has been answered, which waits for us.
      void this.#refusals.add(this.#refuse(targetId, session));
      return "refused";
    }
    this.#rules.opened({ id: targetId, session });
    return "own";
  }

  /**
   * The driver has new tabs wait, and while one waits, so does the page that opened it: for ever, when
   * the tab is closed meanwhile.
   */
  async #refuse(targetId: string, session: CdpSession): Promise<void> {
    await session.send("Runtime.runIfWaitingForDebugger").catch(() => {});
    await this.close(targetId);
  }
}

/** The id of a session's target. */
export async function targetOf(session: CdpSession): Promise<string> {
  const answer = await session.send("Target.getTargetInfo");
  return (answer as { readonly targetInfo: TargetInfo }).targetInfo.targetId;
}

/** Runs in the page: links and forms that would open a tab open in their own. */
function stayInTab(): void {
  const keep = (event: Event): void => {
    for (const node of event.composedPath()) {
      const isLink = node instanceof HTMLAnchorElement || node instanceof HTMLAreaElement;
      if (isLink || node instanceof HTMLFormElement) node.target = "_self";
    }
    if (event instanceof SubmitEvent) event.submitter?.removeAttribute("formtarget");
  };
  for (const type of ["click", "auxclick", "submit"]) addEventListener(type, keep, true);
}
