import { chmod, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSite, type Site } from "dragline/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createChromiumLauncher } from "../../../src/browser/chromium/chromium-launcher.ts";
import { commandLineOf, descendants, listPids } from "../../../src/browser/chromium/pid-table.ts";
import type { BrowserDriver } from "../../../src/browser/driver.ts";
import { puppeteerDriver } from "../../../src/browser/chromium/puppeteer-driver.ts";
import { browserTitle, chromiumPath } from "../../chromium.ts";

/** The profiles of this process that are there now. */
async function profiles(): Promise<string[]> {
  const names = await readdir(tmpdir());
  return names.filter((name) => name.startsWith(`dragline-chromium-${process.pid}-`));
}

/** The processes that live in a profile of this process. */
function chromiums(): number[] {
  const mine = `=${tmpdir()}/dragline-chromium-${process.pid}-`;
  return listPids().filter((pid) => commandLineOf(pid).includes(mine));
}

/** Asserts that no browser of this process has left anything; what is killed takes a moment to go. */
async function expectNothingLeft(): Promise<void> {
  expect(await profiles()).toEqual([]);
  expect(process.listenerCount("exit")).toBe(listeners);
  await expect.poll(() => chromiums(), { timeout: 30_000, interval: 20 }).toEqual([]);
}

const listeners = process.listenerCount("exit");

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dragline-launch-"));
});

afterAll(() => rm(folder, { recursive: true }));

async function script(text: string): Promise<string> {
  const path = join(folder, `program-${(await readdir(folder)).length}`);
  await writeFile(path, `#!/bin/sh\n${text}\n`);
  await chmod(path, 0o755);
  return path;
}

const patience = (): AbortSignal => AbortSignal.timeout(20_000);

describe("a program that is no Chromium", () => {
  it.each([
    ["ends at once", "exit 3", "Chromium exited with code 3"],
    ["is killed", "kill -9 $$", "Chromium was terminated by SIGKILL"],
    ["closes its pipe", "exec 3<&- 4>&-; sleep 60", "closed"],
  ])("that %s has failed to launch, in words", async (_, text, reason) => {
    const launcher = createChromiumLauncher({}, { executablePath: await script(text) });
    await expect(launcher.launch(patience())).rejects.toMatchObject({
      code: "LAUNCH_FAILED",
      message: expect.stringContaining(reason),
    });
    await expectNothingLeft();
  });

  it("is quoted with the end of what it wrote", async () => {
    const text = "yes 'line of noise' | head -c 100000 >&2; echo 'the last word' >&2; exit 1";
    const launcher = createChromiumLauncher({}, { executablePath: await script(text) });
    const failure = await launcher.launch(patience()).catch((error: unknown) => error);
    const { message, details } = failure as { message: string; details: { reason: string } };
    expect(message).toContain("the last word");
    expect(message.length).toBeLessThan(1000);
    expect(details.reason.length).toBeLessThan(9000);
    expect(details.reason).toContain("the last word");
  });

  it("is told how to go on where the sandbox cannot be made", async () => {
    const text = "echo 'FATAL: No usable sandbox! Update your kernel' >&2; exit 1";
    const launcher = createChromiumLauncher({}, { executablePath: await script(text) });
    await expect(launcher.launch(patience())).rejects.toThrow("sandbox: false");
  });

  it("is killed with its children when it does not answer in time", async () => {
    const executablePath = await script("sleep 61 & echo $! > $0.child; sleep 61");
    const launcher = createChromiumLauncher({}, { executablePath, launchTimeoutMs: 200 });
    await expect(launcher.launch(patience())).rejects.toMatchObject({
      code: "LAUNCH_FAILED",
      details: { ms: 200 },
      message: expect.stringContaining("within 200 ms"),
    });
    await expectNothingLeft();
    const sleeping = (): number[] => listPids().filter((pid) => commandLineOf(pid) === "sleep 61");
    await expect.poll(sleeping).toEqual([]);
  });

  it("fails where no profile can be made", async () => {
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = join(folder, "nowhere");
    try {
      const launcher = createChromiumLauncher({}, { executablePath: await script("exit 1") });
      await expect(launcher.launch(patience())).rejects.toMatchObject({
        code: "LAUNCH_FAILED",
        message: expect.stringContaining("ENOENT"),
      });
    } finally {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
    }
  });

  it("fails where the system cannot run it", async () => {
    const path = join(folder, "not-a-program");
    await writeFile(path, "\0\0\0\0");
    await chmod(path, 0o755);
    const launcher = createChromiumLauncher({}, { executablePath: path });
    await expect(launcher.launch(patience())).rejects.toMatchObject({ code: "LAUNCH_FAILED" });
    await expectNothingLeft();
  });
});

const path = await chromiumPath();

