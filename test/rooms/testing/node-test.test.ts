import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { recordsCases } from "dragline/testing";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { documentText, root } from "../../sources.ts";

/** The lines of the guide of adapters, on an adapter of ours. */
function script(): string {
  const [, lines = ""] =
    /```js\n(import \{ recordsCases \}[\s\S]*?)```/.exec(documentText("docs/guides/adapters.md")) ??
    [];
  return `import { MemoryRecords as MyRecords } from "dragline/storage/memory";\n${lines}`;
}

describe("recordsCases", () => {
  it("is registered with node:test as the guide says", async () => {
    const args = [
      "--conditions=dragline-source",
      "--test-reporter=tap",
      "--input-type=module",
      "-e",
    ];
    const { stdout } = await promisify(execFile)(process.execPath, [...args, script()], {
      cwd: root,
      env: { ...process.env, NODE_TEST_CONTEXT: "" },
    });
    const count = recordsCases(async () => {
      const records = new MemoryRecords();
      const another = async (): Promise<MemoryRecords> => records;
      return { records, another, [Symbol.asyncDispose]: () => records.close() };
    }).length;
    expect(count).toBeGreaterThan(50);
    expect(stdout).toContain(`# pass ${count}\n# fail 0`);
  });
});
