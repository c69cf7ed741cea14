import type { AgenticSearchJob } from "../../client/index.ts";
import type { Json } from "../../storage/index.ts";
import type { Values } from "../help/flag.ts";
import type { researchHelp } from "../help/tables/research.ts";
import { writeReport } from "../research/research-lines.ts";
import { countText } from "../terminal/count-text.ts";
import { exitCodes, paint, print, say, type Terminal } from "../terminal/terminal.ts";
import { atService, sayFailed, waitForJob } from "./at-service.ts";
import type { RemotePlace } from "./remote-place.ts";

/** What a service is to find out. */
interface RemoteResearch {
  readonly prompt: string;
  readonly schema: Readonly<Record<string, Json>> | undefined;
  readonly values: Values<typeof researchHelp.flags>;
}

/** `dragline research --remote`: a report that a service writes. */
export function researchAt(
  place: RemotePlace,
  { prompt, schema, values }: RemoteResearch,
  terminal: Terminal,
): Promise<number> {
  return atService(place, terminal, async (client) => {
    const { browser: useBrowser = false } = values;
    const { signal } = terminal;
    const begun = await client.createAgenticSearch({ prompt, schema, useBrowser }, { signal });
    const job = await waitForJob(
      client,
      { call: "createAgenticSearch", id: begun.job_id, noun: "research", progress: messageOf },
      terminal,
    );
    return await show(job, values, terminal);
  });
}

function messageOf(job: Partial<Pick<AgenticSearchJob, "status" | "message">>): string {
  return job.message ?? String(job.status);
}

async function show(
  job: AgenticSearchJob,
  values: RemoteResearch["values"],
  terminal: Terminal,
): Promise<number> {
  if (job.status === "failed") {
    sayFailed(job, terminal);
    if (values.json === true) await print(terminal, `${JSON.stringify(job, null, 2)}\n`);
    return exitCodes.failed;
  }
  const { creditsUsed = 0, durationMs = 0 } = job;
  const spent = `${countText(creditsUsed, "credit")} · ${(durationMs / 1000).toFixed(0)} s`;
  say(terminal, paint(terminal, "dim", spent));
  await writeReport(reportOf(job), values, terminal);
  return exitCodes.ok;
}

/** The job with the members of a report of this machine, where the service tells them. */
function reportOf({ generatedJson, report, markdown = "", ...job }: AgenticSearchJob) {
  const {
    summary = "",
    structured_data: data = {},
    data_schema: schema = {},
  } = generatedJson ?? {};
  return { ...job, markdown: report?.markdown ?? markdown, structured: { summary, data, schema } };
}
