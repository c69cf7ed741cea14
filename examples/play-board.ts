import type { Transport } from "dragline/fetcher";

/** Answers in the place of boards-api.greenhouse.io, so that the example needs no network. */
export function playBoard(): Transport {
  const job = (id: number, title: string, location: string) => ({
    id,
    title,
    location: { name: location },
    departments: [{ id: 1, name: "Workshop", child_ids: [], parent_id: null }],
    offices: [{ id: 2, name: location, location, child_ids: [], parent_id: null }],
    company_name: "Lampen",
    absolute_url: `https://boards.greenhouse.io/lampen/jobs/${id}`,
    internal_job_id: id + 1000,
    requisition_id: `R-${id}`,
    language: "en",
    first_published: "2026-11-02T09:00:00-05:00",
    updated_at: "2026-11-20T09:00:00-05:00",
    content: "&lt;p&gt;Made to order.&lt;/p&gt;",
    metadata: [],
    data_compliance: [],
  });
  const jobs = [
    job(501, "Glass blower", "Venice"),
    job(502, 'Lead "Moon" designer, lamps', "Kyoto"),
  ];
  return {
    send: async ({ url }) => {
      const isBoard = url.href.startsWith("https://boards-api.greenhouse.io/v1/boards/lampen/jobs");
      const answer = isBoard
        ? { jobs, meta: { total: jobs.length } }
        : { status: 404, error: "Job not found" };
      return {
        status: isBoard ? 200 : 404,
        statusText: "",
        headers: { "content-type": "application/json" },
        httpVersion: "1.1",
        body: (async function* () {
          yield new TextEncoder().encode(JSON.stringify(answer));
        })(),
        timings: { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 0 },
        remoteAddress: undefined,
      };
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}
