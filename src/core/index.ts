export { checkArgument, checkSignal, signalOf } from "./arguments.ts";
export { backoff, type BackoffOptions } from "./backoff.ts";
export { Bell } from "./bell.ts";
export { concatBytes, detach } from "./bytes.ts";
export { systemClock, wait, type Clock } from "./clock.ts";
export { deadline, DeadlineExceeded, type Deadline } from "./deadline.ts";
export { discardBody } from "./discard-body.ts";
export { describeValue } from "./describe-value.ts";
export { Disposer } from "./dispose.ts";
export { Drain } from "./drain.ts";
export { errorTable, type ErrorCode, type ErrorRoom } from "./error-table.ts";
export { CoreError, DraglineError, errorQuestion, isDraglineError } from "./errors.ts";
export { headerText } from "./header-text.ts";
export { Heap } from "./heap.ts";
export { systemIds, type Ids } from "./ids.ts";
export { indentJson, type IndentOptions } from "./indent-json.ts";
export { isMissingPackage } from "./missing-package.ts";
export { escapeRegExp, nameValues, type NamedValue } from "./name-values.ts";
export { LeaseKeeper } from "./lease-keeper.ts";
export { meantName, nearestName, nearestTerm } from "./nearest-name.ts";
export { checkCollaborators, checkNumber, withDefaults, type Bounds } from "./options.ts";
export { fileOfPackage, loadDependency } from "./own-package.ts";
export {
  compilePattern,
  compileScriptPattern,
  findFirst,
  isFound,
  LONGEST_SEARCHED,
  matchesWhole,
} from "./patterns/linear-pattern.ts";
export { exactNumber, isRoundTrip, parseJson } from "./parse-json.ts";
export { plainDigits } from "./plain-digits.ts";
export { retryAfterMs } from "./retry-after.ts";
export { mapTexts, maskingTexts, SecretMask } from "./secret-mask.ts";
export { sentSecrets, type SentParts } from "./sent-secrets.ts";
export { currentTraceparent, readTraceparent, traced, traceNames } from "./trace.ts";
export { eventNames, isHeard, tell } from "./trace.ts";
export type { EventName, EventTable, TraceName, TraceTable } from "./trace.ts";
export { neverAborts, unlessAborted } from "./unless-aborted.ts";
export {
  canonicalUrl,
  createCanonicalizer,
  isTrackingParameter,
  type CanonicalUrlOptions,
} from "./url.ts";
export { WorkLoop } from "./work-loop.ts";
export { FairLine } from "./worker-threads/fair-line.ts";
export { Lateness } from "./worker-threads/lateness.ts";
export { currentOwner, onBehalfOf } from "./worker-threads/owner.ts";
export { serveJobs, type JobResult } from "./worker-threads/serve-jobs.ts";
export { startWorker, type WorkerStart } from "./worker-threads/start-worker.ts";
export type { ThreadErrors, ThreadReply, ThreadTask } from "./worker-threads/thread-job.ts";
export { WaitingLine, type Place } from "./worker-threads/waiting-line.ts";
export { WorkerThreads, type ThreadsParts } from "./worker-threads/worker-threads.ts";
