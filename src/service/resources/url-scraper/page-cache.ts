import type { ScrapeSuccess } from "../../../scraper/index.ts";
import type { KindParts } from "../../parts.ts";
import { hashOf, type PageAddress } from "../../result-cache/page-address.ts";
import { ResultCache } from "../../result-cache/result-cache.ts";
import type { CachedPage } from "../../result-cache/schema.ts";
import type { KeptOutputs } from "../../result-cache/take-outputs.ts";
import type { ScrapeMembers } from "./codec.ts";
import { copyPictures, wantedPictures } from "./pictures.ts";
import type { OutputSchema, PictureKeys, ScrapeRequest } from "./scrape-request.ts";

/** A scrape, as far as the cache tells scrapes apart. */
export interface CacheQuery {
  readonly account: string;
  readonly url: string;
  readonly country: string;
  readonly request: ScrapeRequest;
}

/** What the cache had: all that was asked for. */
export interface CacheHit {
  readonly members: ScrapeMembers;
  /** Copies of its own. */
  readonly pictures: PictureKeys;
}

/** A page that was scraped, with what was made of it. */
export interface FreshPage {
  readonly page: ScrapeSuccess;
  readonly members: ScrapeMembers;
  readonly pictures: PictureKeys;
}

interface Call {
  readonly signal: AbortSignal;
}

/** The result cache in the words of scrapes. Scrapes with a session pass it by. */
export class PageCache {
  readonly #parts: KindParts;
  readonly #cache: ResultCache;

  constructor(parts: KindParts) {
    const { cache, clock, settings } = parts;
    this.#parts = parts;
    this.#cache = new ResultCache({ cache, clock, ttlMs: settings.cacheTtlMs });
  }

  /**
   * A hit, when the cache has every output of the request and its pictures could be copied.
   * @throws the signal's reason
   */
  async find(query: CacheQuery, call: Call): Promise<CacheHit | undefined> {
    const { outputs, json, outputSchema, sessionId } = query.request;
    if (sessionId !== null) return undefined;
    const wanted = {
      outputs: outputs.filter((name) => isKept(name)),
      schemaHash: json ? schemaHash(outputSchema) : undefined,
      pictures: wantedPictures(outputs),
    };
    const taken = await this.#cache.find(this.#address(query), wanted, call);
    const pictures = taken && (await this.#copy(taken.pictures, call));
    if (taken === undefined || pictures === undefined) return undefined;
    const { json: data } = taken;
    const generatedJson = data && ({ status: "success", data } as const);
    return { members: { ...taken.outputs, generatedJson }, pictures };
  }

  /**
   * Keeps what a scrape brought, but for a page that was cut off.
   * @throws the signal's reason
   */
  async keep(query: CacheQuery, fresh: FreshPage, call: Call): Promise<void> {
    const { sessionId, outputSchema } = query.request;
    const { page, members, pictures } = fresh;
    if (sessionId !== null || page.warnings.includes("truncated")) return;
    const { html, cleanedHtml, markdown, links, images } = page;
    const kept: CachedPage = {
      version: 1,
      kind: page.kind,
      finalUrl: page.finalUrl,
      outputs: {
        html,
        cleanedHtml,
        markdown,
        links: links && [...links],
        images: images && [...images],
        summary: members.summary ?? undefined,
      },
      json: extracted(members, outputSchema),
      pictures,
    };
    await this.#cache.keep(this.#address(query), kept, call);
  }

  async #copy(sources: PictureKeys, call: Call): Promise<PictureKeys | undefined> {
    try {
      return await copyPictures(this.#parts, sources, call);
    } catch {
      call.signal.throwIfAborted();
      return undefined;
    }
  }

  #address({ account, url, country, request }: CacheQuery): PageAddress {
    const engine = request.useBrowser ? "browser" : this.#parts.settings.engine;
    return { account, url, country, engine, actions: request.actions };
  }
}

function extracted({ generatedJson }: ScrapeMembers, schema: OutputSchema | null) {
  if (generatedJson?.status !== "success") return {};
  return { [schemaHash(schema)]: generatedJson.data as CachedPage["json"][string] };
}

function schemaHash(schema: OutputSchema | null): string {
  return hashOf(schema);
}

function isKept(name: string): name is keyof KeptOutputs {
  return !name.startsWith("screenshot");
}
