import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createCrawler } from "dragline/crawler";
import { createMonitors } from "dragline/monitor";
import { createNotifier } from "dragline/notifier";
import { createScraper } from "dragline/scraper";
import { createService } from "dragline/service";
import { createWebhooks } from "dragline/webhooks";
import { describe, expect, it } from "vitest";
import { root } from "./sources.ts";

interface Called {
  /** How many calls were made. */
  readonly made: number;
  /** What ended with another error than one of Dragline: the call, and the error. */
  readonly raw: readonly (readonly [call: string, error: string])[];
}

/** Calls all that the import paths export; a folder of its own takes the files that this makes. */
async function callFaces(paths: readonly string[]): Promise<Called> {
  const folder = await mkdtemp(join(tmpdir(), "dragline-faces-"));
  try {
    const program = join(root, "test/rigs/call-faces.ts");
    const args = ["--conditions=dragline-source", program, ...paths];
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      cwd: folder,
      maxBuffer: 1 << 26,
    });
    return JSON.parse(stdout) as Called;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe("the import paths", () => {
  it("refuse each argument of a wrong kind by an error with a code, and nothing ends the process", async () => {
    const text = await readFile(join(root, "package.json"), "utf8");
    const { exports } = JSON.parse(text) as { exports: Record<string, unknown> };
    const paths = Object.keys(exports).filter((path) => !path.endsWith(".json"));
    const { made, raw } = await callFaces(paths.map((path) => `dragline${path.slice(1)}`));
    expect(raw).toEqual([]);
    expect(made).toBeGreaterThan(10_000);
  }, 180_000);
});

/** Factories, what is given them, and the name that was meant. */
const misspelt: readonly (readonly [(given: never) => unknown, object, string])[] = [
  [createService, { recrods: 1 }, "did you mean 'records'?"],
  [createNotifier, { record: 1 }, "did you mean 'records'?"],
  [createCrawler, { record: 1 }, "did you mean 'records'?"],
  [createWebhooks, { record: 1 }, "did you mean 'records'?"],
  [createMonitors, { aquirer: 1 }, "did you mean 'acquirer'?"],
  [createScraper, { fetchr: 1 }, "did you mean 'fetcher'?"],
  [createScraper, { allow: [] }, "it is one of the fetcher"],
];

describe("the factories", () => {
  it.each(misspelt)("refuse a collaborator that is misspelt: %o %o", (make, given, hint) => {
    expect(() => make(given as never)).toThrow(
      expect.objectContaining({ code: "INVALID_OPTION", message: expect.stringContaining(hint) }),
    );
  });
});
