import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { clientFiles } from "../../../scripts/client/client-files.ts";
import { root } from "../../sources.ts";

describe("the written files of the client", () => {
  it("are what the service's description says: npm run client", async () => {
    const folder = await mkdtemp(join(tmpdir(), "dragline-client-"));
    try {
      for (const [path, text] of Object.entries(await clientFiles())) {
        const file = join(folder, "written.ts");
        await writeFile(file, text);
        await copyFile(join(root, ".oxfmtrc.json"), join(folder, ".oxfmtrc.json")).catch(
          () => undefined,
        );
        const formatter = join(root, "node_modules/.bin/oxfmt");
        await promisify(execFile)(formatter, ["written.ts"], { cwd: folder });
        expect(await readFile(join(root, path), "utf8"), path).toBe(await readFile(file, "utf8"));
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
