import { EnsuredRecords, type Records } from "dragline/storage";
import { FakeClock } from "dragline/testing";
import { ledgerRows } from "../../../../src/service/accounts/credits/collections.ts";
import { JobBoard } from "../../../../src/service/jobs/board/job-board.ts";
import { jobRows } from "../../../../src/service/jobs/collections.ts";
import { JobBells } from "../../../../src/service/jobs/job-bells.ts";
import { Kinds } from "../../../../src/service/jobs/job-parts.ts";
import { settledAs } from "../../../../src/service/jobs/job-states.ts";
import { waitingRow } from "../../../../src/service/jobs/new-rows.ts";
import { call, kindOf, newJob } from "./jobs-rig.ts";

/** In milliseconds. */
export const MINUTE = 60_000;
export const DAY = 86_400_000;
/** Noon. */
export const NOW = 20_000 * DAY + DAY / 2;
/** What a board reads. */
export const collections = [jobRows, ledgerRows];

/** A board whose clock shows {@link NOW}. */
export function boardOver(records: Records, clock = new FakeClock(NOW)) {
  const kinds = [kindOf(), kindOf({ type: "map" }), kindOf({ type: "batch_url_scraper" })];
  const settings = { inlineBytes: 1000, retentionMs: 30 * DAY };
  const bells = new JobBells(clock);
  const parts = { records: new EnsuredRecords(records, collections), clock, settings, bells };
  const board = new JobBoard({ ...parts, kinds: new Kinds(() => ({ kinds })) });
  return { board, bells, clock };
}

/** A row of account `a`, created so long before now. */
export function rowOf(id: string, age: number, more: object = {}) {
  const row = waitingRow(newJob("a", { type: "map" }), { id, now: NOW - age });
  return { ...row, ...more };
}

/** The same of one that ran. */
export function ranOf(id: string, age: number, ms: number) {
  const end = { status: "completed", error: null, credits: 1 } as const;
  return rowOf(id, age, settledAs(end, NOW - age + ms, NOW - age));
}

/** A part of the list of account `a`. */
export async function page(board: JobBoard, more: object = {}) {
  const query = { account: "a", behind: undefined, limit: 50, ...more };
  const { jobs, next } = await board.page(query, call);
  return { ids: jobs.map(({ id }) => id), next };
}
