import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { findChromium, searchedPlaces } from "../../../src/browser/chromium/find-chromium.ts";
import { browserMissing } from "../../../src/browser/chromium/launch-failure.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-find-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function program(name: string, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "#!/bin/sh\n");
  await chmod(path, mode);
  return path;
}

describe("findChromium", () => {
  it("takes PUPPETEER_EXECUTABLE_PATH before CHROME_PATH before PATH", async () => {
    const [first, second] = [await program("first"), await program("second")];
    const third = await program("bin/google-chrome");
    const env = { PUPPETEER_EXECUTABLE_PATH: first, CHROME_PATH: second, PATH: dirname(third) };
    expect(await findChromium(env)).toBe(first);
    expect(await findChromium({ ...env, PUPPETEER_EXECUTABLE_PATH: "" })).toBe(second);
    expect(await findChromium({ PATH: env.PATH })).toBe(third);
  });

  it("passes over folders and files that cannot be run", async () => {
    const good = await program("good");
    const env = { PUPPETEER_EXECUTABLE_PATH: folder, CHROME_PATH: good };
    expect(await findChromium(env)).toBe(good);
    const text = await program("text", 0o644);
    expect(await findChromium({ ...env, PUPPETEER_EXECUTABLE_PATH: text })).toBe(good);
  });

  it("looks for the headless shell by its own names", async () => {
    const chromium = await program("both/chromium");
    const shell = await program("both/chrome-headless-shell");
    const env = { PUPPETEER_EXECUTABLE_PATH: chromium, PATH: dirname(chromium) };
    expect(await findChromium(env, "headless-shell")).toBe(shell);
    const build = "chrome-headless-shell/linux-156.0/chrome-headless-shell-linux64";
    const cached = await program(`cache/${build}/chrome-headless-shell`);
    const cache = { PUPPETEER_CACHE_DIR: join(folder, "cache") };
    expect(await findChromium(cache, "headless-shell")).toSatisfy(
      (path) => path === cached || String(path).startsWith("/usr/"),
    );
    const said = browserMissing("", { CHROME_PATH: "/nowhere" }, "headless-shell").message;
    expect(said).toMatch(/^No headless shell .* searched chrome-headless-shell, .* on PATH/);
    expect(said).toContain("npx puppeteer browsers install chrome-headless-shell");
    expect(said).not.toContain("CHROME_PATH");
  });

  it("says where it looked", () => {
    const said = searchedPlaces({ CHROME_PATH: "/nowhere", PUPPETEER_CACHE_DIR: "/cache" });
    expect(said).toMatch(/^CHROME_PATH=\/nowhere, chromium, .* on PATH, .*\(\/cache\)$/);
  });
});

describe("a missing browser", () => {
  it("is an error that says how to get one", () => {
    const error = browserMissing("", { CHROME_PATH: "/nowhere" });
    expect(error.code).toBe("BROWSER_MISSING");
    for (const part of ["CHROME_PATH=/nowhere", "apt-get install chromium", "brew install"]) {
      expect(error.message).toContain(part);
    }
    expect(error.message).toContain("npx puppeteer browsers install chrome");
    expect(error.message).toContain("PUPPETEER_EXECUTABLE_PATH");
  });

  it.each(["/nowhere/chromium", tmpdir(), import.meta.filename, "chromium\0"])(
    "is told of the path %j",
    async (executablePath) => {
      const launcher = createChromiumLauncher({}, { executablePath });
      const launch = launcher.launch(AbortSignal.timeout(10_000));
      await expect(launch).rejects.toMatchObject({ code: "BROWSER_MISSING" });
    },
  );
});
