import type { Clock } from "../../../core/index.ts";
import type { CdpEvent, CdpLink } from "../../cdp-link.ts";
import { PageCast } from "./page-cast.ts";

/** The dependencies of a follower. */
interface PageFollowerParts {
  readonly link: CdpLink;
  readonly clock: Clock;
  /** Takes each picture of the page that is followed, a JPEG. */
  onpicture(jpeg: Buffer): void;
}

/** Pages that are watched at most; a picture of one more is worth nothing. */
const MOST_PAGES = 200;

interface WatchedPage {
  readonly cast: PageCast;
  wasVisible: boolean;
  /** The larger, the later it became visible. */
  rank: number;
}

interface TargetDescription {
  readonly targetId: string;
  readonly type: string;
  readonly subtype?: string;
  readonly url: string;
}

/**
 * Watches all pages of a browser, of every context, and gives pictures of the one that became visible
 * last, or went to another URL last where several windows are visible. What the channel's session
 * enables concerns no client.
 */
export class PageFollower {
  readonly #parts: PageFollowerParts;
  /** By session. */
  readonly #pages = new Map<string, WatchedPage>();
  /** By target: its URL, and its session when it is attached. */
  readonly #targets = new Map<string, { url: string; session: string | undefined }>();
  #followed: WatchedPage | undefined;
  #rank = 0;

  constructor(parts: PageFollowerParts) {
    this.#parts = parts;
  }

  /** @throws Error when the browser refuses, or is gone */
  async start(): Promise<void> {
    const { link } = this.#parts;
    link.onevent = (event) => this.#take(event);
    const filter = [{ type: "page" }];
    await link.send({ method: "Target.setDiscoverTargets", params: { discover: true, filter } });
  }

  /** No more pictures. */
  stop(): void {
    this.#parts.link.onevent = undefined;
    for (const { cast } of this.#pages.values()) cast.close();
    this.#pages.clear();
  }

  #take({ method, params, sessionId }: CdpEvent): void {
    const page = sessionId === undefined ? undefined : this.#pages.get(sessionId);
    if (page !== undefined) this.#takeOfPage(page.cast, method, params);
    else if (sessionId === undefined) this.#takeOfBrowser(method, params);
  }

  #takeOfPage(cast: PageCast, method: string, params: unknown): void {
    if (method === "Page.screencastFrame") {
      const { data, sessionId } = params as { data: string; sessionId: number };
      cast.frame(data, sessionId);
    } else if (method === "Page.screencastVisibilityChanged") {
      cast.visibility((params as { visible: boolean }).visible);
    }
  }

  #takeOfBrowser(method: string, params: unknown): void {
    if (method === "Target.targetCreated" || method === "Target.targetInfoChanged") {
      this.#meet((params as { targetInfo: TargetDescription }).targetInfo);
    } else if (method === "Target.targetDestroyed") {
      this.#forget((params as { targetId: string }).targetId);
    } else if (method === "Target.targetCrashed") {
      this.#pageOf((params as { targetId: string }).targetId)?.cast.crashed();
    }
  }

  #meet({ targetId, type, subtype, url }: TargetDescription): void {
    if (type !== "page" || subtype === "prerender") return;
    const known = this.#targets.get(targetId);
    if (known === undefined) {
      if (this.#targets.size < MOST_PAGES) void this.#attach(targetId, url);
    } else if (known.url !== url) {
      known.url = url;
      this.#bump(this.#pageOf(targetId));
    }
  }

  async #attach(targetId: string, url: string): Promise<void> {
    const { link, clock } = this.#parts;
    const target: { url: string; session: string | undefined } = { url, session: undefined };
    this.#targets.set(targetId, target);
    const attach = { method: "Target.attachToTarget", params: { targetId, flatten: true } };
    const answer = await link.send(attach).catch(() => undefined);
    // It was closed meanwhile.
    if (answer === undefined || !this.#targets.has(targetId)) return;
    const { sessionId } = answer as { sessionId: string };
    target.session = sessionId;
    const page: WatchedPage = {
      cast: new PageCast({
        clock,
        send: (method, params) => link.send({ method, params, sessionId }),
        onvisible: () => this.#looked(page),
        onpicture: (jpeg) => this.#parts.onpicture(Buffer.from(jpeg, "base64")),
      }),
      wasVisible: false,
      rank: 0,
    };
    this.#pages.set(sessionId, page);
    page.cast.start();
  }

  #forget(targetId: string): void {
    const page = this.#pageOf(targetId);
    const session = this.#targets.get(targetId)?.session;
    this.#targets.delete(targetId);
    if (page === undefined || session === undefined) return;
    page.cast.close();
    this.#pages.delete(session);
    this.#choose();
  }

  #pageOf(targetId: string): WatchedPage | undefined {
    const session = this.#targets.get(targetId)?.session;
    return session === undefined ? undefined : this.#pages.get(session);
  }

  #looked(page: WatchedPage): void {
    const { isVisible } = page.cast;
    if (isVisible && !page.wasVisible) page.rank = this.#rank += 1;
    page.wasVisible = isVisible;
    this.#choose();
  }

  #bump(page: WatchedPage | undefined): void {
    if (page === undefined || !page.wasVisible) return;
    page.rank = this.#rank += 1;
    this.#choose();
  }

  /** With none that is visible the last one stays: what it showed is repeated. */
  #choose(): void {
    let best: WatchedPage | undefined;
    for (const page of this.#pages.values()) {
      if (page.wasVisible && (best === undefined || page.rank > best.rank)) best = page;
    }
    if (best === undefined || best === this.#followed) return;
    this.#followed?.cast.follow(false);
    this.#followed = best;
    best.cast.follow(true);
  }
}
