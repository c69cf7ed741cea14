import type { Clock } from "../../core/index.ts";
import { isSearchError, type PageIndex } from "../../search/index.ts";
import type { Call } from "../../storage/index.ts";
import type { ServiceSettings } from "./service-settings.ts";
import { tellFailure } from "./tell-failure.ts";

/** Documents with text that reads as a page does. */
const READABLE: ReadonlySet<string> = new Set(["html", "markdown", "pdf", "text"]);

/** A page that an account had. */
export interface OwnPage {
  readonly account: string;
  /** After redirects. */
  readonly url: string;
  readonly html: string | undefined;
  readonly kind: string;
  /** Of the saved session that it was had with: such a page is kept nowhere. */
  readonly sessionId: string | null | undefined;
  /** Since when it counts, for how long it is kept, in milliseconds since 1970; now when absent. */
  readonly since?: number;
}

/** The dependencies of own pages. */
interface OwnPagesParts {
  /** Undefined where nothing is kept. */
  readonly index: PageIndex | undefined;
  readonly clock: Clock;
  readonly settings: Pick<ServiceSettings, "retentionMs" | "indexPages">;
}

/**
 * The pages that accounts had, as they can be searched: kept as long as jobs are. An index that fails
 * never fails what brought a page; the host is told.
 */
export class OwnPages {
  readonly #parts: OwnPagesParts;

  constructor(parts: OwnPagesParts) {
    this.#parts = parts;
  }

  /**
   * Keeps a page; resolves when it can be found.
   * @throws the signal's reason
   */
  async keep({ account, url, html, kind, sessionId, since }: OwnPage, call: Call): Promise<void> {
    const { index, clock, settings } = this.#parts;
    if (index === undefined || !settings.indexPages) return;
    if (!html || (sessionId ?? null) !== null || !READABLE.has(kind)) return;
    const fetchedAt = clock.now();
    const expiresAt = (since ?? fetchedAt) + settings.retentionMs;
    try {
      await index.add(account, { url, html, fetchedAt, expiresAt }, call);
    } catch (error) {
      call.signal.throwIfAborted();
      // A page that the index refuses is not a failure of the host.
      if (!isSearchError(error, "INVALID_PAGE")) tellFailure(error);
    }
  }

  /** @throws SearchError; the signal's reason */
  async removeOf(account: string, call: Call): Promise<void> {
    await this.#parts.index?.remove(account, "all", call);
  }

  /** Forgets pages whose time is up. @throws the signal's reason */
  async sweep(_before: number, call: Call): Promise<void> {
    try {
      await this.#parts.index?.sweep(this.#parts.clock.now(), call);
    } catch (error) {
      call.signal.throwIfAborted();
      tellFailure(error);
    }
  }
}
