import type { CdpSession, DriverBrowser } from "../driver.ts";
import { browserSession } from "../open-session.ts";

/** A document that a browser wants to ask for. */
export interface PausedDocument {
  readonly requestId: string;
  /** Of a tab the id of its target. */
  readonly frameId: string;
  /** The same for all redirects of a request. */
  readonly networkId?: string;
  readonly request: { readonly url: string };
}

/** A target as CDP tells it. */
export interface TargetInfo {
  readonly targetId: string;
  readonly type: string;
  readonly openerId?: string;
}

/** A guard of some tabs of a browser. */
export interface Guard {
  /** Called with each tab of the browser, including those that already exist; possibly twice. */
  met(info: TargetInfo): void;
  gone(targetId: string): void;
  /**
   * Whether a document may be asked for, as far as it is this guard's: those of others always may.
   * @param info the tab's; undefined of a frame within one
   */
  allows(paused: PausedDocument, info: TargetInfo | undefined): Promise<boolean>;
  /** Called with the answer to the request of a document. */
  answered(paused: PausedDocument, isFine: boolean): Promise<void>;
}

/** Targets that are tabs. */
const TABS = [{ type: "page" }, { exclude: true }];

const guarded = new WeakMap<CdpSession, GuardedBrowser>();

/**
 * A browser whose documents are looked at before it asks for them, for as long as it has guards. They
 * share one session: each more would hold every document up once more.
 */
export class GuardedBrowser {
  readonly session: CdpSession;
  readonly #guards = new Set<Guard>();
  readonly #targets = new Map<string, TargetInfo>();
  /** Sessions with tabs, by their ids. */
  readonly #attached = new Map<string, CdpSession>();
  #begun: Promise<unknown> | undefined;
  #ended: Promise<unknown> = Promise.resolve();

  private constructor(session: CdpSession) {
    this.session = session;
    session.on("sessionattached", (event) => {
      const child = event as CdpSession & { id(): string };
      this.#attached.set(child.id(), child);
    });
    session.on("Target.targetCreated", (event) => {
      const { targetInfo } = event as { readonly targetInfo: TargetInfo };
      this.#targets.set(targetInfo.targetId, targetInfo);
      for (const guard of this.#guards) guard.met(targetInfo);
    });
    session.on("Target.targetDestroyed", (event) => {
      const { targetId } = event as { readonly targetId: string };
      this.#targets.delete(targetId);
      for (const guard of this.#guards) guard.gone(targetId);
    });
    session.on("Fetch.requestPaused", (event) => void this.#judge(event as PausedDocument));
  }

  /** The guards of a browser. @throws what the driver throws */
  static async of(browser: DriverBrowser): Promise<GuardedBrowser> {
    const session = await browserSession(browser);
    const known = guarded.get(session) ?? new GuardedBrowser(session);
    guarded.set(session, known);
    return known;
  }

  /** Asks a guard from now on. @throws what the driver throws */
  async join(guard: Guard): Promise<void> {
    this.#guards.add(guard);
    this.#begun ??= this.#begin();
    await this.#begun;
    for (const info of this.#targets.values()) guard.met(info);
  }

  /** Asks a guard no more. Never rejects. */
  async leave(guard: Guard): Promise<void> {
    if (!this.#guards.delete(guard) || this.#guards.size > 0) return;
    this.#begun = undefined;
    this.#ended = this.#end();
    await this.#ended;
  }

  /** Reports the existing tabs to a guard, including those without an event so far. */
  async tellTabs(guard: Guard): Promise<void> {
    const answer = await this.session.send("Target.getTargets", { filter: TABS });
    const { targetInfos } = answer as { readonly targetInfos: readonly TargetInfo[] };
    for (const info of targetInfos) guard.met(info);
  }

  /** Opens a session with a tab. @throws what the driver throws */
  async attach(targetId: string): Promise<CdpSession> {
    const asked = this.session.send("Target.attachToTarget", { targetId, flatten: true });
    const { sessionId } = (await asked) as { readonly sessionId: string };
    const session = this.#attached.get(sessionId);
    this.#attached.delete(sessionId);
    if (session === undefined) throw new Error("the driver has no session of the tab");
    return session;
  }

  /** After what ended before, whose late events would tell of tabs that are gone. */
  async #begin(): Promise<void> {
    await this.#ended;
    this.#targets.clear();
    await Promise.all([
      this.session.send("Fetch.enable", { patterns: [{ resourceType: "Document" }] }),
      this.session.send("Target.setDiscoverTargets", { discover: true, filter: TABS }),
    ]);
  }

  async #end(): Promise<void> {
    // A browser that is gone took its session along.
    await Promise.allSettled([
      this.session.send("Fetch.disable"),
      this.session.send("Target.setDiscoverTargets", { discover: false }),
    ]);
  }

  async #judge(paused: PausedDocument): Promise<void> {
    const guards = [...this.#guards];
    const { requestId, frameId } = paused;
    const info = await this.#infoOf(frameId);
    const asked = guards.map((guard) => guard.allows(paused, info).catch(() => false));
    const isFine = (await Promise.all(asked)).every(Boolean);
    const answer = isFine
      ? this.session.send("Fetch.continueRequest", { requestId })
      : this.session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
    // A request that is gone needs no answer.
    await answer.catch(() => {});
    await Promise.all(guards.map((guard) => guard.answered(paused, isFine)));
  }

  /** The target of a frame; a frame within a page has none, or one that is not a tab. */
  async #infoOf(targetId: string): Promise<TargetInfo | undefined> {
    const known = this.#targets.get(targetId);
    if (known !== undefined) return known;
    const asked = this.session.send("Target.getTargetInfo", { targetId });
    const answer = (await asked.catch(() => undefined)) as
      | { readonly targetInfo: TargetInfo }
      | undefined;
    return answer?.targetInfo;
  }
}
