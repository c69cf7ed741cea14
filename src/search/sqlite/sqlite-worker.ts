import { workerData } from "node:worker_threads";
import { serveJobs } from "../../core/index.ts";
import { answerQuestion } from "../page-index/answer-question.ts";
import { rankPages } from "../page-index/rank-pages.ts";
import type { SearchAnswer } from "../provider.ts";
import { isSearchError, SearchError } from "../search-error.ts";
import { Erasure } from "./erasure.ts";
import { openIndexFile } from "./open-index-file.ts";
import type { SqliteJob, SqliteWorkerStart } from "./sqlite-job.ts";
import { SqliteStore } from "./sqlite-store.ts";

const { path, timeoutMs, cancelled } = workerData as SqliteWorkerStart;
const flag = new Int32Array(cancelled);
let opened: SqliteStore | undefined;
let erasure: Erasure | undefined;

/** Steps that an index which is closed still takes: about a second. */
const CLOSING_STEPS = 50;

serveJobs(async (given) => {
  try {
    return { result: await carryOut(given as SqliteJob) };
  } catch (error) {
    throw failure(error);
  }
});

async function carryOut(job: SqliteJob): Promise<unknown> {
  if (job.kind === "close") return close();
  checkCancelled();
  opened ??= open();
  if (job.kind === "search") return find(opened, job);
  if (job.kind === "read") return opened.read(job.owner, job);
  if (job.kind === "add") return opened.add(job.owner, job.page, checkCancelled);
  if (job.kind === "remove") return opened.remove(job.owner, job.urls);
  if (job.kind === "sweep") return opened.sweep(job.now);
  return erasure?.step();
}

function close(): true {
  for (let step = 0; step < CLOSING_STEPS && erasure?.step() === "some"; step += 1);
  opened?.close();
  opened = undefined;
  return true;
}

function find(
  store: SqliteStore,
  { owner, query, now, meaning, limit }: Extract<SqliteJob, { readonly kind: "search" }>,
): Promise<SearchAnswer> {
  return answerQuestion(query, {
    find: async (question) => store.find(owner, { question, now, meaning }, checkCancelled),
    rank: async (found) => rankPages(found, limit),
  });
}

function open(): SqliteStore {
  const database = openIndexFile(path, timeoutMs);
  erasure = new Erasure(database, timeoutMs);
  return new SqliteStore(database);
}

/** The caller throws its signal's reason instead. */
function checkCancelled(): void {
  if (Atomics.load(flag, 0) !== 0) throw new Error("The call was cancelled.");
}

function failure(error: unknown): unknown {
  if (isSearchError(error) || !(error instanceof Error) || !("errcode" in error)) return error;
  return new SearchError("INDEX_UNAVAILABLE", {
    message: `The SQLite file ${JSON.stringify(path)} cannot be used as an index: ${error.message} (result code ${String(error.errcode)}).`,
    cause: error,
  });
}
