import type { CdpSession, DriverPage } from "../driver.ts";

/** A tab that a page opened. */
export interface OpenedTab {
  /** Its target's id of CDP. */
  readonly id: string;
  /** Answers before the driver knows the tab, as where it opens with a dialog. */
  readonly session: CdpSession;
}

/** What a page and the tabs that it opens may do, and who is told of it. */
export interface TabRules {
  /** Whether a document of a tab may be asked for; those of frames always may. */
  readonly isAllowed: (url: URL) => boolean;
  /** Most tabs besides the page; without any, links and forms that would open one stay in theirs. */
  readonly most: number;
  /** Told of a tab before it asks for anything. */
  readonly opened: (tab: OpenedTab) => void;
  readonly closed: (id: string) => void;
  /** Told of a tab that was one too many. */
  readonly refused: () => void;
}

interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  /** The same for all redirects of a request. */
  readonly networkId?: string;
  readonly request: { readonly url: string };
}

interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly openerId?: string;
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
  readonly #session: CdpSession;
  readonly #page: CdpSession;
  readonly #rules: TabRules;
  /** Each target that was met. */
  readonly #met = new Map<string, Promise<Meeting>>();
  readonly #open = new Set<string>();
  /** The request for the first document of each tab. */
  readonly #first = new Map<string, string | undefined>();
  /** Sessions by their ids. */
  readonly #sessions = new Map<string, CdpSession>();

  private constructor(
    sessions: { browser: CdpSession; page: CdpSession },
    rules: TabRules,
    root: string,
  ) {
    this.#session = sessions.browser;
    this.#page = sessions.page;
    this.#rules = rules;
    this.#met.set(root, Promise.resolve("own"));
  }

  /** @throws what the driver throws */
  static async open(page: DriverPage, rules: TabRules): Promise<TabGuard> {
    const own = await page.createCDPSession();
    const browser = await page.browserContext().browser().target().createCDPSession();
    const guard = new TabGuard({ browser, page: own }, rules, await targetOf(own));
    try {
      await guard.#begin();
      return guard;
    } catch (error) {
      await guard[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** Closes a tab that was opened. */
  async close(id: string): Promise<void> {
    // It may be gone already.
    await this.#session.send("Target.closeTarget", { targetId: id }).catch(() => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open].map((id) => this.close(id)));
    // A browser or a page that is gone took its sessions along.
    await Promise.allSettled([this.#session.detach(), this.#page.detach()]);
  }

  async #begin(): Promise<void> {
    const session = this.#session;
    session.on("sessionattached", (event) => {
      const child = event as CdpSession & { id(): string };
      this.#sessions.set(child.id(), child);
    });
    session.on("Target.targetCreated", (event) => {
      const { targetInfo } = event as { readonly targetInfo: TargetInfo };
      void this.#meet(targetInfo).catch(() => {});
    });
    session.on("Target.targetDestroyed", (event) => {
      const { targetId } = event as { readonly targetId: string };
      this.#met.delete(targetId);
      this.#first.delete(targetId);
      if (this.#open.delete(targetId)) this.#rules.closed(targetId);
    });
    session.on("Fetch.requestPaused", (event) => void this.#judge(event as Paused));
    const filter = [{ type: "page" }, { exclude: true }];
    await Promise.all([
      session.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] }),
      session.send("Target.setDiscoverTargets", { discover: true, filter }),
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

  async #judge({ requestId, frameId, networkId, request }: Paused): Promise<void> {
    const first = this.#first.get(frameId) ?? networkId;
    const isFine = await this.#isFine(frameId, URL.parse(request.url)).catch(() => false);
    const answer = isFine
      ? this.#session.send("Fetch.continueRequest", { requestId })
      : this.#session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // A request that is gone needs no answer.
    await answer.catch(() => {});
    if (!this.#open.has(frameId)) return;
    this.#first.set(frameId, first);
    if (!isFine && first === networkId) await this.close(frameId);
  }

  /** A tab's id is that of its main frame. */
  async #isFine(frameId: string, url: URL | null): Promise<boolean> {
    const meeting = await (this.#met.get(frameId) ?? this.#lookUp(frameId));
    if (meeting !== "own") return meeting === "other";
    const isWeb = url !== null && /^https?:$/.test(url.protocol);
    return url !== null && (!isWeb || this.#rules.isAllowed(url));
  }

  /** The target of a frame; one within a page has none, or is no tab. */
  async #lookUp(targetId: string): Promise<Meeting> {
    const asked = this.#session.send("Target.getTargetInfo", { targetId });
    const answer = await asked.catch(() => undefined);
    if (answer === undefined) return "other";
    return await this.#meet((answer as { readonly targetInfo: TargetInfo }).targetInfo);
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
    const session = await this.#attach(targetId);
    if (isRefused) {
      this.#rules.refused();
      // The driver has new tabs wait, and while one waits, so does the page that opened it: for ever, when
      // the tab is closed meanwhile.
      await session.send("Runtime.runIfWaitingForDebugger").catch(() => {});
      await this.close(targetId);
      return "refused";
    }
    this.#rules.opened({ id: targetId, session });
    return "own";
  }

  async #attach(targetId: string): Promise<CdpSession> {
    const asked = this.#session.send("Target.attachToTarget", { targetId, flatten: true });
    const { sessionId } = (await asked) as { readonly sessionId: string };
    const session = this.#sessions.get(sessionId);
    this.#sessions.delete(sessionId);
    if (session === undefined) throw new Error("the driver has no session of the tab");
    return session;
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
