import {
  isStorageError,
  type Blobs,
  type Call,
  type Records,
  EnsuredRecords,
} from "../../../storage/index.ts";
import type { KindParts } from "../../base/parts.ts";
import { openPage, type PageHead } from "./codec.ts";
import { blobKey, crawlPageRows, pageKey, type CrawlPageRow } from "./crawl-collection.ts";

/** How many pages a crawl has. */
export interface PageCounts {
  readonly total: number;
  readonly completed: number;
}

/** A page to store. */
export interface NewPage extends PageHead {
  /** The URL that it was fetched under, where `url` shows less of it. */
  readonly fetched?: string;
  /** JSON of an object that is not empty; undefined for a page without content. */
  readonly content: string | undefined;
  /** Whether JSON was extracted; absent where none was wanted. */
  readonly extracted?: boolean;
}

/** A page that is stored, and where it stands. */
export interface PlacedPage extends PageHead {
  readonly place: number;
}

/** Rows that are read, or removed, at a time; each has a content of `inlineBytes` at most. */
const SLICE = 16;

/** The pages of crawls, as durable as records and blobs. */
export class CrawlPages {
  readonly #records: EnsuredRecords;
  readonly #blobs: Blobs;
  readonly #inlineBytes: number;

  constructor({ records, blobs, settings }: Pick<KindParts, "records" | "blobs" | "settings">) {
    this.#records = new EnsuredRecords(records, [crawlPageRows]);
    this.#blobs = blobs;
    this.#inlineBytes = settings.inlineBytes;
  }

  /** Stores a page; one that is there already, of an earlier run, keeps its place. */
  async store(job: string, given: NewPage, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    const { content, extracted = null, fetched = given.url, ...head } = given;
    const page = pageKey(fetched);
    const isLarge = content !== undefined && Buffer.byteLength(content) > this.#inlineBytes;
    const blob = isLarge ? blobKey(job, page) : null;
    const row = {
      job,
      page,
      ...head,
      extracted,
      content: isLarge ? null : (content ?? null),
      blob,
    };
    if (blob === null) {
      const isNew = await this.#write(records, row, call);
      if (!isNew) await this.#blobs.remove(blobKey(job, page), call);
      return;
    }
    // The row comes first, so that no blob is without a row that names it; until its blob is there
    // too it is no page of the crawl.
    await this.#write(records, { ...row, status: "storing" }, call);
    const options = { ...call, contentType: "application/json" };
    await this.#blobs.put(blob, Buffer.from(content ?? ""), options);
    const set = { status: head.status };
    await records.update(crawlPageRows, { where: { job, page }, set }, call);
  }

  /** How many pages are stored. */
  async counts(job: string, call: Call): Promise<PageCounts> {
    const records = await this.#records.ready(call);
    const count = (status: string): Promise<number> =>
      records.count(crawlPageRows, { where: { job, status } }, call);
    const [completed, failed] = await Promise.all([count("completed"), count("failed")]);
    return { total: completed + failed, completed };
  }

  /** How many pages have JSON. */
  async extracted(job: string, call: Call): Promise<number> {
    const records = await this.#records.ready(call);
    const where = { job, status: "completed", extracted: true };
    return await records.count(crawlPageRows, { where }, call);
  }

  /** Why the first page that failed did. */
  async firstFailure(job: string, call: Call): Promise<string | undefined> {
    const records = await this.#records.ready(call);
    const where = { job, status: "failed" };
    const query = { where, order: [["place", "asc"]], limit: 1 } as const;
    const [row] = await records.find(crawlPageRows, query, call);
    return row?.error ?? undefined;
  }

  /**
   * The pages as a JSON object, in the order of fetching, a piece at a time: once as `results` and
   * once as `pages`, since public clients read either (decisions, trap 9).
   */
  async *results(job: string, call: Call): AsyncGenerator<string, void> {
    yield '{"results":[';
    yield* this.#list(job, call);
    yield '],"pages":[';
    yield* this.#list(job, call);
    yield "]}";
  }

