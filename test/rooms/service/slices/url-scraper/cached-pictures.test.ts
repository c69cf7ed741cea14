import { describe, expect, it } from "vitest";
import { urlScraperRoutes } from "../../../../../src/service/slices/url-scraper/routes.ts";
import { batchBodySchema } from "../../../../../src/service/slices/url-scraper/schema.ts";
import { openDesk, pageOf, PNG } from "./desk.ts";

const site = { "/page": "<h1>Hafen</h1>", "/other": "<h1>Schiff</h1>" };

describe("pictures of a hit", () => {
  const body = { formats: ["screenshot", "screenshotFullPage", "markdown"] };

  it("are the hit's own, and outlive those of the first job", async () => {
    const desk = await openDesk({ site });
    const first = await desk.scrape({ url: pageOf(desk), ...body });
    const hit = await desk.scrape({ url: pageOf(desk), ...body });
    const address = `http://api.example/v1/url-scraper/${String(hit["id"])}/screenshot`;
    expect(hit).toMatchObject({
      cached: true,
      screenshotUrl: `${address}?type=viewport`,
      fullPageScreenshotUrl: `${address}?type=fullpage`,
    });
    const { signal } = new AbortController();
    await desk.kinds[0]?.forget(desk.jobs.job(String(first["id"])), signal);
    for (const type of ["viewport", "fullpage"]) {
      const path = `/url-scraper/${String(hit["id"])}/screenshot?type=${type}`;
      expect((await desk.get(path)).bytes).toEqual(PNG);
    }
    await desk.kinds[0]?.forget(desk.jobs.job(String(hit["id"])), signal);
    expect((await desk.get(`/url-scraper/${String(hit["id"])}/screenshot`)).status).toBe(404);
  });

  it("are no hit when one of them is gone or cannot be read, and leave nothing behind", async () => {
    const desk = await openDesk({ site });
    const first = await desk.scrape({ url: pageOf(desk), ...body });
    const { signal } = new AbortController();
    const copies: string[] = [];
    const put = desk.blobs.put.bind(desk.blobs);
    desk.blobs.put = (key, ...rest) => {
      if (key.startsWith("screenshots-of-hits/")) copies.push(key);
      return put(key, ...rest);
    };
    await desk.blobs.remove(`screenshots/${String(first["id"])}/fullpage`, { signal });
    const second = await desk.scrape({ url: pageOf(desk), ...body });
    expect([second["status"], second["cached"]]).toEqual(["completed", false]);
    expect(copies).toHaveLength(1);
    expect(await desk.blobs.get(copies[0] ?? "", { signal })).toBeUndefined();
    desk.blobs.get = () => Promise.reject(new Error("the store is away"));
    const { json } = await desk.post("/url-scraper", { url: pageOf(desk), ...body });
    expect(desk.jobs.job(String(json["jobId"]))).toMatchObject({
      status: "pending",
      cached: false,
    });
  });
});

describe("pictures of a batch's hits", () => {
  it("are dropped when the client leaves before all of them are copied", async () => {
    const desk = await openDesk({ site });
    const formats = ["screenshot"];
    const urls = [pageOf(desk), pageOf(desk, "/other")];
    for (const url of urls) await desk.scrape({ url, formats });
    const leave = new AbortController();
    const reason = new Error("the client has gone");
    const copies: string[] = [];
    const put = desk.blobs.put.bind(desk.blobs);
    desk.blobs.put = (key, ...rest) => {
      copies.push(key);
      if (copies.length === 2) leave.abort(reason);
      return put(key, ...rest);
    };
    const row = urlScraperRoutes(desk.parts).find(({ path }) => path === "/url-scraper/batch");
    const body = batchBodySchema.parse({ urls, formats });
    const call = { body, caller: { account: "alice" }, baseUrl: "", signal: leave.signal };
    await expect(row?.run(call as never)).rejects.toBe(reason);
    expect(copies).toHaveLength(2);
    expect(desk.jobs.submitted).toHaveLength(2);
    for (const key of copies) {
      expect(await desk.blobs.get(key, { signal: new AbortController().signal })).toBeUndefined();
    }
  });
});
