import { formObject } from "../form-json.ts";
import { isClientError } from "../../client/index.ts";
import { csrfField } from "../layout/layout.ts";
import { troubleText } from "../layout/trouble.ts";
import { markup, type Fill } from "../markup.ts";
import type { Outcome, Page, View, Visit } from "../page.ts";
import { jobTable } from "./job-table.ts";

/** Questions that are answered with a report, whose sentences cite the pages that were read. */
export const researchPages: readonly Page[] = [
  { method: "GET", path: "/research", run: (visit) => shown(visit, undefined) },
  { method: "POST", path: "/research", run: begin },
];

/** Earlier questions that the page shows. */
const EARLIER = 20;

async function begin(visit: Visit): Promise<Outcome> {
  const { api, form, signal } = visit;
  try {
    const order = {
      prompt: form.get("prompt")?.trim() ?? "",
      useBrowser: form.has("useBrowser"),
      ...schemaOf(form),
    };
    const { jobId } = await api.createAgenticSearch(order, { signal });
    return { to: `/jobs/${encodeURIComponent(jobId)}`, said: "The research has begun." };
  } catch (error) {
    if (!isClientError(error) && !(error instanceof RangeError)) throw error;
    return { ...(await shown(visit, troubleText(error))), status: 400 };
  }
}

/** @throws RangeError for a schema that is no JSON object */
function schemaOf(form: URLSearchParams): { readonly schema?: Readonly<Record<string, unknown>> } {
  const text = form.get("schema")?.trim() ?? "";
  if (text === "") return {};
  return { schema: formObject("schema: The schema", text) };
}

async function shown({ api, base, form, signedIn, signal }: Visit, trouble: Fill): Promise<View> {
  const earlier = await api.listJobs({ jobType: "agentic_search", limit: EARLIER }, { signal });
  const isSent = form.size > 0;
  const body = markup`${trouble}
<form class="card fields" method="post" action="${base}/research">${csrfField(signedIn)}
<div><label for="prompt">Your question</label><textarea id="prompt" name="prompt" required maxlength="4000" placeholder="Which lamp makers deliver within two weeks, and at what price?">${form.get("prompt")}</textarea></div>
<details><summary>Structured data</summary><label for="schema">JSON Schema of what to collect; inferred when empty</label><textarea id="schema" name="schema" spellcheck="false">${form.get("schema")}</textarea></details>
<p><label class="check"><input type="checkbox" name="useBrowser"${(!isSent || form.has("useBrowser")) && markup` checked`}> read pages in a browser where they need one</label></p>
<button class="main">Begin</button></form>
<p class="quiet">The service searches, reads the pages, and writes a report. Each sentence is quoted, checked against the words that it cites, or listed apart as not checked.</p>
<h2>Earlier questions</h2><section data-live-jobs>${jobTable(earlier.jobs, base, "No questions yet. Ask above.")}</section>
${earlier.nextCursor !== null && markup`<p><a href="${base}/jobs?jobType=agentic_search">All questions</a></p>`}`;
  return { title: "Research", body };
}
