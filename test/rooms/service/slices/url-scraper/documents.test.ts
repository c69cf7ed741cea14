import { BrowserError } from "dragline/browser";
import { describe, expect, it } from "vitest";
import { modelOf, openDesk, pageOf, PNG } from "./desk.ts";

const page = `<!doctype html><title>Hafen</title><nav><a href="/">Start</a></nav>
<main><h1>Hafen</h1><p>Ein <a href="/schiff">Schiff</a>. <img src="/b.png" alt="Bagger"></p></main>`;
const site = { "/page": page, "/other": "<h1>Other</h1>" };

/** Members that a single job's document always has (decisions, 2.1). */
const base = ["id", "status", "url", "jobType", "country", "cached", "error", "createdAt"];
const terminal = ["completedAt", "durationMs", "creditsUsed"];

const namesOf = (document: object) => Object.keys(document).toSorted();

describe("the document of a scrape", () => {
  it("has the base members alone while it waits, and no result when it failed", async () => {
    const desk = await openDesk({ site });
    const { json } = await desk.post("/url-scraper", { url: pageOf(desk), country: "DE" });
    const waiting = (await desk.get(`/url-scraper/${String(json["jobId"])}`)).json;
    expect(namesOf(waiting)).toEqual(base.toSorted());
    expect(waiting).toMatchObject({
      status: "pending",
      url: pageOf(desk),
      jobType: "url_scraper",
      country: "de",
      cached: false,
      error: null,
    });
    const failed = await desk.scrape({ url: pageOf(desk, "/none"), formats: ["screenshot"] });
    expect(failed["status"]).toBe("completed");
    const gone = await desk.scrape({ url: pageOf(desk, "/none") });
    expect(namesOf(gone)).toEqual([...base, ...terminal].toSorted());
    expect(gone).toMatchObject({ status: "failed", error: expect.stringContaining("HTTP 404") });
  });

  it("has the content of the page to which the URL's own refreshes", async () => {
    const refresh = (content: string) => `<meta http-equiv=refresh content="${content}">wait`;
    const desk = await openDesk({
      site: {
        ...site,
        "/moved": refresh("2;url=/page"),
        "/loop": refresh("0;url=/pool"),
        "/pool": refresh("0;/loop"),
      },
    });
    const moved = await desk.scrape({ url: pageOf(desk, "/moved"), formats: ["markdown"] });
    expect(moved["markdown"]).toContain("# Hafen");
    const loop = await desk.scrape({ url: pageOf(desk, "/loop") });
    expect(loop).toMatchObject({
      status: "failed",
      error: expect.stringContaining("redirect loop"),
    });
  });

  it("has every output that was asked for, and no other", async () => {
    const desk = await openDesk({ site, model: modelOf() });
    const names: Readonly<Record<string, string>> = {
      html: "html",
      cleanedHtml: "cleanedHtml",
      markdown: "markdown",
      links: "links",
      images: "images",
      summary: "summary",
      json: "generatedJson",
      screenshot: "screenshotUrl",
      screenshotFullPage: "fullPageScreenshotUrl",
    };
    for (const [format, member] of Object.entries(names)) {
      const document = await desk.scrape({ url: pageOf(desk), formats: [format] });
      expect(namesOf(document)).toEqual([...base, ...terminal, member].toSorted());
    }
    const all = await desk.scrape({ url: pageOf(desk), formats: Object.keys(names) });
    const members = [...base, ...terminal, ...Object.values(names)];
    expect(namesOf(all)).toEqual(members.toSorted());
  });

  it("makes links and images absolute, and objects", async () => {
    const desk = await openDesk({ site });
    const document = await desk.scrape({ url: pageOf(desk), formats: ["links", "images"] });
    expect(document).toMatchObject({
      links: [
        { href: pageOf(desk, "/"), text: "Start" },
        { href: pageOf(desk, "/schiff"), text: "Schiff" },
      ],
      images: [{ src: pageOf(desk, "/b.png"), alt: "Bagger" }],
    });
  });

  it("is markdown, html and cleanedHtml when formats are empty or absent", async () => {
    const desk = await openDesk({ site });
    for (const formats of [undefined, null, []]) {
      const document = await desk.scrape({ url: pageOf(desk), formats, forceFresh: true });
      const expected = [...base, ...terminal, "html", "cleanedHtml", "markdown"];
      expect(namesOf(document)).toEqual(expected.toSorted());
      expect(document).toMatchObject({ html: page });
    }
  });

  it("brings the pictures' bytes under the URLs that it shows", async () => {
    const desk = await openDesk({ site });
    const formats = ["screenshot", "screenshotFullPage"];
    const document = await desk.scrape({ url: pageOf(desk), formats });
    const address = `http://api.example/v1/url-scraper/${String(document["id"])}/screenshot`;
    expect(document).toMatchObject({
      screenshotUrl: `${address}?type=viewport`,
      fullPageScreenshotUrl: `${address}?type=fullpage`,
    });
    for (const query of ["", "?type=viewport", "?type=fullpage"]) {
      const path = `/url-scraper/${String(document["id"])}/screenshot${query}`;
      const picture = await desk.get(path);
      expect([picture.status, picture.bytes]).toEqual([200, PNG]);
      expect(picture.headers.get("cache-control")).toBe("private, max-age=300");
      expect(picture.headers.get("content-type")).toBe("image/png");
    }
  });

  it("has no picture's URL when none was taken", async () => {
    const desk = await openDesk({
      site: { "/page": { headers: { "content-type": "application/json" }, body: "{}" } },
      page: new BrowserError("DOWNLOAD", { message: "The URL is a file." }),
    });
    const document = await desk.scrape({ url: pageOf(desk), formats: ["screenshot", "html"] });
    expect(document["status"]).toBe("completed");
    expect(document).not.toHaveProperty("screenshotUrl");
    const path = `/url-scraper/${String(document["id"])}/screenshot`;
    expect((await desk.get(path)).status).toBe(404);
  });
});

