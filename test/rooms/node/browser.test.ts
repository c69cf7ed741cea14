import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";
import { decode } from "fast-png";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { traitRoutes } from "../../browser-site/pages.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";
import { run } from "./run.ts";

const path = await chromiumPath();
const rendered = `<!doctype html><title>App</title><div id="root"></div><script>
  root.innerHTML = "<main><h1>Rendered</h1><p>" + (document.cookie || "no cookie") + "</p></main>";</script>`;
const tall = `<!doctype html><title>Tall</title><body style="margin:0"><h1>Tall</h1><div style="height:3000px">x</div>`;

describe("dragline scrape and its browser flags", () => {
  it.each([
    [["--browser", "--auto"], /--browser and --auto cannot be combined/],
    [["--full-page"], /--full-page needs --screenshot/],
    [["--actions", "none.json"], /cannot read none.json: it does not exist/],
  ])("%s is refused", async (flags, message) => {
    const { code, stderr } = await run(["scrape", "http://127.0.0.1:1/", ...flags]);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  });

  it("says how to get Chromium where there is none", async () => {
    await using site = await createSite({ "/": rendered });
    const argv = ["scrape", site.url("/"), "--allow-host", "127.0.0.1", "--browser"];
    const saved = process.env["PUPPETEER_EXECUTABLE_PATH"];
    const { PATH } = process.env;
    process.env["PUPPETEER_EXECUTABLE_PATH"] = "/nowhere/chromium";
    process.env["PATH"] = "/nowhere";
    try {
      const { code, stderr } = await run(argv);
      if (code === 1) expect(stderr).toMatch(/no browser: .*PUPPETEER_EXECUTABLE_PATH/);
      // Where Chromium is at a usual place it is found all the same.
      else expect(code).toBe(0);
    } finally {
      process.env["PATH"] = PATH;
      if (saved === undefined) delete process.env["PUPPETEER_EXECUTABLE_PATH"];
      else process.env["PUPPETEER_EXECUTABLE_PATH"] = saved;
    }
  });
});

describe.skipIf(path === undefined)(
  `${browserTitle("dragline scrape", path)} with a browser`,
  () => {
    let site: Site;
    let folder: string;
    beforeAll(async () => {
      site = await createSite({ ...traitRoutes, "/app": rendered, "/tall": tall });
      folder = await mkdtemp(join(tmpdir(), "dragline-cli-"));
    });
    afterAll(async () => {
      await site[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    const scrape = (page: string, ...flags: string[]) =>
      run(["scrape", site.url(page), "--allow-host", "127.0.0.1", ...flags]);

    async function file(name: string, value: unknown): Promise<string> {
      const at = join(folder, name);
      await writeFile(at, JSON.stringify(value));
      return at;
    }

    it("shows what the page's scripts made, with --browser and where --auto finds a shell", async () => {
      expect((await scrape("/app")).stdout).toBe("");
      expect((await scrape("/app", "--browser")).stdout).toBe("# Rendered\n\nno cookie\n");
      expect((await scrape("/app", "--auto")).stdout).toBe("# Rendered\n\nno cookie\n");
      const { stdout } = await scrape("/plain", "--auto", "--json");
      expect(JSON.parse(stdout)).toMatchObject({ engine: "http" });
    });

    it("writes a picture of what is in view, and of the whole page", async () => {
      const png = join(folder, "page.png");
      const { code, stderr } = await scrape("/tall", "--screenshot", png, "--full-page", "--json");
      expect([code, stderr]).toEqual([0, expect.stringContaining("3")]);
      expect(decode(await readFile(png)).height).toBeGreaterThanOrEqual(3000);
      const { stdout } = await scrape("/tall", "--screenshot", png, "--json");
      expect(JSON.parse(stdout).screenshot).toMatchObject({ capped: false });
      expect(decode(await readFile(png)).height).toBeLessThan(1200);
    });

    it("carries out --actions and waits with --wait-for", async () => {
      const actions = await file("actions.json", [
        { type: "click", selector: "[name=user]" },
        { type: "write", text: "anna" },
        { type: "press", key: "Tab" },
        { type: "write", text: "tide" },
        { type: "press", key: "Enter" },
      ]);
      const { stdout } = await scrape("/login", "--actions", actions, "--wait-for", "form");
      expect(stdout).toBe("# Welcome, anna\n\nBerth 7.\n");
      const wrong = await file("wrong.json", [{ type: "fly" }]);
      const refused = await scrape("/login", "--actions", wrong);
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).toMatch(/action 0|fly/);
    });

    it("begins with a saved --session", async () => {
      const cookie = { name: "mark", value: "1", domain: "127.0.0.1", path: "/", expires: -1 };
      const session = await file("session.json", { cookies: [cookie], origins: [] });
      expect((await scrape("/app", "--session", session)).stdout).toBe("# Rendered\n\nmark=1\n");
    });
  },
);
