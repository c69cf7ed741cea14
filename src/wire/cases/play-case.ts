import { text } from "node:stream/consumers";
import { createFetcher } from "../../fetcher/index.ts";
import type { Blobs, Json } from "../../storage/index.ts";
import { MemoryBlobs } from "../../storage/memory/index.ts";
import type { Action, Credential } from "../action.ts";
import type { RecordedCase } from "../format/action-schema.ts";
import type { RunFile, Runner, RunnerCollaborators, RunResult } from "../runner.ts";
import type { CaseAnswer } from "./case-answer.ts";
import { CaseClock } from "./case-clock.ts";
import { dataDifference } from "./compare-data.ts";
import type { SentRequest } from "./match-request.ts";
import { Replay } from "./replay.ts";
import { replayTransport } from "./replay-transport.ts";

/** Makes the runner that plays cases. */
export type OpenRunner = (collaborators: RunnerCollaborators) => Runner;

/** One run against a server that is played. */
export interface Play {
  readonly action: Action;
  readonly recorded: RecordedCase;
  readonly openRunner: OpenRunner;
  readonly answer: (request: SentRequest) => CaseAnswer | undefined;
  readonly signal: AbortSignal;
}

/** When cases play that tell no time. */
const USUAL_NOW = "2026-01-01T00:00:00Z";

/** Runs an action with a case's parameters; no socket is opened and nobody waits for a pace. */
export async function runPlay(play: Play, blobs: Blobs): Promise<RunResult> {
  const { action, recorded, openRunner, answer, signal } = play;
  const clock = new CaseClock(Date.parse(recorded.now ?? USUAL_NOW));
  await using fetcher = createFetcher({ transport: replayTransport(answer), clock });
  const runner = openRunner({ fetcher, blobs, clock });
  const credential = credentialOf(recorded);
  return await runner.run(action, { params: recorded.params, credential, signal });
}

/** Plays a case; undefined when all is as it expects, else what is not. */
export async function playCase(play: Omit<Play, "answer">): Promise<string | undefined> {
  const replay = new Replay(play.recorded.exchanges);
  await using blobs = new MemoryBlobs();
  const result = await runPlay({ ...play, answer: (request) => replay.answer(request) }, blobs);
  const problem = await resultProblem(play, result, blobs);
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

async function resultProblem(
  { recorded: { expect }, signal }: Omit<Play, "answer">,
  result: RunResult,
  blobs: Blobs,
): Promise<string | undefined> {
  if ("error" in expect) return errorProblem(expect.error, result);
  if (result.status === "failed") {
    return `Expected data, the run failed: ${result.error.code}: ${result.error.message}`;
  }
  const difference = dataDifference(expect.data, result.data);
  if (difference !== undefined) return `The data differs: ${difference}.`;
  const wanted = expect.files ?? [];
  const files = await Promise.all(
    result.files.map((file) => readFile(file, wanted, { blobs, signal })),
  );
  const fileDifference = dataDifference(
    wanted.map((file) => ({ ...file }) as Json),
    files,
  );
  return fileDifference === undefined ? undefined : `The files differ: ${fileDifference}.`;
}

function errorProblem(
  { code, message_contains: part }: { code: string; message_contains: string },
  result: RunResult,
): string | undefined {
  const wanted = `Expected ${code} with '${part}'`;
  if (result.status === "completed") {
    return `${wanted}, the run completed with ${JSON.stringify(result.data).slice(0, 300)}.`;
  }
  const { error } = result;
  if (error.code === code && error.message.includes(part)) return undefined;
  return `${wanted}, the run failed with ${error.code}: ${error.message}`;
}

/** As the case tells files: with their text only where it does. */
async function readFile(
  { name, key }: RunFile,
  wanted: readonly { readonly name: string; readonly text?: string | undefined }[],
  { blobs, signal }: { readonly blobs: Blobs; readonly signal: AbortSignal },
): Promise<Json> {
  if (wanted.find((file) => file.name === name)?.text === undefined) return { name };
  const blob = await blobs.get(key, { signal });
  return { name, text: blob === undefined ? null : await text(blob.body) };
}
