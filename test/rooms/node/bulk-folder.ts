import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** A folder of its own for each test of a file. */
export function bulkFolder() {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "dragline-bulk-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const at = (path: string): string => join(folder, path);

  async function page(path: string, content: string | Uint8Array): Promise<string> {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), content);
    return at(path);
  }

  /** A folder of so many pages. */
  async function pages(count: number): Promise<string> {
    for (let index = 0; index < count; index += 1) {
      await page(`site/${String(index).padStart(3, "0")}.html`, `<h1>Page ${index}</h1>`);
    }
    return at("site");
  }

  async function linesOf(path: string): Promise<Record<string, unknown>[]> {
    const text = await readFile(at(path), "utf8");
    return text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  return { at, page, pages, linesOf };
}
