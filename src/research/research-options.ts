import { checkNumber, withDefaults, type Bounds } from "../core/index.ts";

/** What a research may use; when one of these is spent, the report is written of what is there. */
export interface ResearchOptions {
  /**
   * Rounds of search, scrape, read and judge, from 1 to 10.
   * @default 3
   */
  readonly maxRounds?: number;
  /**
   * Queries of all rounds, from 1 to 100.
   * @default 12
   */
  readonly maxQueries?: number;
  /**
   * Results that are looked at of each query, from 1 to 100.
   * @default 10
   */
  readonly resultsPerQuery?: number;
  /**
   * Pages that are fetched in all rounds, failed ones included, from 1 to 1000.
   * @default 24
   */
  readonly maxPages?: number;
  /**
   * Pages that are read in one round, from 1 to 1000.
   * @default 8
   */
  readonly pagesPerRound?: number;
  /**
   * Bytes of all pages, decoded, from 1. None is begun when what is left would not hold one of
   * `maxPageBytes`.
   * @default 104_857_600
   */
  readonly maxBytes?: number;
  /**
   * Bytes that one page has at most, from 1: what the scraper's fetcher allows.
   * @default 10_485_760
   */
  readonly maxPageBytes?: number;
  /**
   * Tokens of all requests to the model, from 1; Infinity for no limit.
   * @default 200_000
   */
  readonly maxInputTokens?: number;
  /**
   * Tokens of all answers of the model, from 1; Infinity for no limit.
   * @default 40_000
   */
  readonly maxOutputTokens?: number;
  /**
   * Milliseconds from beginning to report, from 1; a run that goes on with a journal has what is
   * left. Four fifths are for gathering, the rest for the report.
   * @default 870_000
   */
  readonly maxTimeMs?: number;
  /**
   * Pages that are fetched at once, from 1 to 100.
   * @default 4
   */
  readonly maxConcurrency?: number;
  /**
   * Pages that are fetched at once from one host, from 1 to 100; one where its robots.txt asks for a
   * delay.
   * @default 2
   */
  readonly maxPerHost?: number;
  /**
   * Whether robots.txt is asked before a page; it takes `robots` among the collaborators.
   * @default true
   */
  readonly obeyRobots?: boolean;
  /**
   * Whether a model's sentences that rules let stand and that the checking model gave no opinion of are
   * shown, under a heading of their own; else they are left out, which a note tells.
   * @default true
   */
  readonly showUnchecked?: boolean;
}

/** Every option. */
export type ResearchSettings = Required<ResearchOptions>;

const defaults: ResearchSettings = Object.freeze({
  maxRounds: 3,
  maxQueries: 12,
  resultsPerQuery: 10,
  maxPages: 24,
  pagesPerRound: 8,
  maxBytes: 104_857_600,
  maxPageBytes: 10_485_760,
  maxInputTokens: 200_000,
  maxOutputTokens: 40_000,
  maxTimeMs: 870_000,
  maxConcurrency: 4,
  maxPerHost: 2,
  obeyRobots: true,
  showUnchecked: true,
});

const bounds: Readonly<
  Record<Exclude<keyof ResearchSettings, "obeyRobots" | "showUnchecked">, Bounds>
> = {
  maxRounds: { min: 1, max: 10 },
  maxQueries: { min: 1, max: 100 },
  resultsPerQuery: { min: 1, max: 100 },
  maxPages: { min: 1, max: 1000 },
  pagesPerRound: { min: 1, max: 1000 },
  maxBytes: { min: 1 },
  maxPageBytes: { min: 1 },
  maxInputTokens: { min: 1 },
  maxOutputTokens: { min: 1 },
  maxTimeMs: { min: 1 },
  maxConcurrency: { min: 1, max: 100 },
  maxPerHost: { min: 1, max: 100 },
};

/**
 * Completes and checks the options.
 * @throws CoreError `INVALID_OPTION`
 */
export function researchSettings(options: ResearchOptions | undefined): ResearchSettings {
  const settings = withDefaults(defaults, options);
  for (const [name, limits] of Object.entries(bounds)) {
    checkNumber(name, settings[name as keyof typeof bounds], limits);
  }
  return settings;
}
