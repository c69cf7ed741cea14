import type { Json } from "../../../storage/index.ts";
import { isServiceError, ServiceError } from "../../base/service-error.ts";
import type { Answer, KeyedCall } from "../../http/route.ts";
import type { Job, NewJob } from "../../jobs/job.ts";
import type { ResourceParts } from "../../base/parts.ts";
import { checkWebhookUrl } from "../../base/check-webhook-url.ts";
import { submitted } from "../../base/job-answer.ts";
import { findSession } from "../../base/find-session.ts";
import { unknown } from "../../base/owned.ts";
import { checkRequest } from "./check-request.ts";
import { resultText } from "./codec.ts";
import { jobDocument } from "./job-document.ts";
import { PageCache } from "./page-cache.ts";
import { dropPictures, keyOfPicture, PICTURE_TYPE, wantedPictures } from "./pictures.ts";
import { readRequest } from "./read-request.ts";
import type { BatchBody, PictureQuery, ScrapeBody, ScrapeOptions } from "./schema.ts";
import { takesModel, scrapePrice, type PictureKeys, type ScrapeRequest } from "./scrape-request.ts";

type Call<Body, Query = unknown> = KeyedCall<Query, Body>;

/** A job that is ready to be submitted: where a cache had it, its pictures are copied already. */
interface Prepared {
  readonly job: Pick<NewJob, "url" | "request" | "cost" | "hit">;
  readonly pictures: PictureKeys;
}

/** The use cases of URL scraping (interface, 4.1). */
export class ScrapeCalls {
  readonly #parts: ResourceParts;
  readonly #pages: PageCache;

  constructor(parts: ResourceParts) {
    this.#parts = parts;
    this.#pages = new PageCache(parts);
  }

  /** POST /url-scraper. */
  async submit(call: Call<ScrapeBody>): Promise<Answer> {
    return submitted(await this.#submit(call, false));
  }

  /** POST /url-scraper/scrape: the job goes on when the wait ends, or the client leaves. */
  async scrape(call: Call<ScrapeBody>): Promise<Answer> {
    const { jobs, settings, clock } = this.#parts;
    const { signal } = call;
    const end = clock.monotonic() + settings.syncTimeoutMs;
    const job = await this.#submit(call, true);
    const timeoutMs = Math.max(0, end - clock.monotonic());
    const settled = await jobs.settled(job, { signal, timeoutMs });
    const isOver = settled.status === "completed" || settled.status === "failed";
    return { status: isOver ? 200 : 202, body: await jobs.document(settled, { signal }) };
  }

  /** POST /url-scraper/batch. */
  async submitBatch(call: Call<BatchBody>): Promise<Answer> {
    const { body, caller, baseUrl, signal } = call;
    for (const [index, url] of body.urls.entries()) this.#checkEntry(index, url);
    const request = await this.#check(call);
    const prepared = await this.#prepareAll(call, request);
    try {
      const batch = await this.#parts.jobs.submitBatch(
        {
          account: caller.account,
          country: body.country,
          request: { urls: body.urls },
          baseUrl,
          webhookUrl: body.webhook_url ?? null,
          urls: body.urls,
          children: prepared.map(({ job }) => job),
        },
        { signal },
      );
      return submitted(batch);
    } catch (error) {
      await this.#drop(prepared, error);
      throw error;
    }
  }

