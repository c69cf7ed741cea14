import { createSite, type Site, type SiteRoute } from "dragline/testing";
import type { Job } from "../../../../../src/service/jobs/job.ts";
import { crawlKind } from "../../../../../src/service/slices/crawl/crawl.ts";
import { crawlRoutes } from "../../../../../src/service/slices/crawl/routes.ts";
import { callRow, jobOf, runJob, type Ran, type Rig } from "../../site-job-rig.ts";

/** A page of `results`. */
export interface ShownPage {
  readonly url: string;
  readonly status: string;
  readonly durationMs: number;
  readonly html?: string;
  readonly markdown?: string;
  readonly generatedJson?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

/** Submits a crawl; the job as a worker gets it. */
export async function submitCrawl(rig: Rig, body: Readonly<Record<string, unknown>>): Promise<Job> {
  await callRow(crawlRoutes(rig.parts), "POST", { body });
  const job = rig.submitted.at(-1);
  if (job === undefined) throw new Error("nothing was submitted");
  return jobOf(job);
}

/** Submits a crawl and runs it. */
export async function crawled(
  rig: Rig,
  body: Readonly<Record<string, unknown>>,
): Promise<Ran & { readonly pages: readonly ShownPage[] }> {
  const ran = await runJob(crawlKind(rig.parts), await submitCrawl(rig, body));
  return { ...ran, pages: pagesOf(ran) };
}

/** The pages of a result. */
export function pagesOf({ result }: Ran): readonly ShownPage[] {
  return (result?.["results"] ?? []) as readonly ShownPage[];
}

export function links(...hrefs: readonly string[]): string {
  return hrefs.map((href) => `<a href="${href}">to ${href}</a>`).join("");
}

/** A site that ends with the test file. */
export function siteIn(owned: AsyncDisposableStack) {
  return async (routes: Readonly<Record<string, SiteRoute>>): Promise<Site> =>
    owned.use(await createSite(routes));
}
