import type { JobKind } from "../../../jobs/job.ts";
import { runBuild, type BuildRunParts } from "./run-build.ts";

/** Milliseconds that a build may take. */
const TIMEOUT = 900_000;

/** How builds run; they are shown by their own rows. */
export function buildKind(parts: BuildRunParts): JobKind {
  return {
    type: "build_request",
    resultPath: "/wire/build-requests",
    timeoutMs: TIMEOUT,
    concurrency: parts.settings.concurrency,
    start: "at-once",
    events: "none",
    isHidden: true,
    run: (job, run) => runBuild(parts, job, run),
    head: () => ({}),
    forget: async () => {},
  };
}
