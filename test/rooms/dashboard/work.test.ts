import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSite, type Site } from "dragline/testing";
import { MemoryBlobs, MemoryRecords } from "dragline/storage/memory";
import { FakeSearch } from "../../transports/fake-search.ts";
import { openDashboardWorld, type DashboardWorld, type Visitor } from "./dashboard-world.ts";

const hostile = `"><script>ran = 1</script>`;
const long = "Lamps are mouth-blown and made to order, which takes two weeks of work. ".repeat(3);
const page = (title: string, links = "") =>
  `<title>${title}</title><main><h1>Lamps</h1><p>${long}</p>${links}</main>`;

describe("searches, research, crawls and maps in the dashboard", () => {
  const search = new FakeSearch();
  const owned = new AsyncDisposableStack();
  let world: DashboardWorld;
  let alice: Visitor;
  let bob: Visitor;
  let site: Site;

  beforeAll(async () => {
    site = owned.use(
      await createSite({
        "/": page(
          "Lamps",
          `<a href="/opal">Opal</a> <a href="/brass?a=1,2">Brass</a> <a href="/gone">Gone</a> <a href="https://elsewhere.example/=x">Elsewhere</a>`,
        ),
        "/opal": page("Opal &lt;script&gt;"),
        "/brass?a=1,2": page("Brass"),
      }),
    );
    const records = new MemoryRecords();
    world = owned.use(await openDashboardWorld({}, { records, blobs: new MemoryBlobs(), search }));
    ({ alice, bob } = world);
  });
  afterAll(() => owned.disposeAsync());

  /** Submits by the API as a page's script does; gives the id when the job has ended. */
  async function run(path: string, body: object): Promise<string> {
    const headers = { "content-type": "application/json", "x-csrf-token": alice.csrf };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const { jobId } = (await (await alice.ask(`/api/${path}`, init)).json()) as { jobId: string };
    await expect
      .poll(async () => (await (await alice.ask(`/api/jobs/${jobId}`)).json()).status as string)
      .toMatch(/completed|failed/);
    return jobId;
  }

  it("search, and show what was found under an address that stays", async () => {
    search.results = [
      { url: "https://a.example/x", title: hostile, snippet: hostile },
      { url: "javascript:alert(1)", title: "Bad", snippet: "" },
    ];
    const sent = await alice.send("/search", { q: `lamps ${hostile}`, limit: "10" });
    expect(sent.location).toMatch(/^\/search\?job=/);
    const { html } = await alice.see(sent.location ?? "");
    expect(html).toContain("&lt;script&gt;ran = 1");
    expect(html).not.toMatch(/<script>ran|href="javascript:/);
    expect(html).toContain('href="https://a.example/x"');
    expect((await bob.see(sent.location ?? "")).status).toBe(403);
    const first = (await bob.see("/search")).html;
    expect(first).toContain("No searches yet.");
    expect(first).toContain("Searches the web, by");
    const empty = await alice.send("/search", { q: "" });
    expect(empty.status).toBe(400);
  });

  it("ask a question, and follow it", async () => {
    search.results = [];
    const wrong = await alice.send("/research", { prompt: hostile, schema: "{oops" });
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringContaining("not valid JSON")]);
    expect(wrong.html).not.toContain("<script>ran");
    const sent = await alice.send("/research", { prompt: "How long does it take?" });
    expect(sent.location).toMatch(/^\/jobs\//);
    await expect
      .poll(async () => (await alice.see(sent.location ?? "")).html)
      .toMatch(/>(?:completed|failed)<\/span>/);
    expect((await alice.see(sent.location ?? "")).html).not.toContain("data-refresh");
    expect((await alice.see("/research")).html).toContain("How long does it take?");
    expect((await bob.see("/research")).html).toContain("No questions yet.");
  });

  it("say what a research does while it runs", async () => {
    search.isHanging = true;
    const reached = search.reached();
    const { location } = await alice.send("/research", { prompt: "What is heavy?" });
    await reached;
    expect((await alice.see(location ?? "")).html).toMatch(
      /data-refresh.*<dt>Now<\/dt><dd>[^<]+</s,
    );
    expect((await bob.see(location ?? "")).status).toBe(403);
    search.isHanging = false;
  });

  it("show a crawl's pages, each on its own, and its files", async () => {
    const id = await run("crawl", { url: site.url("/"), maxPages: 10 });
    const { html } = await alice.see(`/jobs/${id}`);
    expect(html).toContain(`href="/jobs/${id}/pages/0"`);
    expect(html).toContain("HTTP 404");
    const places = [0, 1, 2, 3];
    const shown = await Promise.all(
      places.map(async (place) => (await alice.see(`/jobs/${id}/pages/${place}`)).html),
    );
    expect(shown[0]).toContain("Next page");
    expect(shown[3]).not.toContain("Next page");
    expect(shown.filter((each) => each.includes("<h1>Lamps</h1>"))).toHaveLength(3);
    for (const place of ["4", "-1", "x", "1.5"]) {
      expect([place, (await alice.see(`/jobs/${id}/pages/${place}`)).status]).toEqual([place, 404]);
    }
    const lines = await alice.ask(`/jobs/${id}/export/jsonl`);
    expect(lines.headers.get("content-disposition")).toMatch(
      /^attachment; filename="crawl-.*\.jsonl"$/,
    );
    const pages = (await lines.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as object);
    expect(pages).toHaveLength(4);
    expect(pages[0]).toMatchObject({
      url: site.url("/"),
      status: "completed",
      markdown: expect.any(String),
    });
    const csv = (await (await alice.ask(`/jobs/${id}/export/csv`)).text()).split("\r\n");
    expect(csv[0]).toBe("url,status,error,durationMs");
    expect(csv.find((line) => line.includes("/brass"))).toMatch(/^"http.*1,2",completed,,\d+$/);
    for (const path of ["pages/0", "export/csv", "export/jsonl"]) {
      expect([path, (await bob.see(`/jobs/${id}/${path}`)).status]).toEqual([path, 403]);
    }
    expect((await alice.see(`/jobs/${id}/export/xml`)).status).toBe(404);
  });

  it("show a crawl of many pages in parts", async () => {
    const links = Array.from({ length: 210 }, (_, at) => `<a href="/many/${at}">${at}</a>`).join(
      " ",
    );
    const many = owned.use(await createSite({ "*": page("Many", links) }));
    const id = await run("crawl", { url: many.url("/"), maxPages: 211 });
    const first = (await alice.see(`/jobs/${id}`)).html;
    expect(first).toContain("Pages (1 to 100)");
    const [, next = ""] = /href="([^"]*\?after=99)"/.exec(first) ?? [];
    const second = (await alice.see(next)).html;
    expect(second).toContain("Pages (101 to 200)");
    expect(second).toContain(`href="/jobs/${id}/pages/199"`);
    const lines = (await (await alice.ask(`/jobs/${id}/export/jsonl`)).text()).trim().split("\n");
    expect(lines).toHaveLength(211);
  });

  it("show a map as a tree, and its files", async () => {
    const id = await run("map", { url: site.url("/"), includeExternalLinks: true });
    const { html } = await alice.see(`/jobs/${id}`);
    expect(html).toContain("Of the site (");
    expect(html).toContain("Elsewhere (1)");
    expect(html).toContain(`href="/jobs/${id}/export/csv"`);
    const csv = (await (await alice.ask(`/jobs/${id}/export/csv`)).text()).trim().split("\r\n");
    expect(csv[0]).toBe("url,external");
    expect(csv).toContain("https://elsewhere.example/=x,true");
    const lines = (await (await alice.ask(`/jobs/${id}/export/jsonl`)).text()).trim().split("\n");
    expect(lines).toHaveLength(csv.length - 1);
    expect(lines).toContain(JSON.stringify({ url: site.url("/opal"), external: false }));
    expect((await alice.see(`/jobs/${id}/pages/0`)).status).toBe(404);
  });

  it("show the pages of a batch", async () => {
    const urls = [site.url("/opal"), site.url("/gone")];
    const id = await run("url-scraper/batch", { urls });
    const { html } = await alice.see(`/jobs/${id}`);
    expect(html).toContain(`href="/jobs/${id}/pages/1"`);
    expect((await alice.see(`/jobs/${id}/pages/0`)).html).toContain("<h1>Lamps</h1>");
    expect((await alice.see(`/jobs/${id}/pages/1`)).html).toContain("Failed because");
  });
});
