import type { VisitCall } from "dragline/browser";
import { createSite, type SiteRoute } from "dragline/testing";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { crawlPageRows } from "../../../../src/service/slices/crawl/crawl-collection.ts";
import { mapKind } from "../../../../src/service/slices/map/map.ts";
import { mapRoutes } from "../../../../src/service/slices/map/routes.ts";
import { crawled } from "../slices/crawl/crawl-rig.ts";
import { callRow, jobOf, Rig, runJob, someSessions } from "../site-job-rig.ts";

const owned = new AsyncDisposableStack();
let rig: Rig;

afterEach(async () => rig[Symbol.asyncDispose]());
afterAll(() => owned.disposeAsync());

const token = "Zm9vYmFyMTIzNDU2";
const cookie = { name: "sid", value: token, domain: "127.0.0.1", path: "/", expires: -1 };
const state = {
  cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Lax" }],
  origins: [],
} as never;

/** A browser that shows pages by HTTP. */
const browser = {
  visit: async (url: string, { signal }: VisitCall) => {
    const response = await fetch(url, { signal: signal ?? null });
    return {
      requestedUrl: url,
      url,
      redirects: [],
      status: response.status,
      statusText: "",
      headers: { "content-type": "text/html" },
      mediaType: "text/html",
      html: await response.text(),
      truncated: false,
      missingFrames: 0,
      settled: true,
      actions: [],
      popups: [],
      durationMs: 1,
    };
  },
};

async function open(routes: Readonly<Record<string, SiteRoute>>): Promise<string> {
  const site = owned.use(await createSite({ "/robots.txt": "", ...routes }));
  rig = new Rig({ sessions: someSessions(state), browser });
  return site.origin;
}

const call = { signal: new AbortController().signal };

describe("a saved session that a site echoes", () => {
  it.each([
    ["as it is", token],
    ["as entities", token.replace("Zm9v", "&#90;m9v")],
    ["percent-encoded", token.replace("Zm9v", "%5Am9v")],
    ["in base64", Buffer.from(`<${token}>`).toString("base64")],
    ["split by markup", token.replace("Zm9v", "Zm<i>9v</i>")],
  ])("to a crawl %s is in no result and no row", async (_, spelling) => {
    const next = `/next/${token}`;
    const origin = await open({
      "/": `<title>a</title><p>You are ${spelling}.</p><a href="${next}">next</a><a href="/gone">x</a>`,
      [next]: "<title>b</title><p>there",
    });
    const { pages, result, status } = await crawled(rig, { url: `${origin}/`, sessionId: "mine" });
    expect(status).toBe("completed");
    const shown = JSON.stringify(result);
    expect(shown).not.toContain(token);
    expect(shown).not.toContain(spelling);
    expect(shown).toContain("***");
    expect(pages.map((page) => page.url).toSorted()).toEqual(
      [`${origin}/`, `${origin}/gone`, `${origin}/next/***`].toSorted(),
    );
    const rows = await rig.records.find(crawlPageRows, {}, call);
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(token);
    for (const { blob } of rows) expect(blob).toBeNull();
  });

  it("to a map is in no result", async () => {
    const origin = await open({ "/": `<a href="/a?ref=${token}">a</a><a href="/b">b</a>` });
    await callRow(mapRoutes(rig.parts), "POST", {
      body: { url: `${origin}/`, sessionId: "mine" },
    });
    const [job] = rig.submitted;
    if (job === undefined) throw new Error("nothing was submitted");
    const { result } = await runJob(mapKind(rig.parts), jobOf(job));
    expect(JSON.stringify(result)).not.toContain(token);
    expect(result?.["links"]).toContain(`${origin}/b`);
    expect(result?.["totalLinks"]).toBe(3);
  });
});
