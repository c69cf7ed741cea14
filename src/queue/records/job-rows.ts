import { collection, type Row } from "../../storage/index.ts";

/** Jobs that are not settled. */
export const jobRows = collection({
  name: "queue_jobs",
  fields: {
    topic: "string",
    id: "string",
    body: "string",
    priority: "number",
    // Tells jobs of one turn apart: pushed or due earlier, first to go.
    place: "number",
    // A job that is not ready becomes ready at this time: a delay, or a lease that ends.
    ready: "boolean",
    runAt: "number",
    attempt: "number",
    // Of the last claim; none when the job was never claimed or was given back.
    token: "string?",
    // Whose it is, and its turn among the jobs of one priority: none has nobody's job.
    owner: "string?",
    turn: "number?",
  },
  key: ["topic", "id"],
  indexes: [
    ["topic", "ready", "priority", "turn", "place"],
    ["topic", "ready", "runAt"],
    ["topic", "owner", "priority", "turn"],
  ],
});

/** A row of {@link jobRows}. */
export type JobRow = Row<typeof jobRows>;
