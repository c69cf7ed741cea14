import { text } from "node:stream/consumers";
import { type Clock, systemClock } from "../../core/index.ts";
import { createFetcher, type Fetcher } from "../../fetcher/index.ts";
import type { Blobs, Json } from "../../storage/index.ts";
import { MemoryBlobs } from "../../storage/memory/index.ts";
import type { Action, Credential } from "../format/action.ts";
import { createRunner } from "../run/create-runner.ts";
import type { RecordedCase } from "../format/action-schema.ts";
import type { RunFile } from "../run/runner.ts";
import { loginId, loginRun, type CaseRun } from "./login-play.ts";
import type { CaseAnswer } from "./case-answer.ts";
import { dataDifference } from "./output-difference.ts";
import type { SentRequest } from "./match-request.ts";
import { Replay } from "./replay.ts";
import { replayTransport } from "./replay-transport.ts";

/**
 * Waits up to this long pass at once: paces and pauses between attempts. Longer ones are deadlines, of
 * which that of a probe is the shortest (10 seconds).
 */
const LONGEST_WAIT = 9_000;

/** A clock that begins at a case's time and on which nobody waits for a pace. */
class CaseClock implements Clock {
  #passed = 0;
  readonly #start: number;

  constructor(start: number) {
    this.#start = start;
  }

  now(): number {
    return this.#start + this.#passed;
  }

  monotonic(): number {
    return this.#passed;
  }

  timer(ms: number, run: () => void): () => void {
    if (ms > LONGEST_WAIT) return systemClock.timer(ms, run);
    return systemClock.timer(0, () => {
      this.#passed += Math.max(0, ms);
      run();
    });
  }
}

/** What plays a server. */
export type Answering = (request: SentRequest) => CaseAnswer | undefined;

/** What cases are played with. */
export interface Stage {
  /** Makes the fetcher that reaches the server; it is closed after the case. */
  readonly openFetcher: (answer: Answering, clock: Clock) => Fetcher;
  readonly signal: AbortSignal;
}

/** A case and its action. */
export interface Play {
  readonly action: Action;
  readonly recorded: RecordedCase;
}

/** When cases play that tell no time. */
const USUAL_NOW = "2026-01-01T00:00:00Z";

/** Reaches the server without a socket. */
export function socketlessFetcher(answer: Answering, clock: Clock): Fetcher {
  // No socket is opened, to no address.
  const allow = ["0.0.0.0/0", "::/0"];
  return createFetcher({ transport: replayTransport(answer), clock }, { allow });
}

/** A run of a case's action with its parameters; nobody waits for a pace. */
export async function runPlay(
  { action, recorded }: Play,
  { openFetcher, signal }: Stage,
  { answer, blobs }: { readonly answer: Answering; readonly blobs: Blobs },
): Promise<CaseRun> {
  const clock = new CaseClock(Date.parse(recorded.now ?? USUAL_NOW));
  await using fetcher = openFetcher(answer, clock);
  const runner = createRunner({ fetcher, blobs, clock }, { pace: false });
  const { info, site } = action;
  if (info.action_id === loginId(site)) {
    return loginRun(await runner.logIn(site, { params: recorded.params, signal }));
  }
  const credential = credentialOf(recorded);
  return await runner.run(action, { params: recorded.params, credential, signal });
}

/** Plays a case; undefined when all is as it expects, else what is not. */
export async function playCase(play: Play, stage: Stage): Promise<string | undefined> {
  const replay = new Replay(play.recorded.exchanges);
  await using blobs = new MemoryBlobs();
  const answer: Answering = (request) => replay.answer(request);
  const result = await runPlay(play, stage, { answer, blobs });
  const { signal } = stage;
  const problem = await resultProblem(play.recorded, result, { blobs, signal });
  const problems = [...replay.problems(), ...(problem === undefined ? [] : [problem])];
  return problems.length === 0 ? undefined : problems.join(" ");
}

/** Texts are the credential's values, `state` is the browser's. */
function credentialOf({ credential }: RecordedCase): Credential | undefined {
  if (credential === undefined) return undefined;
  const { state, ...rest } = credential;
  const values = Object.entries(rest).filter((entry): entry is [string, string] =>
    isText(entry[1]),
  );
  return { values: Object.fromEntries(values), ...(state !== undefined && { state }) };
}

const isText = (value: unknown): value is string => typeof value === "string";

interface BlobReading {
  readonly blobs: Blobs;
  readonly signal: AbortSignal;
}

async function resultProblem(
  { expect }: RecordedCase,
  result: CaseRun,
  store: BlobReading,
): Promise<string | undefined> {
  if ("error" in expect) return errorProblem(expect.error, result);
  if (result.status === "failed") {
    return `Expected data, but the run failed: ${result.error.code}: ${result.error.message}`;
  }
  const difference = dataDifference(expect.data, result.data);
  if (difference !== undefined) return `The data differs: ${difference}.`;
  const wanted = expect.files ?? [];
  const files = await Promise.all(result.files.map((file) => readFile(file, wanted, store)));
  const fileDifference = dataDifference(
    wanted.map((file) => ({ ...file }) as Json),
    files,
  );
  return fileDifference === undefined ? undefined : `The files differ: ${fileDifference}.`;
}

function errorProblem(
  { code, message_contains: part }: { code: string; message_contains: string },
  result: CaseRun,
): string | undefined {
  const wanted = `Expected ${code} with '${part}'`;
  if (result.status === "completed") {
    return `${wanted}, but the run completed with ${JSON.stringify(result.data).slice(0, 300)}.`;
  }
  const { error } = result;
  if (error.code === code && error.message.includes(part)) return undefined;
  return `${wanted}, but the run failed with ${error.code}: ${error.message}`;
}

/** As the case tells files: with their text only where it does. */
async function readFile(
  { name, key }: RunFile,
  wanted: readonly { readonly name: string; readonly text?: string | undefined }[],
  { blobs, signal }: BlobReading,
): Promise<Json> {
  if (wanted.find((file) => file.name === name)?.text === undefined) return { name };
  const blob = await blobs.get(key, { signal });
  return { name, text: blob === undefined ? null : await text(blob.body) };
}
