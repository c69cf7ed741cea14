/** A block of code of a page, and what stands in comments right above it. */
export interface Block {
  readonly language: string;
  readonly code: string;
  /** The comments above it, without their marks: `run`, `output`, `examples/01-scrape.ts`. */
  readonly marks: readonly string[];
  /** The line of the page that it begins in, from 1. */
  readonly line: number;
}

/** The fenced blocks of a page of Markdown, in order. */
export function blocksOf(page: string): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; line: number; code: string[] } | undefined;
  let marks: string[] = [];
  for (const [at, line] of page.split("\n").entries()) {
    if (open !== undefined) {
      if (line.trim() === open.fence) {
        const { language, code, line: first } = open;
        blocks.push({ language, code: code.join("\n"), marks, line: first });
        [open, marks] = [undefined, []];
      } else open.code.push(line);
      continue;
    }
    const [, fence, language = ""] = /^(```+)(\w*)/.exec(line.trim()) ?? [];
    const mark = /^<!-- (.+?) -->$/.exec(line.trim())?.[1];
    if (fence !== undefined) open = { fence, language, line: at + 1, code: [] };
    else if (mark !== undefined) marks = [...marks, mark];
    else if (line.trim() !== "") marks = [];
  }
  return blocks;
}

/** A page without its blocks of code. */
export function proseOf(page: string): string {
  return page.replaceAll(/^( *)(```+)\w*\n[\s\S]*?^\1\2\s*$/gm, "");
}
