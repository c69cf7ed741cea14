import { deadline, unlessAborted, type Clock } from "../../../../core/index.ts";
import type { Cache } from "../../../../storage/index.ts";
import { pageKey, type PageAddress } from "../../../base/page-address.ts";
import { readPage, writePage } from "./page-text.ts";
import type { CachedPage } from "./schema.ts";
import { takeOutputs, type TakenOutputs, type WantedOutputs } from "./take-outputs.ts";

/** Milliseconds after which a cache that does not answer counts as one that has nothing. */
const PATIENCE_MS = 1000;

/** The dependencies of a result cache. */
interface ResultCacheParts {
  readonly cache: Cache;
  readonly clock: Clock;
  /** Milliseconds that a page is kept; 0 for never. */
  readonly ttlMs: number;
}

interface Call {
  readonly signal: AbortSignal;
}

/**
 * Keeps the pages that accounts have scraped, with the outputs made from them. It may lose anything
 * at any time, and never fails a scrape: what it cannot have or read is not there.
 */
export class ResultCache {
  readonly #parts: ResultCacheParts;

  constructor(parts: ResultCacheParts) {
    this.#parts = parts;
  }

  /**
   * Every output wanted, when all of them are kept or can be made from the kept page without a
   * browser and a model; else undefined.
   * @throws the signal's reason
   */
  async find(
    address: PageAddress,
    wanted: WantedOutputs,
    call: Call,
  ): Promise<TakenOutputs | undefined> {
    const { cache, ttlMs } = this.#parts;
    if (ttlMs === 0) return undefined;
    return await this.#patiently(async () => {
      const page = readPage(await cache.get(pageKey(address)));
      return page && takeOutputs(page, wanted);
    }, call);
  }

  /**
   * Keeps a page in the place of an older one; what is too large is not kept.
   * @throws the signal's reason
   */
  async keep(address: PageAddress, page: CachedPage, call: Call): Promise<void> {
    const { cache, ttlMs } = this.#parts;
    const text = ttlMs === 0 ? undefined : writePage(page);
    if (text === undefined) return;
    await this.#patiently(() => cache.set(pageKey(address), text, ttlMs), call);
  }

  async #patiently<Result>(
    work: () => Promise<Result>,
    { signal }: Call,
  ): Promise<Result | undefined> {
    using limit = deadline(this.#parts.clock, PATIENCE_MS, signal);
    try {
      return await unlessAborted(work(), limit.signal);
    } catch {
      signal.throwIfAborted();
      return undefined;
    }
  }
}
