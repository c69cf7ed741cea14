import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "./chromium.ts";
import { postgresUrl, serverTitle } from "./services.ts";
import { root } from "./sources.ts";

const examples = readdirSync(join(root, "examples")).filter((file) => /^\d\d-.+\.ts$/.test(file));

function runExample(file: string, argv: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  return promisify(execFile)(
    process.execPath,
    ["--conditions=dragline-source", join(root, "examples", file), ...argv],
    { env: { ...process.env, NO_COLOR: "1", ...env } },
  );
}

const postgres = await postgresUrl();
const chromium = await chromiumPath();

/** Examples that take Chromium. */
const browsing = new Set([
  "05-login.ts",
  "15-puppeteer.ts",
  "16-playwright.ts",
  "17-embed-proxy.ts",
  "38-browser.ts",
  "42-session-file.ts",
  "47-agent.ts",
  "76-embed-websocket.ts",
]);

describe.skipIf(postgres === undefined)(`${serverTitle("examples", postgres)} on Postgres`, () => {
  it("04-storage.ts prints the same as on memory", async () => {
    const env = { DATABASE_URL: postgres };
    const { stdout } = await runExample("04-storage.ts", ["memory", "postgres"], env);
    const [memory, onPostgres] = stdout.split("On postgres:");
    expect(`On postgres:${onPostgres}`).toBe(memory?.replace("On memory:", "On postgres:"));
  });
});

describe("examples", () => {
  it("are found", () => {
    expect(examples.length).toBeGreaterThanOrEqual(3);
  });

  it.each(examples.filter((file) => !browsing.has(file)))("%s prints what its fixture says", check);
});

describe.skipIf(chromium === undefined)(
  `${browserTitle("examples", chromium)} with a browser`,
  () => {
    it.each([...browsing])("%s prints what its fixture says", check);
  },
);

async function check(file: string): Promise<void> {
  const { stdout, stderr } = await runExample(file);
  const fixture = join(root, "test/fixtures/examples", file.replace(/\.ts$/, ".txt"));
  expect(stderr).toBe("");
  expect(stdout.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")).toBe(
    readFileSync(fixture, "utf8"),
  );
}
