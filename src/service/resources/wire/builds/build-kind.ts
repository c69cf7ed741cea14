import { SchemaJudge } from "../../../../ai/index.ts";
import type { JobKind } from "../../../jobs/job.ts";
import { runBuild, type BuildRunParts } from "./run-build.ts";

/** Milliseconds that a build may take. */
const TIMEOUT = 900_000;

/** How builds run; they are shown by their own rows. */
export function buildKind(parts: Omit<BuildRunParts, "judge">): JobKind {
  const judge = new SchemaJudge(parts.clock);
  return {
    type: "build_request",
    resultPath: "/wire/build-requests",
    timeoutMs: TIMEOUT,
    concurrency: parts.settings.concurrency,
    isImmediate: true,
    isSilent: true,
    isHidden: true,
    run: (job, run) => runBuild({ ...parts, judge }, job, run),
    head: () => ({}),
    forget: async () => {},
  };
}
