import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSite, type SiteRoute } from "dragline/testing";
import { describe, expect, it } from "vitest";
import { documentText, newcomer, root } from "../sources.ts";

const run = promisify(execFile);

/** What the guide has somebody type in an empty folder. */
function readmeLines(): string[] {
  const [, block = ""] =
    /<!-- monitor: three lines -->\n```sh\n([\s\S]*?)```/.exec(
      documentText("docs/guides/watch-a-page.md"),
    ) ?? [];
  return block.trim().split("\n");
}

describe("documents: three lines of dragline monitor", () => {
  it("shows what changed on a page in three commands", async () => {
    const pages: Record<string, SiteRoute> = { "/": "<h1>Tides</h1><p>High at six.</p>" };
    await using site = await createSite(pages);
    const folder = await mkdtemp(join(tmpdir(), "dragline-newcomer-"));
    const lines = readmeLines();
    expect(lines).toHaveLength(3);
    const bin = join(root, "src/node/bin.ts");
    const shell = async (at: number): Promise<{ stdout: string; stderr: string }> => {
      const line = (lines[at] ?? "").replace("http://127.0.0.1:8000/", site.url("/"));
      const text = `dragline() { "${process.execPath}" --conditions=dragline-source "${bin}" "$@"; }; ${line}`;
      const env = newcomer(folder);
      return run("bash", ["-c", text], { cwd: folder, env });
    };

    const added = await shell(0);
    expect(added.stderr).toContain(`watching ${site.url("/")} every 1h\n  | # Tides\n`);
    expect(added.stderr).toContain("stored in dragline-monitors;");
    pages["/"] = "<h1>Tides</h1><p>High at seven.</p>";
    const checked = await shell(1);
    expect(checked.stdout).toContain(`changed    ${site.url("/")}  +1 -1 lines\n`);
    expect(checked.stdout).toMatch(/-.*High at six\.\n.*\+.*High at seven\./);
    await shell(2);
    const page = await readFile(join(folder, "diff.html"), "utf8");
    expect(page).toContain(`<h1>${site.url("/")}</h1>`);
    expect(page).toContain("<del>High at <mark>six</mark>.</del>");
    expect(page).toContain("<ins>High at <mark>seven</mark>.</ins>");
    expect((await readdir(folder)).toSorted()).toEqual(["diff.html", "dragline-monitors"]);
    await rm(folder, { recursive: true });
  }, 60_000);
});