  /** GET /url-scraper/{id}. */
  async show(call: Call<unknown>): Promise<Answer> {
    const { signal } = call;
    const job = await this.#find(call);
    if (job.type !== "url_scraper" && job.type !== "batch_url_scraper") throw notFound("job");
    return { status: 200, body: await jobDocument(this.#parts.jobs, job, { signal }) };
  }

  /** GET /url-scraper/{id}/screenshot. */
  async picture(call: Call<unknown, PictureQuery>): Promise<Answer> {
    const { query, signal } = call;
    const job = await this.#find(call);
    if (job.type !== "url_scraper" || job.status !== "completed") throw notFound("screenshot");
    if (!wantedPictures(readRequest(job).outputs).includes(query.type)) {
      throw notFound("screenshot");
    }
    const picture = await this.#parts.blobs.get(keyOfPicture(job, query.type), { signal });
    if (picture === undefined) throw notFound("screenshot");
    return {
      status: 200,
      body: picture.body,
      contentType: PICTURE_TYPE,
      headers: {
        "cache-control": "private, max-age=300",
        "content-length": String(picture.size),
      },
    };
  }

  async #submit(call: Call<ScrapeBody>, waits: boolean): Promise<Job> {
    const { body, caller, baseUrl, signal } = call;
    const { url, country } = body;
    this.#parts.checkTarget("url", url);
    const request = await this.#check(call);
    const prepared = await this.#prepare(call, { url, request });
    const account = caller.account;
    const webhookUrl = body.webhook_url ?? null;
    const job = {
      ...prepared.job,
      account,
      type: "url_scraper",
      country,
      baseUrl,
      webhookUrl,
    } as const;
    try {
      return await this.#parts.jobs.submit(job, { signal, waits });
    } catch (error) {
      await this.#drop([prepared], error);
      throw error;
    }
  }

  /** Everything but the URLs, in the order of decisions 0.2. */
  async #check(call: Call<ScrapeOptions>): Promise<ScrapeRequest> {
    const { body, caller, signal } = call;
    checkWebhookUrl(this.#parts.webhooks, body.webhook_url);
    const request = await checkRequest(body, { judge: this.#parts.judge, signal });
    const { sessionId, sessionName } = body;
    const choice = { account: caller.account, sessionId, sessionName };
    const session = await findSession(this.#parts, choice, { signal });
    const { model, settings } = this.#parts;
    if (settings.requireModel && model === undefined && takesModel(request)) {
      throw new ServiceError("CONFIGURATION_ERROR", {
        message:
          "On this service, a summary or JSON needs a language model, and none is configured.",
      });
    }
    return { ...request, sessionId: session?.id ?? null };
  }

  #checkEntry(index: number, url: string): void {
    try {
      this.#parts.checkTarget(`urls[${index}]`, url);
    } catch (cause) {
      if (!isServiceError(cause, "INVALID_REQUEST")) throw cause;
      const message = `Entry ${index} is not a URL to scrape: ${cause.message}`;
      throw new ServiceError("INVALID_URL", { message, cause });
    }
  }

  /** What is to be paid, or what the cache has. */
  async #prepare(
    { body, caller, signal }: Call<ScrapeOptions>,
    { url, request }: { readonly url: string; readonly request: ScrapeRequest },
  ): Promise<Prepared> {
    const { country, forceFresh } = body;
    const query = { account: caller.account, url, country, request };
    const hit = forceFresh ? undefined : await this.#pages.find(query, { signal });
    const pictures = hit?.pictures ?? {};
    const cost = hit === undefined ? scrapePrice(request, this.#parts.settings.prices) : 0;
    const stored = storedRequest({ ...request, pictures });
    const job = { url, request: stored, cost, hit: hit && resultText(hit.members) };
    return { job, pictures };
  }

  /** The children of a batch; when one cannot be stored, nothing is left of the others. */
  async #prepareAll(call: Call<BatchBody>, request: ScrapeRequest): Promise<readonly Prepared[]> {
    const { urls } = call.body;
    const settled = await Promise.allSettled(
      urls.map((url) => this.#prepare(call, { url, request })),
    );
    const prepared = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const failure = settled.find((one) => one.status === "rejected");
    if (failure === undefined) return prepared;
    for (const { pictures } of prepared) await dropPictures(this.#parts.blobs, pictures);
    throw failure.reason;
  }

  /**
   * Removes the pictures of hits that were refused. After any other error the job may be there all
   * the same: pictures too many are better than a job without.
   */
  async #drop(prepared: readonly Prepared[], error: unknown): Promise<void> {
    if (!isServiceError(error)) return;
    for (const { pictures } of prepared) await dropPictures(this.#parts.blobs, pictures);
  }

  #find({ caller, params, signal }: Call<unknown>): Promise<Job> {
    return this.#parts.jobs.get(caller.account, params["id"] ?? "", { signal });
  }
}

/** A request as records keep it: JSON, without what is undefined. */
function storedRequest(request: ScrapeRequest): Json {
  return JSON.parse(JSON.stringify(request)) as Json;
}

function notFound(what: "job" | "screenshot"): ServiceError {
  return unknown(what);
}
