import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";

/** What a script prints in a process where the compatible package is not installed. */
async function withoutPackage(script: string): Promise<string> {
  const hooks = `
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({
      resolve(name, context, next) {
        if (name !== "@ai-sdk/openai-compatible") return next(name, context);
        throw Object.assign(new Error("none"), { code: "ERR_MODULE_NOT_FOUND" });
      },
      load: (url, context, next) => (loaded.push(url), next(url, context)),
    });
    const heavy = () => loaded.filter((url) => /node_modules/.test(url)).length;
    const ai = await import("dragline/ai");`;
  const args = ["--conditions=dragline-source", "--input-type=module", "-e", hooks + script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return stdout.trim();
}

describe("createCompatibleModel where its package is not installed", () => {
  it("needs it for a call only, and says what to install", async () => {
    const printed = await withoutPackage(`
      const model = ai.createCompatibleModel({ baseUrl: "http://127.0.0.1:1/v1", model: "any" });
      const request = { schema: {}, instructions: "", data: [] };
      const judge = { compiles: async () => undefined };
      const error = await ai.generateObject({ model, judge }, request).catch((error) => error);
      console.log(error.code, error.message);`);
    expect(printed).toMatch(/^PACKAGE_MISSING .*npm install @ai-sdk\/openai-compatible$/);
  });
});

describe("summarize without a model", () => {
  it("loads no package", async () => {
    const printed = await withoutPackage(`
      const { parse, wholePage } = await import("dragline/html");
      const before = heavy();
      const view = wholePage(parse("<p>The river rose by three metres on Monday.</p>"));
      const { source } = await ai.summarize({}, { view });
      console.log(source, heavy() - before);`);
    expect(printed).toBe("extractive 0");
  });
});