  async *#list(job: string, call: Call): AsyncGenerator<string, void> {
    let before = "";
    for await (const row of this.#rows(job, call)) {
      if (row.status === "storing") continue;
      yield before + openPage(row);
      yield* this.#rest(row, call);
      before = ",";
    }
  }

  /** Pages behind a place, without their content, in the order of fetching; also of a crawl that runs. */
  async heads(
    job: string,
    { after, limit }: { readonly after: number; readonly limit: number },
    call: Call,
  ): Promise<readonly PlacedPage[]> {
    const records = await this.#records.ready(call);
    const where = { job, place: { gt: after }, status: { in: ["completed", "failed"] } };
    const query = { where, order: [["place", "asc"]], limit } as const;
    return await records.find(crawlPageRows, query, call);
  }

  /** A page with its content, as JSON, a piece at a time; undefined where there is none. */
  async page(job: string, place: number, call: Call): Promise<AsyncGenerator<string> | undefined> {
    const records = await this.#records.ready(call);
    const [row] = await records.find(crawlPageRows, { where: { job, place } }, call);
    return row === undefined || row.status === "storing" ? undefined : this.#whole(row, call);
  }

  async *#whole(row: CrawlPageRow, call: Call): AsyncGenerator<string, void> {
    yield openPage(row);
    yield* this.#rest(row, call);
  }

  /** Removes the pages of a crawl with their contents. */
  async forget(job: string, call: Call): Promise<void> {
    const records = await this.#records.ready(call);
    for await (const { page, blob } of this.#rows(job, call)) {
      if (blob !== null) await this.#blobs.remove(blob, call);
      await records.remove(crawlPageRows, { where: { job, page } }, call);
    }
  }

  async *#rows(job: string, call: Call): AsyncGenerator<CrawlPageRow, void> {
    const records = await this.#records.ready(call);
    for (let after = -1; ;) {
      const where = { job, place: { gt: after } };
      const query = { where, order: [["place", "asc"]], limit: SLICE } as const;
      const rows = await records.find(crawlPageRows, query, call);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.place;
    }
  }

  /** A page from behind its head to its closing brace. */
  async *#rest({ content, blob }: CrawlPageRow, call: Call): AsyncGenerator<string, void> {
    if (content !== null) yield `,${content.slice(1)}`;
    else if (blob === null) yield "}";
    else yield* this.#stored(blob, call);
  }

  async *#stored(blob: string, call: Call): AsyncGenerator<string, void> {
    const stored = await this.#blobs.get(blob, call);
    if (stored === undefined) throw new Error("a page of the crawl was removed while it was read");
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let before = ",";
    // The content's own opening brace is left out.
    let from = 1;
    for await (const chunk of stored.body) {
      if (chunk.length === 0) continue;
      yield before + decoder.decode(chunk.subarray(from), { stream: true });
      before = "";
      from = 0;
    }
    yield decoder.decode();
  }

  /** @returns whether the page is new */
  async #write(
    records: Records,
    { job, page, ...rest }: Omit<CrawlPageRow, "place">,
    call: Call,
  ): Promise<boolean> {
    for (;;) {
      const [known] = await records.update(
        crawlPageRows,
        { where: { job, page }, set: rest },
        call,
      );
      if (known !== undefined) return false;
      const place = await this.#nextPlace(records, job, call);
      try {
        await records.insert(crawlPageRows, [{ job, page, place, ...rest }], call);
        return true;
      } catch (error) {
        // A worker that was taken for lost has stored a page in between.
        if (!isStorageError(error, "CONFLICT")) throw error;
      }
    }
  }

  async #nextPlace(records: Records, job: string, call: Call): Promise<number> {
    const query = { where: { job }, order: [["place", "desc"]], limit: 1 } as const;
    const [last] = await records.find(crawlPageRows, query, call);
    return last === undefined ? 0 : last.place + 1;
  }
}
