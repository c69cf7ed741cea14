import { collection, type Row } from "../../storage/index.ts";

/** Jobs; the children of a batch and the job above them too. */
export const jobRows = collection({
  name: "service_jobs",
  fields: {
    id: "string",
    account: "string",
    type: "string",
    status: "string",
    url: "string",
    country: "string?",
    action: "string?",
    request: "json",
    parent: "string?",
    place: "number?",
    cached: "boolean",
    message: "string?",
    error: "string?",
    errorCode: "string?",
    reserved: "number",
    creditsUsed: "number?",
    unitsTotal: "number",
    unitsCompleted: "number",
    createdAt: "number",
    startedAt: "number?",
    completedAt: "number?",
    // When its status became what it is, for those who follow the jobs of an account.
    changedAt: "number?",
    // Milliseconds that it ran, to two digits, so that jobs can be counted by it; none of what did
    // not run, and of what is not settled.
    lasted: "number?",
    baseUrl: "string",
    webhookUrl: "string?",
    // What was taken for this job; of a batch's child its part of what the batch reserved.
    price: "number",
    // Runs that were begun and not handed back; also names the result of a run.
    runs: "number",
    // Of the run under way: fences its writes. None while it waits, and when it is settled.
    holder: "string?",
    // When to look whether it is still where it should be: waiting jobs are pushed again, and the
    // holder of a running one is given up. None when it is settled, and of batches.
    lookAt: "number?",
    // Of a batch that is not settled: children that are not either. None of everything else.
    left: "number?",
    // Of a batch: what its settled children cost.
    spent: "number",
    // Names the trace of the request that submitted it (`traceparent`); none where nobody traces.
    trace: "string?",
  },
  key: ["id"],
  indexes: [
    ["lookAt"],
    ["left"],
    ["parent", "place"],
    ["createdAt"],
    ["account", "type", "createdAt"],
    ["account", "createdAt"],
    ["account", "status", "createdAt"],
    ["account", "type", "status", "createdAt"],
    ["account", "changedAt"],
  ],
});

/** Results of completed jobs, each in its row or, when it is large, in a blob. */
export const resultRows = collection({
  name: "service_results",
  fields: {
    id: "string",
    // The text of a JSON object; null when it is a blob.
    text: "string?",
    blob: "string?",
  },
  key: ["id"],
});

/** A row of {@link jobRows}. */
export type JobRow = Row<typeof jobRows>;
