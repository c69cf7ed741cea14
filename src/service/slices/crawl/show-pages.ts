import type { Call } from "../../../storage/index.ts";
import { unknown } from "../../base/owned.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { CrawlPages } from "./crawl-pages.ts";
import type { CrawlPagesQuery } from "./schema.ts";

/** The dependencies of looking at pages one by one. */
interface PageParts {
  readonly jobs: Pick<Jobs, "get">;
  readonly pages: Pick<CrawlPages, "heads" | "page">;
}

/** Pages of a part of the list. */
const AT_ONCE = 100;

/** GET /crawl/{id}/pages. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function listPages(
  parts: PageParts,
  call: KeyedCall<CrawlPagesQuery, unknown>,
): Promise<Answer> {
  const { query, signal } = call;
  const id = await ownCrawl(parts, call);
  const { after = -1, limit = AT_ONCE } = query;
  // One more says whether there are more.
  const found = await parts.pages.heads(id, { after, limit: limit + 1 }, { signal });
  const pages = found.slice(0, limit).map(({ place, url, status, durationMs, error }) => ({
    place,
    url,
    status,
    durationMs,
    ...(error !== null && { error }),
  }));
  const next = found.length > limit ? (pages.at(-1)?.place ?? null) : null;
  return { status: 200, json: { pages, next } };
}

/** GET /crawl/{id}/pages/{place}: the page with its content. @throws ServiceError `NOT_FOUND`, `FORBIDDEN` */
export async function showPage(
  parts: PageParts,
  call: KeyedCall<unknown, unknown>,
): Promise<Answer> {
  const { params, signal } = call;
  const id = await ownCrawl(parts, call);
  const place = params["place"] ?? "";
  const texts = /^\d{1,7}$/.test(place)
    ? await parts.pages.page(id, Number(place), { signal })
    : undefined;
  if (texts === undefined) throw unknown("page");
  return { status: 200, body: streamOf(texts) };
}

async function ownCrawl(
  { jobs }: PageParts,
  { caller, params, signal }: Pick<KeyedCall<unknown, unknown>, "caller" | "params"> & Call,
): Promise<string> {
  const job = await jobs.get(caller.account, params["id"] ?? "", { signal });
  if (job.type !== "crawl") throw unknown("job");
  return job.id;
}

/** Read as the client takes it; cancelled with it. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await texts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await texts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
