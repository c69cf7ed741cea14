import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { served } from "./served.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const env = { DRAGLINE_API_KEY: "a-key-of-the-host-1234" };
const local = ["--allow-host=127.0.0.1"];
const lighthouse = "<title>Pakri</title><main><p>The lighthouse was built in 1724.</p></main>";
const prompt = "When was the lighthouse built?";

async function folderOf(): Promise<string> {
  return join(await temporaryFolder(), "data");
}

describe("search by dragline serve", () => {
  it("finds what was scraped, also after another start", async () => {
    const folder = await folderOf();
    await using site = await createSite({ "/": lighthouse });
    const first = await served({ folder, env, flags: local });
    await first.call("POST /url-scraper/scrape", { url: site.url("/") });
    expect(await first.stop()).toBe(0);
    const second = await served({ folder, env, flags: local });
    const { status, json } = await second.call("POST /search", { prompt });
    expect(status).toBe(200);
    expect(json["results"]).toEqual([
      expect.objectContaining({ url: site.url("/"), snippet: expect.stringContaining("1724") }),
    ]);
  });

  it("finds in one process what another has scraped", async () => {
    const folder = await folderOf();
    await using site = await createSite({ "/": lighthouse });
    const api = await served({ folder, env, flags: [...local, "--no-worker"] });
    const worker = await served({
      folder,
      env,
      flags: [...local, "--worker-only", "--metrics-port=0"],
    });
    await api.call("POST /url-scraper/scrape", { url: site.url("/") });
    const { json } = await api.call("POST /search", { prompt });
    expect(json["results"]).toHaveLength(1);
    expect(await worker.stop()).toBe(0);
  });

  it("keeps no pages with --no-index, and says how to search", async () => {
    const folder = await folderOf();
    const service = await served({ folder, env, flags: [...local, "--no-index"] });
    expect(await service.call("POST /search", { prompt })).toMatchObject({
      status: 500,
      json: { error: "configuration_error", message: expect.stringContaining("DRAGLINE_SEARCH") },
    });
    expect(await readdir(folder)).not.toContain("pages.sqlite");
  });

  it("asks the providers of DRAGLINE_SEARCH instead, and keeps no pages", async () => {
    const folder = await folderOf();
    const found = { url: "https://harbour.example/", title: "Harbour", content: "Built in 1724." };
    await using engine = await createSite({
      "/search": {
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ query: "", results: [found], unresponsive_engines: [] }),
      },
    });
    const DRAGLINE_SEARCH = `searxng:${engine.url("/").slice(0, -1)}`;
    const service = await served({ folder, env: { ...env, DRAGLINE_SEARCH }, flags: local });
    const { json } = await service.call("POST /search", { prompt });
    expect(json["results"]).toEqual([
      { url: found.url, title: "Harbour", snippet: "Built in 1724." },
    ]);
    expect(await readdir(folder)).not.toContain("pages.sqlite");
  });

  it.each(["brave:", "altavista:s3cret", "s3cret"])(
    "does not start with %s, which it does not repeat",
    async (DRAGLINE_SEARCH) => {
      const ended = await run(["serve", "--data", await folderOf()], { env: { DRAGLINE_SEARCH } });
      expect(ended.code).toBe(2);
      expect(ended.stderr).toContain("DRAGLINE_SEARCH");
      expect(ended.stderr).not.toContain("s3cret");
    },
  );
});
