import type { ResearchReport } from "../../../research/index.ts";
import type { Json } from "../../../storage/index.ts";
import { isoTime } from "../../jobs/job-view.ts";
import type { Job } from "../../jobs/job.ts";

/** What a research remembers of its request. */
export interface AgenticSearchRequest {
  readonly prompt: string;
  readonly useBrowser: boolean;
  /** Null when it is to be inferred. */
  readonly schema: Readonly<Record<string, Json>> | null;
}

/** The request as it is stored with the job. */
export function storedAgenticSearch({ prompt, useBrowser, schema }: AgenticSearchRequest): Json {
  return { prompt, useBrowser, schema };
}

/** The request of a research, as {@link storedAgenticSearch} wrote it. */
export function agenticSearchRequest({ request }: Job): AgenticSearchRequest {
  return request as unknown as AgenticSearchRequest;
}

/** What a submission answers: the id under both of its names. */
export function agenticSearchSubmitted({ id, message, createdAt }: Job): object {
  const ids = { jobId: id, job_id: id };
  return { ...ids, status: "pending", message: message ?? "", createdAt: isoTime(createdAt) };
}

/** A completed research's members of the document. */
export function agenticSearchResult({ markdown, citations, structured }: ResearchReport): string {
  const { summary, data, schema } = structured;
  return JSON.stringify({
    markdown,
    report: { markdown },
    citations: citations.map(({ url, title, snippet }) => ({ url, title, snippet })),
    generatedJson: { summary, structured_data: data, data_schema: schema },
  });
}

/** A research's other members of the document. */
export function agenticSearchHead(job: Job): { readonly [name: string]: Json } {
  return { job_id: job.id, prompt: agenticSearchRequest(job).prompt, cached: false };
}
