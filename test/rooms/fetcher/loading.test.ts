import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createSite } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";

const run = promisify(execFile);

async function runModule(script: string): Promise<string> {
  const args = ["--conditions=dragline-source", "--input-type=module", "-e", script];
  return (await run(process.execPath, args, { cwd: root })).stdout;
}

describe("dragline/fetcher", () => {
  it("lets the process end although connections are kept open", async () => {
    await using site = await createSite({ "/": "page" });
    const printed = await runModule(`
      import { createFetcher } from "dragline/fetcher";
      const fetcher = createFetcher({}, { allow: ["127.0.0.1"] });
      const { text } = await fetcher.fetch("${site.url("/")}");
      for (let turn = 0; turn < 100; turn += 1) await new Promise(setImmediate);
      console.log(text, process.getActiveResourcesInfo().filter((name) => /TCP|Timeout/.test(name)));
    `);
    expect(printed).toBe("page []\n");
  });
});
