import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";

/** A program for which the package is not installed. */
async function runWithout(program: string): Promise<string> {
  const hide = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(name, context, next) {
        if (!name.startsWith("@modelcontextprotocol/")) return next(name, context);
        throw Object.assign(new Error("hidden"), { code: "ERR_MODULE_NOT_FOUND" });
      },
    });
    import { createMcp } from "dragline/mcp";
    import { createClient } from "dragline/client";
    const mcp = createMcp({ client: createClient() });`;
  const args = ["--conditions=dragline-source", "--input-type=module", "-e", hide + program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return stdout;
}

const advice = "npm install @modelcontextprotocol/server";

describe("without the package @modelcontextprotocol/server", () => {
  it("fetch answers 501 with what to install", async () => {
    const said = await runWithout(`
      const request = new Request("http://mcp.test/mcp", { method: "POST", body: "{}" });
      const response = await mcp.fetch(request);
      console.log(response.status, await response.text());`);
    expect(said).toMatch(/^501 /);
    expect(said).toContain(advice);
  });

  it("serve throws PACKAGE_MISSING", async () => {
    const said = await runWithout(`
      const signal = new AbortController().signal;
      const streams = { input: process.stdin, output: process.stdout };
      const error = await mcp.serve(streams, { signal }).catch((error) => error);
      console.log(error.name, error.code, error.message);`);
    expect(said).toContain("PACKAGE_MISSING");
    expect(said).toContain(advice);
  });
});
