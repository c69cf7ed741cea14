import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { browserTitle, chromiumPath } from "../chromium.ts";
import { documentText, newcomer, root } from "../sources.ts";

const run = promisify(execFile);
const chromium = await chromiumPath();

/** What the guide has somebody type once the boat yard runs. */
function readmeLines(): string[] {
  const [, block = ""] =
    /<!-- builder: a sentence -->\n```sh\n([\s\S]*?)```/.exec(
      documentText("docs/guides/wire-your-own.md"),
    ) ?? [];
  return block.trim().split("\n");
}

describe.skipIf(chromium === undefined)(
  `${browserTitle("documents: from a sentence to an action", chromium)} of your own`,
  () => {
    it("works word for word with the scripted model that the examples bring", async () => {
      const node = [process.execPath, "--conditions=dragline-source"] as const;
      const yard = spawn(node[0], [node[1], join(root, "examples/serve-boat-yard.ts")]);
      const said: string[] = [];
      const lines = createInterface({ input: yard.stdout });
      lines.on("line", (line) => said.push(line));
      while (said.length < 2) await once(lines, "line");
      await using folder = await mkdtempDisposable(join(tmpdir(), "dragline-yard-"));
      const bin = join(root, "src/node/bin.ts");
      const shell = async (line = ""): Promise<{ stdout: string; stderr: string }> => {
        const command = `dragline() { "${node[0]}" ${node[1]} "${bin}" "$@"; }`;
        const text = [...said, command, line].join("\n");
        const { PUPPETEER_EXECUTABLE_PATH } = process.env;
        const env = { ...newcomer(folder.path), PUPPETEER_EXECUTABLE_PATH };
        return run("bash", ["-c", text], { cwd: folder.path, env });
      };
      const [build, test, runOnce, ask, again] = readmeLines();
      try {
        expect((await shell(build)).stdout).toBe("127-0-0-1.search_boats\n");
        expect((await shell(test)).stderr).toContain("2 of 2 cases passed");
        const found = [{ name: "Green boat", price: 3100, harbour: "Porto" }];
        expect(JSON.parse((await shell(runOnce)).stdout)).toEqual(found);
        expect((await shell(ask)).stdout).toBe("1200\n");
        const done = await shell(again);
        expect(done.stdout).toBe("950\n");
        expect(done.stderr).toContain("0 model answers");
      } finally {
        yard.kill();
      }
    }, 120_000);
  },
);
