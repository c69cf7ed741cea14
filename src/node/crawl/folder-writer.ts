import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeWhole } from "../terminal/write-whole.ts";
import { LineFile } from "./line-file.ts";
import { pagePath } from "./page-path.ts";
import type { PageWriter, WrittenPage } from "./page-writer.ts";

/** The file with a line for each page. */
export const PAGE_LIST = "crawl.jsonl";

type CompletedPage = Extract<WrittenPage, { readonly status: "completed" }>;

/**
 * A folder with a file for every format of every page, and `crawl.jsonl` with a line for each page.
 * Files come whole or not at all.
 */
export class FolderWriter implements PageWriter {
  readonly #folder: string;
  readonly #index: LineFile;
  readonly #made = new Set<string>();

  readonly #protocol: string;

  private constructor(folder: string, index: LineFile, protocol: string) {
    this.#folder = folder;
    this.#index = index;
    this.#protocol = protocol;
  }

  /**
   * @param folder exists
   * @param options `protocol` is the seed's, `fresh` whether the list of pages begins anew
   * @throws Error that names what cannot be written
   */
  static async open(
    folder: string,
    { fresh, protocol }: { readonly fresh: boolean; readonly protocol: string },
  ): Promise<FolderWriter> {
    const index = await LineFile.open(join(folder, PAGE_LIST), { fresh });
    return new FolderWriter(folder, index, protocol);
  }

  async write(page: WrittenPage): Promise<void> {
    const files = page.status === "completed" ? filesOf(page, this.#protocol) : [];
    for (const [file, content] of files) {
      const path = join(this.#folder, file);
      await this.#makeParent(path);
      await writeWhole(path, content);
    }
    const { url, status, depth, from, statusCode } = page;
    const end =
      page.status === "failed" ? { code: page.code, error: page.error } : { title: page.title };
    const names = files.map(([file]) => file);
    await this.#index.write({ url, status, statusCode, depth, from, ...end, files: names });
  }

  async #makeParent(path: string): Promise<void> {
    const parent = dirname(path);
    if (this.#made.has(parent)) return;
    await makeFolder(parent);
    // Creating a folder twice is harmless, so this set may be cleared.
    if (this.#made.size >= 10_000) this.#made.clear();
    this.#made.add(parent);
  }

  close(): Promise<void> {
    return this.#index.close();
  }
}

function filesOf(page: CompletedPage, protocol: string): [string, string][] {
  const base = pagePath(page.url, protocol);
  const { markdown, html, text, links, metadata } = page;
  const files: [string, string | undefined][] = [
    [".md", markdown === undefined ? undefined : withFrontMatter(page, markdown)],
    [".html", html],
    [".txt", text],
    [".links.txt", links?.map((link) => `${link}\n`).join("")],
    [".json", metadata === undefined ? undefined : `${JSON.stringify(metadata, undefined, 2)}\n`],
  ];
  return files.flatMap(([ending, content]) =>
    content === undefined ? [] : [[`${base}${ending}`, content] as [string, string]],
  );
}

/** A string of JSON is one of YAML (1.2, chapter 1.3). */
function withFrontMatter({ url, title }: CompletedPage, markdown: string): string {
  const lines = [`url: ${JSON.stringify(url)}`];
  if (title !== undefined) lines.push(`title: ${JSON.stringify(title)}`);
  return `---\n${lines.join("\n")}\n---\n\n${markdown.trimEnd()}\n`;
}

/** @throws Error that names the folder and the reason */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new Error(`cannot make ${folder}: ${(cause as NodeJS.ErrnoException).code}`, { cause });
  }
}