describe("GET /url-scraper/{id}/screenshot", () => {
  it("is 400, 403 and 404 as the interface says", async () => {
    const desk = await openDesk({ site });
    const { id } = await desk.scrape({ url: pageOf(desk), formats: ["screenshot"] });
    const path = `/url-scraper/${String(id)}/screenshot`;
    expect((await desk.get(`${path}?type=page`)).status).toBe(400);
    expect((await desk.get(path, "bob")).status).toBe(403);
    expect((await desk.get(`${path}?type=fullpage`)).status).toBe(404);
    expect((await desk.get("/url-scraper/none/screenshot")).status).toBe(404);
    const waiting = await desk.post("/url-scraper", {
      url: pageOf(desk, "/other"),
      formats: ["screenshot"],
    });
    const early = `/url-scraper/${String(waiting.json["jobId"])}/screenshot`;
    expect((await desk.get(early)).status).toBe(404);
  });

  it("is 404 when the picture is not there any more, and for every picture of a forgotten job", async () => {
    const desk = await openDesk({ site });
    const formats = ["screenshot", "screenshotFullPage"];
    const { id } = await desk.scrape({ url: pageOf(desk), formats });
    const { signal } = new AbortController();
    await desk.kinds[0]?.forget(desk.jobs.job(String(id)), signal);
    for (const type of ["viewport", "fullpage"]) {
      expect(await desk.blobs.get(`screenshots/${String(id)}/${type}`, { signal })).toBeUndefined();
      const path = `/url-scraper/${String(id)}/screenshot?type=${type}`;
      expect((await desk.get(path)).status).toBe(404);
    }
  });
});

describe("the document of a batch", () => {
  /** Members of a child (decisions, 2.1). */
  const child = ["index", "id", "url", "status", "cached", "error"];

  async function openBatch() {
    const desk = await openDesk({ site });
    const urls = [pageOf(desk), pageOf(desk, "/none"), pageOf(desk, "/other")];
    const { json } = await desk.post("/url-scraper/batch", { urls, formats: ["markdown"] });
    const path = `/url-scraper/${String(json["jobId"])}`;
    return { desk, urls, id: String(json["jobId"]), path };
  }

  it("has all its children from the start, in the order of submission", async () => {
    const { desk, urls, path } = await openBatch();
    const { json } = await desk.get(path);
    const names = ["id", "status", "jobType", "country", "createdAt", "error", "urls", "results"];
    expect(namesOf(json)).toEqual(names.toSorted());
    expect(json).toMatchObject({ jobType: "batch_url_scraper", status: "pending", urls });
    const results = json["results"] as Record<string, unknown>[];
    expect(results.map(({ index, url, status }) => [index, url, status])).toEqual(
      urls.map((url, index) => [index, url, "pending"]),
    );
    for (const one of results) expect(namesOf(one)).toEqual(child.toSorted());
  });

  it("shows each child in its own form when it is settled", async () => {
    const { desk, id, path } = await openBatch();
    await desk.jobs.workAll();
    desk.jobs.settleBatch(id, { status: "completed", creditsUsed: 2 });
    const { json } = await desk.get(path);
    expect(json).toMatchObject({ status: "completed", creditsUsed: 2 });
    const results = json["results"] as Record<string, unknown>[];
    const settled = [...child, "durationMs"];
    expect(results.map((one) => namesOf(one))).toEqual([
      [...settled, "markdown"].toSorted(),
      settled.toSorted(),
      [...settled, "markdown"].toSorted(),
    ]);
    expect(results).toMatchObject([
      { status: "completed", error: null },
      { status: "failed", error: expect.stringContaining("HTTP 404") },
      { status: "completed", markdown: "# Other" },
    ]);
    const single = (await desk.get(`/url-scraper/${String(results[0]?.["id"])}`)).json;
    expect(single).toMatchObject({ jobType: "url_scraper", markdown: results[0]?.["markdown"] });
    expect(single).not.toHaveProperty("index");
  });

  it("reads one child at a time, and none when nobody reads", async () => {
    const { desk, id } = await openBatch();
    const read: string[] = [];
    const { jobs } = desk;
    const document = jobs.document.bind(jobs);
    jobs.document = (job) => {
      read.push(job.id);
      return document(job);
    };
    const route = await openBody(desk, id);
    expect(read).toEqual([id]);
    const reader = route.getReader();
    await reader.read();
    await reader.read();
    expect(read).toHaveLength(2);
    await reader.cancel();
    expect(read).toHaveLength(2);
  });

  async function openBody({ parts }: Awaited<ReturnType<typeof openDesk>>, id: string) {
    const { jobDocument } =
      await import("../../../../../src/service/slices/url-scraper/job-document.ts");
    const job = await parts.jobs.get("alice", id, { signal: new AbortController().signal });
    const { signal } = new AbortController();
    const body = await jobDocument(parts.jobs, job, { signal });
    if (typeof body === "string") throw new Error("expected a stream");
    return body;
  }
});
