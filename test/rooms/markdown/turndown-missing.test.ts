import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { root } from "../../sources.ts";

/** What a script prints in a process where the package turndown is not installed. */
async function withoutTurndown(script: string): Promise<string> {
  const hooks = `
    import { registerHooks } from "node:module";
    let asked = 0;
    registerHooks({ resolve(name, context, next) {
      if (name !== "turndown") return next(name, context);
      asked++;
      throw Object.assign(new Error("none"), { code: "MODULE_NOT_FOUND" });
    } });
    const { toMarkdown } = await import("dragline/markdown");`;
  const args = ["--conditions=dragline-source", "--input-type=module", "-e", hooks + script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return stdout.trim();
}

describe("toMarkdown where turndown is not installed", () => {
  it("needs it for rules only, and says what to install", async () => {
    const printed = await withoutTurndown(`
      console.log(toMarkdown("<b>a</b>"), asked);
      try {
        toMarkdown("a", { turndownRules: { b: { filter: "b", replacement: String } } });
      } catch (error) {
        console.log(error.code, error.message);
      }`);
    expect(printed).toMatch(/^\*\*a\*\* 0\nTURNDOWN_MISSING .*npm install turndown$/);
  });
});
