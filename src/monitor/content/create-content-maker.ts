import {
  checkArgument,
  checkCollaborators,
  DeadlineExceeded,
  systemClock,
  type Clock,
  type WorkerThreads,
} from "../../core/index.ts";
import type { CheckFailure } from "../checks/check-failure.ts";
import { runContentJob, type ContentJob, type ContentResults } from "./content-job.ts";
import type { ContentFilters } from "./content-filters.ts";
import {
  completeContentOptions,
  contentOptionNames,
  type ContentMakerOptions,
  type ContentMakerSettings,
} from "./content-options.ts";
import { createContentThreads, ThreadLost } from "./content-threads.ts";
import type {
  Body,
  BodyRules,
  BodyVerdict,
  ComparedBodies,
  ContentMaker,
  ContentOutcome,
  SourcePage,
  ValueRules,
  Values,
} from "./content.ts";
import { filtersText } from "./filter-body.ts";
import { isExpression } from "./text-pattern.ts";

/** What a content maker works with. */
export interface ContentMakerCollaborators {
  /** The clock of the deadlines; the system's when absent. */
  readonly clock?: Clock | undefined;
}

/** Pages and contents up to so many characters are done at once, unless a stranger's pattern is. */
const SMALL = 65_536;

/** A page may be so many times as long as the longest content. */
const MARKUP = 4;

type Failed = { readonly status: "failed" } & CheckFailure;

/**
 * Makes a content maker. Nothing starts before the first page that needs a thread; dispose it when
 * no more pages come, which stops what is still in work.
 * @throws CoreError `INVALID_OPTION`
 * @example
 * ```ts
 * import { createAcquirer, createContentMaker } from "dragline/monitor";
 * import { createScraper } from "dragline/scraper";
 *
 * await using scraper = createScraper();
 * await using content = createContentMaker({}, { threads: 2 });
 * console.log(typeof createAcquirer({ scraper }), typeof content.body);
 * ```
 */
export function createContentMaker(
  collaborators: ContentMakerCollaborators = {},
  options?: ContentMakerOptions,
): ContentMaker {
  checkCollaborators(collaborators, contentOptionNames, { clock: true });
  return new ThreadedContentMaker(
    collaborators.clock ?? systemClock,
    completeContentOptions(options),
  );
}

class ThreadedContentMaker implements ContentMaker {
  readonly #settings: ContentMakerSettings;
  readonly #pages: WorkerThreads;
  readonly #patterns: WorkerThreads;

  constructor(clock: Clock, settings: ContentMakerSettings) {
    const { threads, memoryBytes, pageTimeoutMs, patternTimeoutMs } = settings;
    const parts = { clock, threads, memoryBytes };
    this.#settings = settings;
    this.#pages = createContentThreads({ ...parts, jobTimeoutMs: pageTimeoutMs });
    this.#patterns = createContentThreads({ ...parts, jobTimeoutMs: patternTimeoutMs });
  }

  async body(
    page: SourcePage,
    rules: BodyRules,
    signal: AbortSignal,
  ): Promise<ContentOutcome<Body>> {
    checkArgument("html of body({ html, url }, rules, signal)", page?.html, "string");
    checkArgument("rules of body({ html, url }, rules, signal)", rules, "object");
    const { maxLength } = this.#settings;
    if (page.html.length > maxLength * MARKUP) return tooLarge();
    const job = { kind: "body", page, rules, maxLength } as const;
    const isQuick = page.html.length <= SMALL && !hasSelectors(rules.filters);
    const made = await this.#run(this.#pages, { job, isQuick, signal });
    if (made.status === "failed") return made;
    const { body } = made;
    if (!filtersText(rules.filters)) {
      return { status: "made", body, compared: body, isBlocked: false };
    }
    return this.#filter(body, rules.filters, signal);
  }

  async values(
    page: SourcePage,
    rules: ValueRules,
    signal: AbortSignal,
  ): Promise<ContentOutcome<Values>> {
    checkArgument("html of values({ html, url }, rules, signal)", page?.html, "string");
    if (page.html.length > this.#settings.maxLength * MARKUP) return tooLarge();
    const job = { kind: "values", page, rules } as const;
    return this.#run(this.#pages, { job, isQuick: false, signal });
  }

  async judge(bodies: ComparedBodies, signal: AbortSignal): Promise<ContentOutcome<BodyVerdict>> {
    checkArgument("before of judge({ before, after }, signal)", bodies?.before, "string");
    checkArgument("after of judge({ before, after }, signal)", bodies.after, "string");
    const isQuick =
      bodies.before.length + bodies.after.length <= SMALL &&
      !(bodies.filters.triggerText ?? []).some(isExpression);
    const job = { kind: "judge", bodies } as const;
    const verdict = await this.#run(this.#patterns, { job, isQuick, signal });
    return "code" in verdict ? verdict : { status: "made", ...verdict };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#pages[Symbol.asyncDispose](), this.#patterns[Symbol.asyncDispose]()]);
  }

  async #filter(
    body: string,
    filters: ContentFilters,
    signal: AbortSignal,
  ): Promise<ContentOutcome<Body>> {
    const { removeText = [], ignoreText = [], blockText = [] } = filters;
    const patterns = [...removeText, ...ignoreText, ...blockText];
    const isQuick = body.length <= SMALL && !patterns.some(isExpression);
    const job = { kind: "lines", body, filters } as const;
    const filtered = await this.#run(this.#patterns, { job, isQuick, signal });
    if ("code" in filtered) return filtered;
    if (filtered.body.trim() !== "") return { status: "made", ...filtered };
    const error = "Nothing is left of the page's content.";
    return { status: "failed", code: "EMPTY_CONTENT", error };
  }

  async #run<Job extends ContentJob>(
    threads: WorkerThreads,
    { job, isQuick, signal }: Task<Job>,
  ): Promise<ContentResults[Job["kind"]] | Failed> {
    signal.throwIfAborted();
    try {
      const result = isQuick ? runContentJob(job) : await threads.run({ job, signal });
      return result as ContentResults[Job["kind"]];
    } catch (error) {
      // The caller's own deadline is none of ours.
      signal.throwIfAborted();
      const isKilled = error instanceof DeadlineExceeded || error instanceof ThreadLost;
      if (!isKilled) throw error;
      const what = job.kind === "body" || job.kind === "values" ? "page" : "content";
      const why =
        error instanceof DeadlineExceeded
          ? `took longer than ${error.ms} ms`
          : "took too much memory";
      return {
        status: "failed",
        code: "CONTENT_TIMEOUT",
        error: `Reading the ${what} ${why}.`,
      };
    }
  }
}

/** A job, and where it may be done. */
interface Task<Job extends ContentJob> {
  readonly job: Job;
  /** Whether it is so small that it is done in this thread. */
  readonly isQuick: boolean;
  readonly signal: AbortSignal;
}

function hasSelectors({ include = [], remove = [] }: ContentFilters): boolean {
  return include.length + remove.length > 0;
}

function tooLarge(): Failed {
  return { status: "failed", code: "TOO_LARGE", error: "The page is longer than the limit." };
}
