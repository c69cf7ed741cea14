import type { ScrapeSuccess } from "../../../scraper/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { hashOf, type PageAddress } from "../../base/page-address.ts";
import { ResultCache } from "./result-cache/result-cache.ts";
import type { CachedPage } from "./result-cache/schema.ts";
import type { KeptOutputs, TakenOutputs, WantedOutputs } from "./result-cache/take-outputs.ts";
import type { ScrapeMembers } from "./codec.ts";
import { copyPictures, wantedPictures } from "./pictures.ts";
import type { OutputSchema } from "../../base/page-outputs/lacking.ts";
import type { PictureKeys, ScrapeRequest } from "./scrape-request.ts";

/** A scrape, as far as the cache tells scrapes apart. */
interface CacheQuery {
  readonly account: string;
  readonly url: string;
  readonly country: string;
  readonly request: ScrapeRequest;
}

/** What the cache had: all that was asked for. */
interface CacheHit {
  readonly members: ScrapeMembers;
  /** Copies of its own. */
  readonly pictures: PictureKeys;
}

/** A page that was scraped, with what was made of it. */
interface FreshPage {
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
   * A hit, when the cache has every output of the request, or can make it without a model where there
   * is none, and its pictures could be copied.
   * @throws the signal's reason
   */
  async find(query: CacheQuery, call: Call): Promise<CacheHit | undefined> {
    if (query.request.sessionId !== null) return undefined;
    const found = (await this.#kept(query, call)) ?? (await this.#made(query, call));
    const pictures = found && (await this.#copy(found.pictures, call));
    return found && pictures && { members: found.members, pictures };
  }

  async #kept(query: CacheQuery, call: Call): Promise<CacheHit | undefined> {
    const { outputs, json, outputSchema, evidence } = query.request;
    const schemaHash = json ? hashOf(outputSchema) : undefined;
    const isProven = evidence && json && outputSchema !== null;
    const taken = await this.#take(query, { outputs, schemaHash, evidence: isProven }, call);
    return taken && { members: membersOf(taken), pictures: taken.pictures };
  }

  /** Where there is no model, summary and JSON come from the kept page as they would from a new one. */
  async #made(query: CacheQuery, call: Call): Promise<CacheHit | undefined> {
    const { outputs, json, outputSchema: schema, evidence } = query.request;
    const summary = outputs.includes("summary");
    if (this.#parts.model !== undefined || (!summary && !json)) return undefined;
    const others = outputs.filter((name) => name !== "summary");
    const wanted = { outputs: ["html", ...others], schemaHash: undefined };
    const taken = await this.#take(query, wanted, call);
    if (taken === undefined) return undefined;
    const { finalUrl: url, kind } = taken.page;
    const page = { html: taken.outputs.html ?? "", url, kind };
    const wish = { account: query.account, page, summary, json, schema, evidence };
    const made = await this.#parts.outputs.make(wish, call.signal);
    if (made.summary === null || made.generatedJson?.status === "failed") return undefined;
    const asked = others.filter((name) => isKept(name));
    const kept = Object.fromEntries(asked.map((name) => [name, taken.outputs[name]]));
    return { members: { ...kept, ...made }, pictures: taken.pictures };
  }

  #take(
    query: CacheQuery,
    wanted: Pick<WantedOutputs, "schemaHash" | "evidence"> & {
      readonly outputs: readonly string[];
    },
    call: Call,
  ): Promise<TakenOutputs | undefined> {
    const { outputs } = wanted;
    const kept = outputs.filter((name) => isKept(name));
    const all = { ...wanted, outputs: kept, pictures: wantedPictures(outputs) };
    return this.#cache.find(this.#address(query), all, call);
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
      ...extracted(members, outputSchema),
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

function membersOf({ outputs, json: data, missing, evidence }: TakenOutputs): ScrapeMembers {
  if (data === undefined) return outputs;
  const told = missing.length === 0 ? {} : { missing };
  const proof = evidence && { evidence };
  return { ...outputs, generatedJson: { status: "success", data, ...told, ...proof } };
}

function extracted(
  { generatedJson }: ScrapeMembers,
  schema: OutputSchema | null,
): Pick<CachedPage, "json" | "missing" | "evidence"> {
  if (generatedJson?.status !== "success") return { json: {} };
  const { data, missing = [], evidence } = generatedJson;
  const hash = hashOf(schema);
  return {
    json: { [hash]: data as CachedPage["json"][string] },
    ...(missing.length > 0 && { missing: { [hash]: [...missing] } }),
    ...(evidence !== undefined && { evidence: { [hash]: { ...evidence } } }),
  };
}

function isKept(name: string): name is keyof KeptOutputs {
  return !name.startsWith("screenshot");
}
