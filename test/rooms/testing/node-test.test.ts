import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { recordsCases } from "dragline/testing";
import { MemoryRecords } from "dragline/storage/memory";
import { describe, expect, it } from "vitest";
import { documentText, root } from "../../sources.ts";

/** The line of the guide of adapters that registers a suite, on an adapter of ours. */
function script(): string {
  const guide = documentText("docs/guides/adapters.md");
  const [, line = ""] = /In a project: (for \(.*\);)$/m.exec(guide) ?? [];
  return `import { it } from "node:test";
    import { recordsCases } from "dragline/testing";
    import { MemoryRecords } from "dragline/storage/memory";
    const cases = recordsCases(async () => {
      const records = new MemoryRecords();
      const another = async () => records;
      return { records, another, [Symbol.asyncDispose]: () => records.close() };
    });
    ${line}`;
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
