import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "../run.ts";
import { temporaryFolder } from "../serve/temporary-folder.ts";
import { remoteRig, type RemoteRig } from "./remote-rig.ts";

describe("dragline scrape --remote", () => {
  let rig: RemoteRig;
  beforeAll(async () => {
    rig = await remoteRig({
      "/": "<title>Quay</title><h1>Quay</h1><p>The boat leaves at nine.</p><p>Ten boats a day bring people and goods across the bay to the island and back.</p><a href='/a'>Tides</a>",
      "/late": "<body><script>document.body.innerHTML = '<h1>Late</h1>'</script></body>",
    });
  });
  afterAll(() => rig[Symbol.asyncDispose]());

  it("prints what the service scraped, and the job is the account's", async () => {
    const { code, stdout, stderr } = await rig.remotely(["scrape", rig.site.url("/")]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^# Quay\n\nThe boat leaves at nine\.\n/);
    const { stdout: listed } = await rig.remotely(["api", "listJobs"]);
    expect(JSON.parse(listed)).toMatchObject({ jobs: [{ url: rig.site.url("/") }] });
  });

  it("prints several formats, writes files, and says what came from the cache", async () => {
    const file = join(await temporaryFolder(), "page.txt");
    const flags = ["--format", "markdown,links", "--summary", "--output", file];
    const { code, stdout } = await rig.remotely(["scrape", rig.site.url("/"), ...flags]);
    expect([code, stdout]).toEqual([0, ""]);
    const text = await readFile(file, "utf8");
    expect(text).toContain("--- markdown ---\n# Quay");
    expect(text).toContain(`--- links ---\n${rig.site.url("/a")}\tTides\n`);
    expect(text).toMatch(/--- summary ---\n\S/);
    const again = await rig.remotely(["scrape", rig.site.url("/"), ...flags]);
    expect(again.stderr).toBe("from the service's cache\n");
  });

  it("prints the job as JSON, and ends with 1 when the page could not be scraped", async () => {
    const { code, stdout, stderr } = await rig.remotely(["scrape", rig.site.url("/no"), "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ status: "failed", jobType: "url_scraper" });
    expect(stderr).toContain("404");
  });

  it("runs actions in the service's browser and fetches the picture", async () => {
    const folder = await temporaryFolder();
    const actions = join(folder, "actions.json");
    await writeFile(actions, JSON.stringify([{ type: "wait_for", selector: "h1" }]));
    const picture = join(folder, "page.png");
    const flags = ["--actions", actions, "--screenshot", picture, "--full-page"];
    const { code, stdout, stderr } = await rig.remotely([
      "scrape",
      rig.site.url("/late"),
      ...flags,
    ]);
    expect([code, stdout]).toEqual([0, "# Late\n"]);
    expect(stderr).toMatch(/page\.png: \d+ KB\n$/);
    expect((await readFile(picture)).subarray(1, 4).toString()).toBe("PNG");
  });

  it("refuses flags that the service does not know, and a key without a service", async () => {
    const proxied = await rig.remotely(["scrape", "example.com", "--proxy", "http://127.0.0.1:1"]);
    expect(proxied).toMatchObject({ code: 2, stdout: "" });
    expect(proxied.stderr).toBe("dragline: --proxy cannot be combined with --remote\n");
    const keyed = await run(["scrape", "example.com", "--key", "dl_x"]);
    expect(keyed.code).toBe(2);
    expect(keyed.stderr).toContain("--key needs --remote");
    const wrong = await run(["scrape", "example.com", "--remote", "ftp://127.0.0.1"]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("--remote cannot be used: ");
  });

  it("ends with 1 when the key is refused", async () => {
    const refused = await run(["scrape", "example.com", "--key", "dl_wrong", ...rig.at]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^dragline: .+ \(unauthorized\)\n$/);
  });
});
