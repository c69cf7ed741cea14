import { describe, expect, it } from "vitest";
import { openDesk, pageOf } from "../url-scraper/desk.ts";

const site = { "/page": "<h1>Page</h1>" };

describe("POST /request and GET /request/{jobId}", () => {
  it("hands the body to the row of its job_type, with force_fresh for forceFresh", async () => {
    const desk = await openDesk({ site });
    await desk.scrape({ url: pageOf(desk) });
    const body = { job_type: "url_scraper", url: pageOf(desk) };
    const cached = await desk.post("/request", body);
    expect(cached.status).toBe(202);
    await desk.post("/request", { ...body, force_fresh: true });
    await desk.post("/request", { ...body, force_fresh: true, forceFresh: false });
    const hits = desk.jobs.submitted.map((job) => ("hit" in job ? typeof job.hit : undefined));
    expect(hits).toEqual(["undefined", "string", "undefined", "string"]);
    const shown = await desk.get(`/request/${String(cached.json["jobId"])}`);
    expect(shown.json).toMatchObject({ jobType: "url_scraper", cached: true });
  });

  it.each([
    [{}],
    [{ job_type: "batch_url_scraper" }],
    [{ job_type: "toString" }],
    [{ job_type: 7 }],
  ])("refuses %j as invalid_job_type", async (body) => {
    const desk = await openDesk({ site });
    const { status, json } = await desk.post("/request", { url: pageOf(desk), ...body });
    expect([status, json["error"]]).toEqual([400, "invalid_job_type"]);
  });

  it("shows a batch as its own route does", async () => {
    const desk = await openDesk({ site });
    const { json } = await desk.post("/url-scraper/batch", { urls: [pageOf(desk)] });
    await desk.jobs.workAll();
    const id = String(json["jobId"]);
    const shown = await desk.get(`/request/${id}`);
    expect(shown.json).toEqual((await desk.get(`/url-scraper/${id}`)).json);
    expect(shown.json["results"]).toHaveLength(1);
    expect((await desk.get(`/request/${id}`, "bob")).status).toBe(403);
    expect((await desk.get("/request/none")).status).toBe(404);
  });
});