describe.skipIf(path === undefined)(`${browserTitle("a launcher", path)} of Chromium`, () => {
  const launcher = createChromiumLauncher();
  let site: Site;

  beforeAll(async () => {
    site = await createSite({ "*": "<title>Here</title><p>Hello" });
  });

  afterAll(() => site[Symbol.asyncDispose]());

  it("starts a browser that shows pages, and leaves nothing of it", async () => {
    const browser = await launcher.launch(patience());
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const page = await context.newPage();
    await page.goto(site.url("/"));
    expect(await page.evaluate("document.title")).toBe("Here");
    expect(chromiums().length).toBeGreaterThan(3);
    await Promise.all([browser[Symbol.asyncDispose](), browser[Symbol.asyncDispose]()]);
    await browser[Symbol.asyncDispose]();
    expect(await browser.ended).toBe("Chromium exited with code 0");
    await expectNothingLeft();
  });

  it("starts several at once, each with a profile of its own", async () => {
    const browsers = await Promise.all([launcher.launch(patience()), launcher.launch(patience())]);
    expect(await profiles()).toHaveLength(2);
    expect(browsers[0]?.pid).not.toBe(browsers[1]?.pid);
    await Promise.all(browsers.map((browser) => browser[Symbol.asyncDispose]()));
    await expectNothingLeft();
  });

  it("says that its browser has ended, whoever ended it", async () => {
    await using browser = await launcher.launch(patience());
    browser.kill(browser.pid);
    expect(await browser.ended).toBe("Chromium was terminated by SIGKILL");
    expect(browser.driver.connected).toBe(false);
    expect(await browser.memory()).toEqual([]);
  });

  it("ends a browser that hangs within its time, and no later", async () => {
    const browser = await createChromiumLauncher({}, { closeTimeoutMs: 100 }).launch(patience());
    for (const pid of descendants(browser.pid)) process.kill(pid, "SIGSTOP");
    await browser[Symbol.asyncDispose]();
    expect(await browser.ended).toBe("Chromium was terminated by SIGKILL");
    await expectNothingLeft();
  });

  it("tells the memory of each process, and ends one that it is told to", async () => {
    await using browser = await launcher.launch(patience());
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const page = await context.newPage();
    await page.goto(site.url("/"));
    const before = await browser.memory();
    expect(before.filter(({ kind }) => kind === "browser").map(({ pid }) => pid)).toEqual([
      browser.pid,
    ]);
    const renderer = before.find(({ kind }) => kind === "renderer");
    await page.evaluate("globalThis.kept = new Uint8Array(2e8).fill(7); 0");
    const after = await browser.memory();
    const grown = after.find(({ pid }) => pid === renderer?.pid)?.bytes ?? 0;
    expect(grown - (renderer?.bytes ?? 0)).toBeGreaterThan(1.9e8);
    expect(grown - (renderer?.bytes ?? 0)).toBeLessThan(2.5e8);
    const crashed = new Promise<Error>((resolve) => page.on("error", resolve));
    browser.kill(process.pid);
    browser.kill(1);
    browser.kill(renderer?.pid ?? 0);
    expect((await crashed).message).toBe("Page crashed!");
    expect(await browser.driver.version()).toContain("Chrome/");
  });

  it("shows neither hidden pages nor parts of its own surface", async () => {
    await using browser = await launcher.launch(patience());
    const session = await browser.driver.target().createCDPSession();
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const pages = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all(pages.map((page) => page.goto(site.url("/"))));
    const everything = { filter: [{}] };
    const { targetInfos } = (await session.send("Target.getTargets", everything)) as {
      targetInfos: { type: string; url: string }[];
    };
    const found = targetInfos.map(({ type, url }) => `${type} ${url}`).toSorted();
    const tabs = ["page", "tab"].flatMap((type) => pages.map(() => `${type} ${site.url("/")}`));
    expect(found.filter((text) => !text.startsWith("browser "))).toEqual(tabs);
    const kinds = (await browser.memory()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "renderer").length).toBeLessThanOrEqual(pages.length);
  });

  it("is not held up by a page that prints without end", async () => {
    await using browser = await launcher.launch(patience());
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const [loud, calm] = [await context.newPage(), await context.newPage()];
    const printing = loud.evaluate(
      `(() => { const text = "x".repeat(1e6); for (let n = 0; n < 50; n += 1) console.log(text + n); return "done"; })()`,
    );
    await calm.goto(site.url("/"));
    expect(await calm.evaluate("document.title")).toBe("Here");
    expect(await printing).toBe("done");
  });

  it("closes the context of a page that loops for ever, and its neighbours go on", async () => {
    await using browser = await launcher.launch(patience());
    const context = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const other = await browser.driver.createBrowserContext({ proxyServer: "direct://" });
    const looping = await context.newPage();
    await looping.goto(site.url("/"));
    const never = looping.evaluate("for (;;);").catch((error: unknown) => error);
    const page = await other.newPage();
    await page.goto(site.url("/"));
    expect(await page.evaluate("document.title")).toBe("Here");
    await context.close();
    expect(await never).toBeInstanceOf(Error);
    expect(await page.evaluate("document.title")).toBe("Here");
  });

  it("lets puppeteer hear what pages print where that is asked for", async () => {
    await using browser = await createChromiumLauncher({}, { console: true }).launch(patience());
    const page = await (await browser.driver.createBrowserContext()).newPage();
    const said = new Promise((resolve) => {
      (
        page as unknown as { on(event: string, run: (message: { text(): string }) => void): void }
      ).on("console", (message) => resolve(message.text()));
    });
    await page.evaluate("console.log('hello')");
    expect(await said).toBe("hello");
  });

  it("throws the signal's reason when it aborts, at any moment, and leaves nothing", async () => {
    const reason = new Error("no longer wanted");
    await expect(launcher.launch(AbortSignal.abort(reason))).rejects.toBe(reason);
    const early = new AbortController();
    const launch = launcher.launch(early.signal);
    early.abort(reason);
    await expect(launch).rejects.toBe(reason);
    for (const moment of ["import", "connecting", "connected"]) {
      const caller = new AbortController();
      const driver: BrowserDriver = {
        async connect(transport, signal) {
          if (moment === "import") caller.abort(reason);
          const connecting = puppeteerDriver.connect(transport, signal);
          if (moment === "connecting") caller.abort(reason);
          const driver = await connecting;
          caller.abort(reason);
          return driver;
        },
      };
      const launch = createChromiumLauncher({ driver }).launch(caller.signal);
      await expect(launch, moment).rejects.toBe(reason);
      await expectNothingLeft();
    }
  });
});
